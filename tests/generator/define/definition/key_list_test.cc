// The key lists are the contract of every definition: they must be consistent in themselves.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "generator/define/definition/key_list.hpp"
#include "generator/define/keys/key_reader.hpp"
#include "generator/ground/text/error.hpp"
#include "generator/ground/text/nearest.hpp"

namespace mortise::gen {
namespace {

struct NamedList {
  const char* name;
  const KeyList* list;
};

void PrintTo(const NamedList& n, std::ostream* os) { *os << n.name; }

class ListOfKeys : public testing::TestWithParam<NamedList> {
 protected:
  const KeyList& list() const { return *GetParam().list; }
};

TEST_P(ListOfKeys, PathsAreUnique) {
  std::set<std::string> paths;
  for (const Key& key : list().keys()) EXPECT_TRUE(paths.insert(key.path).second) << key.path;
}

TEST_P(ListOfKeys, DefaultsAreLegalValues) {
  for (const Key& key : list().keys()) {
    if (key.default_value == nullptr || key.default_value == kRequired) continue;
    if (!key.only_if.empty()) continue;  // legal only together with its condition
    FlatTable table;
    table.file = "defaults";
    if (key.path.find('*') != std::string::npos) continue;
    table.values[key.path] = {parse_toml_value(key.default_value), "default", false};
    EXPECT_NO_THROW((KeyReader{table, list()})) << key.path;
  }
}

TEST_P(ListOfKeys, ConditionsNameChoices) {
  for (const Key& key : list().keys()) {
    const std::string& condition = key.only_if;
    if (condition.empty()) continue;
    const auto equal = condition.find('=');
    const Key* other = list().find(condition.substr(0, equal));
    ASSERT_NE(other, nullptr) << key.path;
    std::string allowed = condition.substr(equal + 1) + "|";
    for (std::size_t bar = 0; (bar = allowed.find('|')) != std::string::npos;
         allowed.erase(0, bar + 1)) {
      const std::string choices = "|" + std::string(other->choices) + "|";
      EXPECT_NE(choices.find("|" + allowed.substr(0, bar) + "|"), std::string::npos) << key.path;
    }
  }
}

TEST_P(ListOfKeys, EveryKeyHasAMeaningAndStandsInTheReference) {
  const std::string reference = list().reference();
  for (const Key& key : list().keys()) {
    EXPECT_STRNE(key.meaning, "") << key.path;
    EXPECT_NE(reference.find(key.path + "\n"), std::string::npos) << key.path;
  }
}

// Ranges and types hold before any other check: no condition needs to be met.
TEST_P(ListOfKeys, ValuesOfAnotherTypeOrOutOfRangeAreRefused) {
  const auto refused = [&](const Key& key, const std::string& value) {
    FlatTable table;
    table.file = "values";
    std::string path = key.path;
    std::replace(path.begin(), path.end(), '*', '0');
    table.values[path] = {parse_toml_value(value), "here", false};
    try {
      const KeyReader reader(table, list());
    } catch (const Error& error) {
      return std::string(error.what()).find("here: '" + path + "' is " + value) == 0;
    }
    return false;
  };
  for (const Key& key : list().keys()) {
    const bool text =
        key.type == KeyType::text || key.type == KeyType::file || key.type == KeyType::choice;
    EXPECT_TRUE(refused(key, text ? "7" : "\"word\"")) << key.path;
    const bool one = key.type == KeyType::number || key.type == KeyType::integer;
    if (!one) continue;
    EXPECT_TRUE(refused(key, "nan")) << key.path;
    const KeyRange& range = key.range;
    const auto whole = [](double x) { return std::to_string(static_cast<long long>(x)); };
    if (std::isfinite(range.minimum)) {
      EXPECT_TRUE(refused(key, whole(range.minimum - 1.0))) << key.path;
    }
    if (!range.minimum_allowed) {
      EXPECT_TRUE(refused(key, whole(range.minimum))) << key.path;
    }
    if (std::isfinite(range.maximum)) {
      EXPECT_TRUE(refused(key, whole(range.maximum + 1.0))) << key.path;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Definition, ListOfKeys,
                         testing::Values(NamedList{"Structure", &structure_keys()},
                                         NamedList{"Film", &film_keys()}),
                         [](const testing::TestParamInfo<NamedList>& info) {
                           return std::string(info.param.name);
                         });

TEST(NearestKey, FindsMisspeltAndMisplacedKeys) {
  const KeyList& list = structure_keys();
  EXPECT_EQ(list.nearest_key("contact.frction"), "contact.friction");
  EXPECT_EQ(list.nearest_key("friction"), "contact.friction");
  EXPECT_EQ(list.nearest_key("step.sise"), "step.size");
  EXPECT_EQ(list.nearest_key("inputs.3.hodl"), "inputs.3.hold");
  EXPECT_EQ(list.nearest_key("outputs.0.quantty"), "outputs.0.quantity");
}

TEST(NearestKey, OfAFilm) {
  const KeyList& list = film_keys();
  EXPECT_EQ(list.nearest_key("viscosity"), "lubricant.viscosity");
  EXPECT_EQ(list.nearest_key("load.bse"), "load.base");  // two letters from load.rise
  EXPECT_EQ(list.nearest_key("bodies.lower.thicknes"), "bodies.lower.thickness");
  EXPECT_EQ(list.nearest_key("bodies.upper.extra_masters.1.naer"),
            "bodies.upper.extra_masters.1.near");
}

TEST(EditDistance, CountsSwapsOnce) {
  EXPECT_EQ(edit_distance("hodl", "hold"), 1);
  EXPECT_EQ(edit_distance("", "abc"), 3);
  EXPECT_EQ(edit_distance("gap", "gap"), 0);
}

}  // namespace
}  // namespace mortise::gen
