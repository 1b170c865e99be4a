// Interference fits: contacts that overlap as long as nothing holds them start at rest under the
// force that takes the overlap away.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "generator/simulate/assemble/assemble.hpp"
#include "generator/simulate/structure/assembly_order.hpp"
#include "tests/physics/models.hpp"

namespace mortise::test {
namespace {

using gen::Vector;

struct Outputs {
  std::vector<std::string> names;
  Vector y;
  double operator[](const std::string& name) const {
    return y[std::find(names.begin(), names.end(), name) - names.begin()];
  }
};

// What a model that starts pressed shows after so many steps without inputs.
Outputs rest_of(const std::string& name, const std::vector<std::string>& overrides, int steps) {
  gen::Instance run = instance_of(prepared(name, overrides));
  Outputs out{run.output_names(), {}};
  out.y.resize(static_cast<Eigen::Index>(out.names.size()));
  const double u[4] = {};  // one input of linear hold at most
  for (int k = 0; k < steps; ++k) (void)run.step(u, out.y.data());
  return out;
}

TEST(Interference, OfASpringIsItsStiffnessTimesTheOverlap) {
  const double overlap = 2e-4, stiffness = 319775.1163609376;
  const std::vector<std::string> overrides{"contact.clearance=-2e-4", "initial.shape=pressed"};
  for (const int steps : {1, 2, 20000}) {
    const Outputs at = rest_of("impact_oscillator", overrides, steps);
    EXPECT_NEAR(at["x"], -overlap, 1e-12 * overlap) << steps;
    EXPECT_NEAR(at["contact_force"], stiffness * overlap, 1e-9 * stiffness * overlap) << steps;
    EXPECT_LT(std::abs(at["velocity_x"]), 1e-12);
  }
  // the same at full order
  const gen::Definition d = shipped("impact_oscillator", overrides);
  const gen::AssembledSystem full = gen::assemble(d, nullptr);
  gen::AssemblyOrder run(full.system, 2.5e-6);
  run.set_state(full.scenario_states[0].displacement, full.scenario_states[0].velocity);
  for (int k = 0; k < 1000; ++k) (void)run.step(Vector::Zero(1));
  EXPECT_NEAR(run.displacement()[0], -overlap, 1e-12 * overlap);
  EXPECT_NEAR(run.contact_impulse()[0] / run.time(), stiffness * overlap,
              1e-9 * stiffness * overlap);
}

// Points of a tip, of which those that touch carry all: twice the overlap, twice the forces.
TEST(Interference, OfARodIsItsStaticDeflection) {
  const auto at = [](const std::string& clearance, int steps) {
    return rest_of("rod_wall", {"contact.clearance=" + clearance, "initial.shape=pressed"}, steps);
  };
  const Outputs once = at("-1e-4", 1), twice = at("-2e-4", 1), later = at("-1e-4", 4000);
  const double force = once["force_edge"] + once["force_tip"];
  EXPECT_GT(force, 0.5);
  for (const std::string name : {"tip_normal", "force_edge", "force_tip"}) {
    const double largest = name == "tip_normal" ? 1e-4 : force;
    EXPECT_NEAR(twice[name], 2 * once[name], 1e-9 * largest) << name;
    EXPECT_NEAR(later[name], once[name], 1e-6 * largest) << name;
  }
}

}  // namespace
}  // namespace mortise::test
