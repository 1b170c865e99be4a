// Interference fits: contacts that overlap as long as nothing holds them start at rest under the
// force that takes the overlap away.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "generator/bake/play/play.hpp"
#include "generator/ground/text/error.hpp"
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

// What a model that starts pressed shows after so many steps without inputs, ascending.
std::vector<Outputs> rest_of(const std::string& name, const std::vector<std::string>& overrides,
                             const std::vector<int>& steps) {
  gen::Instance run = instance_of(prepared(name, overrides));
  Outputs now{run.output_names(), {}};
  now.y.resize(static_cast<Eigen::Index>(now.names.size()));
  const double u[4] = {};  // one input of linear hold at most
  std::vector<Outputs> seen;
  int step = 0;
  for (const int end : steps) {
    for (; step < end; ++step) (void)run.step(u, now.y.data());
    seen.push_back(now);
  }
  return seen;
}

TEST(Interference, OfASpringIsItsStiffnessTimesTheOverlap) {
  const double overlap = 2e-4, stiffness = 319775.1163609376;
  const std::vector<std::string> overrides{"contact.clearance=-2e-4", "initial.shape=pressed"};
  for (const Outputs& at : rest_of("impact_oscillator", overrides, {1, 2, 20000})) {
    EXPECT_NEAR(at["x"], -overlap, 1e-12 * overlap);
    EXPECT_NEAR(at["contact_force"], stiffness * overlap, 1e-9 * stiffness * overlap);
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

// Points of a tip, of which those that touch carry all: twice the overlap, twice the forces, and
// rest from the first step on.
//   twice_off, rest_off  relative differences allowed
void expect_static_deflection(const std::string& name, std::vector<std::string> overrides,
                              double twice_off, double rest_off) {
  overrides.emplace_back("initial.shape=pressed");
  const auto at = [&](const std::string& clearance) {
    std::vector<std::string> all = overrides;
    all.push_back("contact.clearance=" + clearance);
    return rest_of(name, all, {1, 4000});
  };
  const std::vector<Outputs> small = at("-1e-4"), large = at("-2e-4");
  const Outputs &once = small[0], &later = small[1], &twice = large[0];
  const double force = once["force_edge"] + once["force_tip"];
  EXPECT_GT(force, 0.5);
  for (const std::string output : {"tip_normal", "force_edge", "force_tip"}) {
    const double largest = output == "tip_normal" ? 1e-4 : force;
    EXPECT_NEAR(twice[output], 2 * once[output], twice_off * largest) << output;
    EXPECT_NEAR(later[output], once[output], rest_off * largest) << output;
  }
}

TEST(Interference, OfARodIsItsStaticDeflection) {
  expect_static_deflection("rod_wall", {}, 1e-9, 1e-6);
}

TEST(Interference, OfABeamWithoutMassAtItsTipIsItsStaticDeflection) {
  expect_static_deflection(
      "beam_wall",
      {"contact.level=position", "contact.restitution=1", "condense.method=massless_boundary"},
      1e-7, 1e-7);
}

// Half of a pin, free along its hole, where rounding alone moves it: it starts under the pressure
// of plane stress, E overlap / height, and stays.
TEST(Interference, OfAPinInItsHoleIsPlaneStress) {
  gen::Instance run = instance_of(prepared("press_fit"));
  Outputs now{run.output_names(), gen::Vector::Zero(run.dims().outputs)};
  const double u[2] = {}, pressure = 3e9 * 2e-5 / 0.005, area = 0.03 / 18 * 0.01;
  const std::vector<double> start = gen::initial_outputs(run);
  for (int k = 0; k < 500; ++k) {
    EXPECT_EQ(run.step(u, now.y.data()), status::kOk) << k;
    EXPECT_NEAR(now["press_middle"], pressure * area, 1e-8 * pressure * area);
    EXPECT_NEAR(now["front"], start[0], 1e-15);
  }
  EXPECT_NEAR(now["front"] - now["back"], 0.35 * pressure / 3e9 * 0.03, 1e-12);
  EXPECT_NEAR(now["front"] + now["back"], 0.0, 1e-7 * now["front"]);  // what it has drifted
}

TEST(Interference, IsRefusedWhereNothingPressesOrItsSideIsNotKnown) {
  const auto refusal = [](const std::string& name) {
    try {
      (void)shipped(name, {"initial.shape=pressed"});
    } catch (const gen::Error& error) {
      return std::string(error.what());
    }
    return std::string();
  };
  EXPECT_NE(refusal("beam_bore").find("in its bore"), std::string::npos) << refusal("beam_bore");
  EXPECT_NE(refusal("s4_beam").find("nothing is pressed: contact.kind = bolted"), std::string::npos)
      << refusal("s4_beam");
}

}  // namespace
}  // namespace mortise::test
