// What a kept stage depends on: every key of the table changes the hash of its stage and of those
// behind it, and of none before.
#include <gtest/gtest.h>

#include <fstream>

#include "generator/define/definition/definition_hash.hpp"
#include "generator/define/definition/key_list.hpp"
#include "tests/generator/define/definition/definition_text.hpp"

namespace mortise::gen {
namespace {

constexpr Stage kStages[] = {Stage::import, Stage::condense, Stage::simulate, Stage::train,
                             Stage::reduce, Stage::bake,     Stage::certify};

// The first stage that depends on the keys of this name or table; the longest one that fits holds.
struct First {
  const char* keys;
  Stage stage;
};

// A joint is condensed with its law.
constexpr First kOfJoints[] = {{"", Stage::condense},
                               {"name", Stage::bake},
                               {"description", Stage::bake},
                               {"mesh", Stage::import},
                               {"bodies.*.mesh", Stage::import},
                               {"import.", Stage::import},
                               {"bodies.*.", Stage::condense},
                               {"bodies.*.name", Stage::import},
                               {"bodies.*.placement.", Stage::import},
                               {"bodies.*.import.", Stage::import},
                               {"ties.", Stage::import},
                               {"interfaces.*.clearance", Stage::bake},
                               {"interfaces.*.restitution", Stage::bake},
                               {"interfaces.*.law.", Stage::bake},
                               {"contact.clearance", Stage::bake},
                               {"contact.restitution", Stage::bake},
                               {"law.", Stage::bake},
                               {"reduce.", Stage::reduce},
                               {"reduce.modes", Stage::train},
                               {"reduce.trust_limit", Stage::bake},
                               {"train.", Stage::train},
                               {"solver.", Stage::bake},
                               {"step.", Stage::bake},
                               {"excitation.", Stage::bake},
                               {"excitations.*.", Stage::bake},
                               {"impulse.", Stage::bake},
                               {"load.", Stage::bake},
                               {"verify.", Stage::certify},
                               {"scenarios.*.", Stage::bake},
                               {"scenarios.*.name", Stage::condense},
                               {"scenarios.*.duration", Stage::condense},
                               {"scenarios.*.initial.", Stage::condense},
                               {"scenarios.*.contact.", Stage::condense},
                               {"scenarios.*.damping.", Stage::condense},
                               {"scenarios.*.phases.", Stage::bake},
                               {"scenarios.*.phases.*.name", Stage::condense},
                               {"scenarios.*.phases.*.duration", Stage::condense},
                               {"scenarios.*.phases.*.contact.", Stage::condense},
                               {"scenarios.*.phases.*.damping.", Stage::condense},
                               {"scenarios.*.held_out", Stage::certify}};

constexpr First kOfFilms[] = {{"", Stage::simulate},
                              {"name", Stage::bake},
                              {"description", Stage::bake},
                              {"duration", Stage::train},
                              {"bodies.lower.", Stage::condense},
                              {"bodies.upper.", Stage::condense},
                              {"bodies.lower.file", Stage::import},
                              {"bodies.upper.file", Stage::import},
                              {"bodies.lower.deck", Stage::import},
                              {"bodies.upper.deck", Stage::import},
                              {"bodies.lower.units", Stage::import},
                              {"bodies.upper.units", Stage::import},
                              {"train.", Stage::train},
                              {"reduce.", Stage::reduce},
                              {"reduce.hold", Stage::bake},
                              {"scenarios.", Stage::bake},
                              {"scenarios.*.held_out", Stage::certify},
                              {"verify.", Stage::certify},
                              {"output.", Stage::none}};

template <std::size_t N>
Stage expected(const First (&table)[N], const std::string& path) {
  const First* longest = nullptr;
  for (const First& row : table) {
    const std::string keys = row.keys;
    if (path.compare(0, keys.size(), keys) != 0) continue;
    if (longest == nullptr || keys.size() > std::string(longest->keys).size()) longest = &row;
  }
  return longest->stage;
}

template <std::size_t N>
void expect_stages(const KeyList& keys, const First (&table)[N],
                   const std::vector<DefinitionSetting>& others) {
  for (const Key& key : keys.keys()) {
    const Stage first = expected(table, key.path);
    EXPECT_EQ(key.stage, first) << key.path;
    std::string path = key.path;
    for (std::size_t at = 0; (at = path.find('*')) != std::string::npos;) path[at] = '0';
    std::vector<DefinitionSetting> one, other;
    for (const DefinitionSetting& s : others) {
      if (s.key != path) one.push_back(s);
    }
    other = one;
    one.push_back({path, "\"joint\""});
    other.push_back({path, "\"sliding\""});
    for (const Stage stage : kStages) {
      const bool same = settings_hash(keys, one, stage) == settings_hash(keys, other, stage);
      // of a file its content counts, see below
      EXPECT_EQ(same, stage < first || key.type == KeyType::file)
          << key.path << " " << static_cast<int>(stage);
    }
  }
}

TEST(StageHash, EveryKeyOfAStructureChangesWhatItMust) {
  expect_stages(structure_keys(), kOfJoints, {{"contact.kind", "\"joint\""}});
}

TEST(StageHash, EveryKeyOfAFilmChangesWhatItMust) { expect_stages(film_keys(), kOfFilms, {}); }

// Unilateral laws are baked: condensation knows nothing of them.
TEST(StageHash, WhatOnlyJointsCondenseIsLateElsewhere) {
  const auto differs = [](const char* kind, const char* key, Stage stage) {
    std::vector<DefinitionSetting> one, other;
    if (*kind != '\0') one.push_back({"contact.kind", "\"" + std::string(kind) + "\""});
    other = one;
    other.push_back({key, "0.5"});
    return settings_hash(structure_keys(), one, stage) !=
           settings_hash(structure_keys(), other, stage);
  };
  for (const char* kind : {"", "none", "nodes", "tip", "file"}) {
    EXPECT_FALSE(differs(kind, "contact.friction", Stage::condense)) << kind;
    EXPECT_FALSE(differs(kind, "scenarios.0.duration", Stage::condense)) << kind;
    EXPECT_TRUE(differs(kind, "contact.friction", Stage::bake)) << kind;
    EXPECT_TRUE(differs(kind, "scenarios.0.duration", Stage::bake)) << kind;
  }
  EXPECT_TRUE(differs("joint", "contact.friction", Stage::condense));
  EXPECT_TRUE(differs("sliding", "contact.friction", Stage::condense));
  EXPECT_TRUE(differs("joint", "scenarios.0.duration", Stage::condense));
  EXPECT_FALSE(differs("sliding", "scenarios.0.duration", Stage::condense));
}

// Wherever it lies: the same file gives the same hash, another one another hash of every stage.
TEST(StageHash, ContentOfFilesCounts) {
  const std::string folder = testing::TempDir();
  const auto definition_of = [&](const std::string& name, const std::string& content) {
    Definition d;
    d.import.kind = "modal";
    d.import.file = folder + name;
    d.settings = {{"import.file", "\"" + name + "\""}};
    std::ofstream(d.import.file) << content;
    return d;
  };
  const Definition one = definition_of("one.json", "{}"), moved = definition_of("two.json", "{}");
  const Definition other = definition_of("three.json", "{ }");
  EXPECT_EQ(definition_hash(one), definition_hash(other));
  for (const Stage stage : kStages) {
    EXPECT_EQ(stage_hash(one, stage), stage_hash(moved, stage));
    EXPECT_NE(stage_hash(one, stage), stage_hash(other, stage));
  }
}

TEST(StageHash, IsOfTheDefinitionAsItWasRead) {
  const auto hash = [](const std::vector<std::string>& overrides, Stage stage) {
    return stage_hash(read_text(kOscillator, overrides), stage);
  };
  EXPECT_EQ(hash({}, Stage::certify), hash({}, Stage::certify));
  EXPECT_EQ(hash({}, Stage::condense), hash({"step.size=3e-5"}, Stage::condense));
  EXPECT_NE(hash({}, Stage::bake), hash({"step.size=3e-5"}, Stage::bake));
}

}  // namespace
}  // namespace mortise::gen
