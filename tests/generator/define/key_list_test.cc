// The key list is the contract of every definition: it must be consistent in itself.
#include <gtest/gtest.h>

#include <set>

#include "generator/define/key_reader.hpp"
#include "generator/define/keys.hpp"
#include "generator/define/nearest.hpp"

namespace mortise::gen {
namespace {

TEST(KeyList, PathsAreUnique) {
  std::set<std::string> paths;
  for (const Key& key : definition_keys()) EXPECT_TRUE(paths.insert(key.path).second) << key.path;
}

TEST(KeyList, DefaultsAreLegalValues) {
  for (const Key& key : definition_keys()) {
    if (key.default_value == nullptr || key.default_value == kRequired) continue;
    if (std::string(key.only_if).size() > 0) continue;  // legal only together with its condition
    FlatTable table;
    table.file = "defaults";
    const std::string path = key.path;
    if (path.find('*') != std::string::npos) continue;
    table.values[path] = {parse_toml_value(key.default_value), "default", false};
    EXPECT_NO_THROW(KeyReader{table}) << path;
  }
}

TEST(KeyList, ConditionsNameChoices) {
  for (const Key& key : definition_keys()) {
    const std::string condition = key.only_if;
    if (condition.empty()) continue;
    const auto equal = condition.find('=');
    const Key* other = find_key(condition.substr(0, equal));
    ASSERT_NE(other, nullptr) << key.path;
    std::string allowed = condition.substr(equal + 1) + "|";
    for (std::size_t bar = 0; (bar = allowed.find('|')) != std::string::npos;
         allowed.erase(0, bar + 1)) {
      const std::string choices = "|" + std::string(other->choices) + "|";
      EXPECT_NE(choices.find("|" + allowed.substr(0, bar) + "|"), std::string::npos) << key.path;
    }
  }
}

TEST(KeyList, EveryKeyHasAMeaningAndStandsInTheReference) {
  const std::string reference = keys_reference();
  for (const Key& key : definition_keys()) {
    EXPECT_STRNE(key.meaning, "") << key.path;
    EXPECT_NE(reference.find(std::string(key.path) + "\n"), std::string::npos) << key.path;
  }
}

TEST(NearestKey, FindsMisspeltAndMisplacedKeys) {
  EXPECT_EQ(nearest_key("contact.frction"), "contact.friction");
  EXPECT_EQ(nearest_key("friction"), "contact.friction");
  EXPECT_EQ(nearest_key("step.sise"), "step.size");
  EXPECT_EQ(nearest_key("inputs.3.hodl"), "inputs.3.hold");
  EXPECT_EQ(nearest_key("outputs.0.quantty"), "outputs.0.quantity");
}

TEST(EditDistance, CountsSwapsOnce) {
  EXPECT_EQ(edit_distance("hodl", "hold"), 1);
  EXPECT_EQ(edit_distance("", "abc"), 3);
  EXPECT_EQ(edit_distance("gap", "gap"), 0);
}

}  // namespace
}  // namespace mortise::gen
