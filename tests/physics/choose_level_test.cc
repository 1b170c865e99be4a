// contact.level = "auto": which level is chosen, why, and that what is chosen can be stepped.
#include <gtest/gtest.h>

#include <algorithm>

#include "generator/define/definition/definition.hpp"
#include "generator/tool/pipeline/choose.hpp"
#include "tests/physics/models.hpp"

namespace mortise::test {
namespace {

using gen::ContactLevel;
using gen::Definition;

using Overrides = std::vector<std::string>;

Definition open_rod(Overrides overrides) {
  overrides.insert(
      overrides.begin(),
      {"contact.level=auto", "import.bodies.rod.elements=[20, 1]", "condense.modes=20",
       "step.size=5e-7", "outputs.force_middle.contact=0", "outputs.gap_middle.contact=0"});
  return gen::read_and_choose(std::string(MORTISE_TEST_DATA) + "/dropped_rod.toml", overrides);
}
Definition open_beam(Overrides overrides) {
  overrides.insert(overrides.begin(), {"contact.level=auto", "condense.method=massless_boundary"});
  return gen::read_and_choose(std::string(MORTISE_MODELS) + "/beam_wall/beam_wall.toml", overrides);
}

std::string setting(const Definition& d, const std::string& key) {
  for (const gen::DefinitionSetting& s : d.settings)
    if (s.key == key) return s.value;
  return "";
}

void expect_level(const Definition& d, ContactLevel level, const std::string& why) {
  SCOPED_TRACE(why);
  EXPECT_EQ(d.contact.level, level);
  EXPECT_EQ(d.law.level, level);
  const bool position = level == ContactLevel::position;
  EXPECT_EQ(setting(d, "contact.level"), position ? "\"position\"" : "\"velocity\"");
  EXPECT_NE(d.why_level.find(why), std::string::npos) << d.why_level;
  const Overrides said = gen::messages_of(d);
  EXPECT_NE(std::find(said.begin(), said.end(), "notice: " + d.why_level), said.end());
  const gen::BakeInput input = gen::prepare_bake(d, {});
  const Overrides& made = input.options.provenance.reduction;
  EXPECT_NE(std::find(made.begin(), made.end(), d.why_level), made.end());
  gen::Instance run(gen::bake(input.system, input.options), "chosen");
  EXPECT_EQ(run.model().view().position.ports > 0, position);
  std::vector<double> u(static_cast<std::size_t>(run.model().input_values()) + 1), y(64);
  for (int k = 0; k < 100; ++k) EXPECT_EQ(run.step(u.data(), y.data()) & ~status::kHELD, 0u);
}
void expect_position(const Definition& d, const std::string& why) {
  expect_level(d, ContactLevel::position, why);
}
void expect_velocity(const Definition& d, const std::string& why) {
  expect_level(d, ContactLevel::velocity, why);
}

TEST(ChooseLevel, PositionWhereComplianceAndStepAreFitForIt) {
  expect_position(open_rod({}), "position; bonded contacts have");
  expect_position(open_rod({}), "steps in half a period of the body");
  expect_position(open_rod({"contact.restitution=0.5"}), "position; bonded contacts have");
}

// The clamped beam moves as no rigid body.
TEST(ChooseLevel, PositionOfABodyThatIsHeld) {
  const Definition d = open_beam({"contact.restitution=1"});
  expect_position(d, "position; bonded contacts have");
  EXPECT_EQ(d.why_level.find("half a period"), std::string::npos) << d.why_level;
}

TEST(ChooseLevel, VelocityWhereContactsAreStiffBesideTheModes) {
  const Definition d = open_rod({"condense.method=craig_bampton"});
  expect_velocity(d, "has no compliance beside the modes");
  EXPECT_EQ(setting(d, "condense.method"), "\"craig_bampton\"");
  EXPECT_EQ(d.contact.restitution, 0.0);
}

TEST(ChooseLevel, VelocityWhereTheStepIsTooCoarse) {
  const Definition coarse = open_rod({"step.size=1.2e-5"});
  expect_velocity(coarse, "steps and needs 5");
  EXPECT_EQ(setting(coarse, "condense.method"), "\"craig_bampton\"");
  expect_velocity(open_rod({"step.size=1e-5"}), "2.5 at most is resolved");
}

TEST(ChooseLevel, VelocityForARestitutionThatNoLagGives) {
  expect_velocity(open_rod({"contact.restitution=0.5", "step.size=3e-6"}),
                  "restitution = 0.5 takes 20 steps");
  expect_velocity(open_rod({"contact.restitution=0.1"}), "0.14 that a damper can leave");
  expect_velocity(open_rod({"contact.restitution_tangential=0.1"}), "is of impulses");
  expect_velocity(open_beam({}),
                  "feel as a rigid body, and there is none");  // restitution 0.3, clamped
}

TEST(ChooseLevel, VelocityInABore) {
  const Definition d = gen::read_and_choose(
      std::string(MORTISE_MODELS) + "/beam_bore/beam_bore.toml", {"contact.level=auto"});
  expect_velocity(d, "in a bore");
}

TEST(ChooseLevel, WhatIsGivenStays) {
  const std::string file = std::string(MORTISE_TEST_DATA) + "/dropped_rod.toml";
  const Definition d = gen::read_and_choose(file, {"step.size=1e-5"});
  EXPECT_EQ(d.contact.level, ContactLevel::position);
  EXPECT_EQ(d.why_level, "");
  const gen::BakeInput input = gen::prepare_bake(d, {});
  const Overrides& made = input.options.provenance.reduction;
  const auto says = [&](const std::string& text) {
    return std::any_of(made.begin(), made.end(), [&](const std::string& line) {
      return line.find(text) != std::string::npos;
    });
  };
  EXPECT_TRUE(says("contacts at position level: bonded contacts have"));
  EXPECT_TRUE(says("coarse step"));
  EXPECT_EQ(shipped("beam_wall").contact.level, ContactLevel::velocity);
}

}  // namespace
}  // namespace mortise::test
