// Definitions become the systems they describe.
#include <gtest/gtest.h>

#include <cmath>

#include "generator/ground/text/error.hpp"
#include "generator/simulate/assemble/assemble.hpp"
#include "generator/simulate/assemble/locate.hpp"
#include "tests/generator/define/definition/definition_text.hpp"

namespace mortise::gen {
namespace {

constexpr double kTwoPi = 6.283185307179586476925;

TEST(Assemble, OscillatorHasItsFrequencyAndDamping) {
  const Definition d = read_text(kOscillator, {"damping={ratio=0.02, modes=[1]}"});
  const AssembledSystem a = assemble(d, nullptr);
  const Condensation c = condense_as_defined(d, a);
  ASSERT_EQ(c.system.size(), 1);
  EXPECT_NEAR(c.system.omega[0], 20.0, 1e-12);
  EXPECT_NEAR(c.system.damping[0], 2.0 * 0.02 * 20.0, 1e-12);
}

TEST(Assemble, RayleighDampingHoldsAtBothModes) {
  const Definition d = shipped("beam_wall");
  const AssembledSystem a = assemble(d, nullptr);
  const Condensation c = condense_as_defined(d, a);
  for (const Eigen::Index mode : {0, 2}) {
    EXPECT_NEAR(c.system.damping[mode] / (2.0 * c.system.omega[mode]), 0.01, 1e-6);
  }
}

// Frequencies of the reference prototype; its constraint modes are the same up to round-off.
TEST(Assemble, BeamWallHasThirteenCoordinatesAtTheKnownFrequencies) {
  const Definition d = shipped("beam_wall", {"condense.modes=6"});
  const Condensation c = condense_as_defined(d, assemble(d, nullptr));
  const double known[] = {89.99681218745876,  89.99681219034466,  564.0425723567153,
                          564.0425723574474,  1579.2926370596404, 1579.292637059953,
                          3101.3096045770963, 3101.3096045772745};
  ASSERT_EQ(c.system.size(), 13);
  for (int i = 0; i < 8; ++i) {
    EXPECT_NEAR(c.system.omega[i] / kTwoPi, known[i], 1e-7 * known[i]) << i;
  }
}

TEST(Assemble, WeightIsTheConstantForce) {
  const AssembledSystem a = assemble(shipped("bouncing_mass"), nullptr);
  EXPECT_NEAR(a.system.constant_force.sum(), -9.81, 1e-12);
  EXPECT_NEAR(a.system.initial_velocity[0], 1.0, 0.0);
  ASSERT_EQ(a.scenario_states.size(), 2u);
  EXPECT_EQ(a.scenario_states[1].velocity, Vector3(0.5, 0.3, 1.0));
}

TEST(Assemble, StaticShapeMovesItsPlaceAsAsked) {
  const Definition d = shipped("beam_wall");
  const AssembledSystem a = assemble(d, nullptr);
  const Place tip{std::nullopt, "TIP", std::nullopt};
  const Vector& velocity = a.scenario_states[2].velocity;
  const double expected[] = {0.3, 0.2, 0.0};
  for (int k = 0; k < 3; ++k) {
    const SparseRow row = place_row(a.system.model, tip, Vector3::Unit(k), "tip");
    EXPECT_NEAR(row.dot(velocity), expected[k], 1e-12);
  }
}

TEST(Assemble, ChannelsOfOnePlaceShareTheirRow) {
  const AssembledSystem a = assemble(shipped("beam_wall"), nullptr);
  EXPECT_EQ(a.system.output_rows.size(), 2u);
  EXPECT_EQ(a.system.outputs[0].index, a.system.outputs[2].index);
}

TEST(Assemble, ModalDataTakesOverrides) {
  const ModalSystem plain = assemble_modal(shipped("modal"));
  const ModalSystem changed =
      assemble_modal(shipped("modal", {"contact.friction=0.125", "step.size=1e-6"}));
  EXPECT_EQ(plain.system.lone().contacts().points[0].friction, 0.3);
  EXPECT_EQ(plain.step, 2e-5);
  EXPECT_EQ(plain.system.inputs[0].hold, Hold::linear);
  EXPECT_EQ(changed.system.lone().contacts().points[0].friction, 0.125);
  EXPECT_EQ(changed.system.lone().contacts().points[0].clearance,
            plain.system.lone().contacts().points[0].clearance);
  EXPECT_EQ(changed.step, 1e-6);
}

TEST(Locate, NearestNodeOfASet) {
  const AssembledSystem a = assemble(shipped("beam_wall"), nullptr);
  const Place place{std::nullopt, "AXIS", Vector3(0.0, 0.0, 0.1392)};
  const auto found = locate(a.system.model, place, "place");
  ASSERT_EQ(found.size(), 1u);
  EXPECT_NEAR(a.system.model.nodes.at(found[0]).z(), 0.13944, 1e-12);
}

TEST(Locate, UnknownSetsAndNodesAreNamed) {
  const AssembledSystem a = assemble(shipped("beam_wall"), nullptr);
  try {
    locate(a.system.model, {std::nullopt, "TOP", std::nullopt}, "output \"x\"");
    FAIL();
  } catch (const Error& error) {
    EXPECT_NE(std::string(error.what()).find("the nearest set is \"TIP\""), std::string::npos)
        << error.what();
  }
  EXPECT_THROW(locate(a.system.model, {4711, "", std::nullopt}, "output \"x\""), Error);
}

TEST(Assemble, OutputsOfContactsThatDoNotExistAreRefused) {
  const Definition d = read_text(kOscillator, {"outputs=[{name=\"f\", quantity=\"gap\", "
                                               "contact=1}]"});
  EXPECT_THROW(assemble(d, nullptr), Error);
}

}  // namespace
}  // namespace mortise::gen
