// Bodies with damping of their own keep it at full order, whatever acts between them.
#include <gtest/gtest.h>

#include <cmath>

#include "generator/bake/play/play.hpp"
#include "generator/simulate/assemble/assemble.hpp"
#include "generator/simulate/structure/run_full.hpp"
#include "tests/physics/models.hpp"

namespace mortise::test {
namespace {

// Two short cantilevers far apart, the second damped a hundred times as strongly, that swing freely
// above a floor which they do not reach.
gen::Definition two_bodies() {
  return gen::read_definition(std::string(MORTISE_TEST_DATA) + "/damped_pair.toml");
}

double largest(const gen::Trajectory& t, std::size_t output, double from, double to) {
  double value = 0.0;
  for (std::size_t k = 0; k < t.time.size(); ++k)
    if (t.time[k] >= from && t.time[k] < to)
      value = std::max(value, std::abs(t.outputs[k][output]));
  return value;
}

TEST(BodyDamping, HoldsInFullOrderRunsWithContactNodes) {
  const gen::Definition d = two_bodies();
  const gen::AssembledSystem assembled = gen::assemble(d, nullptr);
  gen::FullOrderOptions options;
  options.step = *d.step.size;
  const gen::InitialState& start = assembled.scenario_states[0];
  const double end = d.scenarios[0].duration;
  const gen::Trajectory full =
      gen::run_full(assembled.system, options, {}, start.displacement, start.velocity, end, 1, {});
  EXPECT_EQ(full.steps_in_contact, 0);
  // exp(-alpha t / 2) over 20 ms: 0.990 and 0.368
  const double slow = largest(full, 0, end - 5e-3, end) / largest(full, 0, 0.0, 5e-3);
  const double fast = largest(full, 1, end - 5e-3, end) / largest(full, 1, 0.0, 5e-3);
  EXPECT_GT(slow, 0.95);
  EXPECT_LT(fast, 0.5);

  // the condensed model of both bodies with all its modes moves alike
  gen::Instance instance = instance_of(gen::prepare_bake(d, {}));
  const gen::Trajectory reduced = gen::play(instance, 0, end, 1, {});
  for (std::size_t output = 0; output < 2; ++output) {
    const double peak = largest(full, output, 0.0, end);
    for (std::size_t k = 0; k < full.time.size(); ++k)
      ASSERT_NEAR(reduced.outputs[k][output], full.outputs[k][output], 1e-6 * peak) << k;
  }
}

}  // namespace
}  // namespace mortise::test
