#include <gtest/gtest.h>

#include <cmath>

#include "tests/generator/define/definition/definition_text.hpp"

namespace mortise::gen {
namespace {

TEST(ReadDefinition, FillsValuesAndDefaults) {
  const Definition d = read_text(kOscillator);
  EXPECT_EQ(d.import.kind, "lumped");
  ASSERT_EQ(d.import.lumped.masses.size(), 1u);
  EXPECT_EQ(d.import.lumped.masses[0].mass, 2.0);
  EXPECT_EQ(d.import.lumped.springs[0].from, 0);
  EXPECT_EQ(*d.contact.friction, 0.0);
  EXPECT_EQ(d.contact.normal, Vector3(-1.0, 0.0, 0.0));  // normalised
  EXPECT_EQ(d.inputs[0].direction, Vector3(1.0, 0.0, 0.0));
  EXPECT_EQ(d.inputs[0].hold, Hold::zero_order);
  EXPECT_EQ(d.law.friction_velocity, FrictionVelocity::passive);
  EXPECT_EQ(d.law.restitution_rule, RestitutionRule::energy_safe);
  EXPECT_EQ(d.law.activation, Activation::free_end_gap);
  EXPECT_EQ(d.excitation.kind, ExcitationKind::none);
  EXPECT_EQ(d.condense.method, "none");
}

TEST(ReadDefinition, OverridesReplaceAnyKey) {
  const Definition d = read_text(
      kOscillator, {"contact.friction=0.25", "inputs.force.hold=linear", "inputs.0.maximum=5",
                    "name=other", "excitation={kind=\"harmonic\", amplitude=2, frequency=9}",
                    "description=two words", "contact.wall.normal=[0,0,4]"});
  EXPECT_EQ(*d.contact.friction, 0.25);
  EXPECT_EQ(d.inputs[0].hold, Hold::linear);
  EXPECT_EQ(d.inputs[0].maximum, 5.0);
  EXPECT_EQ(d.name, "other");
  EXPECT_EQ(d.description, "two words");
  EXPECT_EQ(d.excitation.amplitude, 2.0);
  EXPECT_EQ(d.contact.normal, Vector3(0.0, 0.0, 1.0));
}

TEST(ReadDefinition, OverridesAddToLists) {
  const Definition d = read_text(
      kOscillator,
      {"outputs.1={name=\"v\",quantity=\"velocity\",node=1,direction=[1,0,0]}", "outputs.v.node=1",
       "outputs.2.name=w", "outputs.2.node=1", "outputs.2.direction=[1,0,0]"});
  ASSERT_EQ(d.outputs.size(), 3u);
  EXPECT_EQ(d.outputs[1].name, "v");
  EXPECT_EQ(d.outputs[2].name, "w");
}

TEST(ReadDefinition, TheLastOverrideHolds) {
  const Definition d = read_text(kOscillator, {"step.size=1e-3", "step.size=2e-3"});
  EXPECT_EQ(*d.step.size, 2e-3);
}

TEST(ReadDefinition, ScenariosInheritTheExcitation) {
  const std::string text = std::string(kOscillator) +
                           "frequency = 3.0\n"
                           "[excitation]\nkind = \"harmonic\"\namplitude = 7.0\nfrequency = 2.0\n";
  const Definition d = read_text(text);
  EXPECT_EQ(d.scenarios[0].excitation.amplitude, 7.0);
  EXPECT_EQ(*d.scenarios[0].excitation.frequency, 3.0);
  EXPECT_EQ(*d.excitation.frequency, 2.0);
}

TEST(ReadDefinition, TangentialRestitutionLeavesFrictionPassive) {
  const Definition d = read_text(kOscillator, {"contact.restitution_tangential=0.5"});
  EXPECT_EQ(d.law.friction_velocity, FrictionVelocity::passive);
  EXPECT_TRUE(d.notices.empty());
}

TEST(ReadDefinition, LawsOfImpactsHaveNoEffectAtPositionLevel) {
  const std::string end = "law.friction_velocity=end";
  EXPECT_TRUE(read_text(kOscillator, {end}).notices.empty());
  const Definition d = read_text(kOscillator, {end, "contact.level=position"});
  ASSERT_EQ(d.notices.size(), 1U);
  EXPECT_NE(d.notices[0].find("'law.friction_velocity' has no effect"), std::string::npos)
      << d.notices[0];
}

TEST(ReadDefinition, SettingsListWhatWasGiven) {
  const Definition d = read_text(kOscillator, {"contact.friction=0.25"});
  bool found = false;
  for (const DefinitionSetting& s : d.settings) {
    found = found || (s.key == "contact.friction" && s.value == "0.25");
  }
  EXPECT_TRUE(found);
}

class ShippedModel : public testing::TestWithParam<const char*> {};

TEST_P(ShippedModel, IsReadAndTakesTheKeysThatScriptsRelyOn) {
  const std::string name = GetParam();
  const std::string path = std::string(MORTISE_MODELS) + "/" + name + "/" + name + ".toml";
  const Definition d = read_definition(
      path, {"contact.clearance=1e-3", "contact.friction=0.2", "contact.restitution=0.4",
             "contact.restitution_tangential=0", "excitation.amplitude=2",
             "excitation.frequency=50", "step.size=1e-5"});
  EXPECT_EQ(d.name, name);
  EXPECT_EQ(*d.contact.clearance, 1e-3);
  EXPECT_EQ(*d.contact.restitution, 0.4);
  EXPECT_EQ(d.excitation.amplitude, 2.0);
  EXPECT_EQ(*d.step.size, 1e-5);
  EXPECT_FALSE(d.scenarios.empty());
}

INSTANTIATE_TEST_SUITE_P(Models, ShippedModel,
                         testing::Values("bouncing_mass", "impact_oscillator", "beam_wall",
                                         "rod_wall", "modal", "press_fit", "dropped_block"));

}  // namespace
}  // namespace mortise::gen
