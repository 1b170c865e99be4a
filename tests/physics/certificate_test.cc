// The certificate holds on held-out scenarios, and fails for a model with half of its modes.
#include <gtest/gtest.h>

#include "generator/pipeline/certify.hpp"
#include "tests/physics/models.hpp"

namespace mortise::test {
namespace {

class Certificate : public ::testing::TestWithParam<const char*> {};

TEST_P(Certificate, HoldsOnHeldOutScenarios) {
  const gen::Definition d = shipped(GetParam());
  const gen::BakeInput input = gen::prepare_bake(d, {});
  EXPECT_TRUE(gen::within_limits(gen::certify(d, gen::bake(input.system, input.options), {})));
}

INSTANTIATE_TEST_SUITE_P(Models, Certificate,
                         ::testing::Values("beam_wall", "impact_oscillator", "bouncing_mass"));

TEST(HalfOfTheModes, FailTheCertificate) {
  const gen::Definition d = shipped("beam_wall");
  const gen::BakeInput half = gen::prepare_bake(
      shipped("beam_wall", {"condense.modes=" + std::to_string(*d.condense.modes / 2)}), {});
  EXPECT_FALSE(gen::within_limits(gen::certify(d, gen::bake(half.system, half.options), {})));
}

}  // namespace
}  // namespace mortise::test
