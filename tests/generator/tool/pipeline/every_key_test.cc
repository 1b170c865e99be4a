// No key is dropped: whatever a definition says beside what it said before changes the model, or is
// refused.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <fstream>

#include "generator/define/definition/key_list.hpp"
#include "generator/ground/text/error.hpp"
#include "generator/tool/pipeline/build.hpp"
#include "tests/generator/tool/pipeline/planted_keys.hpp"

namespace mortise::gen {
namespace {

// Without what a file tells of its definition.
AlignedBytes model_of(Definition definition) {
  definition.settings.clear();
  BuildSettings settings;
  settings.certify = false;
  return build_model(definition, settings);
}

bool same_bytes_of(const AlignedBytes& a, const AlignedBytes& b) {
  return a.size() == b.size() && std::memcmp(a.data(), b.data(), a.size()) == 0;
}

// Keys that change no byte of a model by their nature, or only of some of these.
struct Unseen {
  const char* path;
  const char* seen;  // kinds in which it must be seen: "|nodes|tip|"; empty: none
  const char* why;
};
constexpr Unseen kUnseen[] = {
    {"scenarios.*.held_out", "", "says which scenarios the certificate judges"},
    {"import.expected_mass", "", "is compared by `mortise check`"},
    {"bodies.*.import.expected_mass", "", "is compared by `mortise check`"},
    {"import.bodies.*.name", "", "is a name, seen where it is referred to"},
    {"bodies.*.import.bodies.*.name", "", "is a name, seen where it is referred to"},
    {"import.beam.stations.*.name", "", "is a name, seen where it is referred to"},
    {"contact.normal", "", "says which of two sides, both ends of an edge: others are refused"},
    {"bodies.*.placement.angle", "", "turns what points somewhere: no lumped mass"},
    {"bodies.*.placement.mirror", "", "mirrors what lies somewhere: no lumped mass"},
    {"bodies.*.condense.modes", "", "a body of few dofs has no more of them"},
    {"bodies.*.condense.cutoff_hz", "", "a body of few dofs has no more modes below it"},
    {"forces.*.name", "", "is a name for messages"},
    {"import.masses.*.position", "|sliding|", "is seen by what is near a point, and by slides"},
    {"step.damp_fast_modes", "|nodes|", "damps modes with omega h > 4"},
    {"condense.hold_loose", "", "holds what an interface leaves loose: nothing of these"},
    {"bodies.*.condense.hold_loose", "", "holds what an interface leaves loose: nothing of these"},
    {"solver.iterations", "|nodes|assembly|", "bounds Newton, where Gauss-Seidel is chosen"},
    {"solver.tail_sweeps", "|nodes|assembly|", "follows Newton, where Gauss-Seidel is chosen"},
    {"initial.shape", "|nodes|tip|joint|assembly|", "of a slide is its static state, always"},
    {"scenarios.*.initial.shape", "|nodes|tip|joint|assembly|",
     "of a slide is its static state, always"},
};

bool is_unseen(const Key& key, const std::string& kind) {
  return key.stage == Stage::certify || key.stage == Stage::none ||
         std::any_of(std::begin(kUnseen), std::end(kUnseen), [&](const Unseen& u) {
           return key.path == u.path &&
                  std::string(u.seen).find('|' + kind + '|') == std::string::npos;
         });
}

class EveryKey : public testing::TestWithParam<PlantedKind> {
 protected:
  void SetUp() override {
    path_ = testing::TempDir() + "/every_key_" + GetParam().name + ".toml";
    std::ofstream(path_) << GetParam().text;
    table_ = read_flat_table(path_);
    model_ = model_of(read_definition(path_));
  }

  enum class Fate { refused, seen, dropped };
  Fate fate_of(const std::string& plant) const {
    try {
      return same_bytes_of(model_of(read_definition(path_, {plant})), model_) ? Fate::dropped
                                                                              : Fate::seen;
    } catch (const Error&) {
      return Fate::refused;
    }
  }

  std::string path_;
  FlatTable table_;
  AlignedBytes model_;
};

TEST_P(EveryKey, IsSeenOrRefused) {
  const KeyList& list = GetParam().films ? film_keys() : structure_keys();
  for (const Key& key : list.keys()) {
    if (is_unseen(key, GetParam().name)) continue;
    for (const std::string& place : places_of(key, table_)) {
      std::string dropped;
      bool effect = false;
      for (const std::string& plant : plants_of(key, place, GetParam(), table_)) {
        const Fate fate = fate_of(plant);
        if (fate == Fate::dropped) dropped = plant;
        effect = effect || fate == Fate::seen;
        if (effect) break;
      }
      EXPECT_TRUE(effect || dropped.empty()) << dropped;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Structures, EveryKey, testing::ValuesIn(planted_kinds()),
                         [](const testing::TestParamInfo<PlantedKind>& info) {
                           return std::string(info.param.name);
                         });

}  // namespace
}  // namespace mortise::gen
