// Laws of an assembly that change within a scenario: closed forms, full against reduced, what a
// definition may not ask for.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <fstream>

#include "generator/bake/play/play.hpp"
#include "generator/bake/structure/bake.hpp"
#include "generator/bake/structure/bake_options.hpp"
#include "generator/ground/text/error.hpp"
#include "generator/simulate/assemble/assemble.hpp"
#include "generator/simulate/structure/run_full.hpp"
#include "generator/tool/pipeline/build.hpp"
#include "mortise/mortise.h"
#include "mortise/training.hpp"
#include "mortise_generated.h"

namespace mortise::gen {
namespace {

// A mass on a spring, held by a clamp that lets go, and a ball between two stops that change.
constexpr const char* kReleased = R"(name = "released"
[[bodies]]
name = "mass"
[bodies.import]
kind = "lumped"
masses = [{ node = 1, mass = 1.0, directions = [1] }]
springs = [{ to = 1, direction = 1, stiffness = 1e4 }]
[[bodies]]
name = "ball"
[bodies.import]
kind = "lumped"
masses = [{ node = 1, mass = 0.5, directions = [1] }]
[[interfaces]]
name = "clamp"
kind = "joint"
between = ["mass.1", "ground"]
normal = [0.0, 1.0, 0.0]     # pressed by as much as it was made too large
tangent = [1.0, 0.0, 0.0]
stiffness = 1e6
gap = -1e-3
friction = 0.5
friction_modulus = 2e4
[[interfaces]]
name = "left"
kind = "unilateral"
between = ["ball.1", "ground"]
normal = [1.0, 0.0, 0.0]
clearance = 2e-3
restitution = 0.5
[[interfaces]]
name = "right"
kind = "unilateral"
between = ["ball.1", "ground"]
normal = [-1.0, 0.0, 0.0]
clearance = 2e-3
[step]
size = 1e-5
[initial]
velocity = [-1.0, 0.0, 0.0]
[output]
energies = true
[[outputs]]
name = "x_mass"
set = "mass.1"
direction = [1.0, 0.0, 0.0]
[[outputs]]
name = "x_ball"
set = "ball.1"
direction = [1.0, 0.0, 0.0]
[[outputs]]
name = "v_ball"
quantity = "velocity"
set = "ball.1"
direction = [1.0, 0.0, 0.0]
[verify]
displacement = 0.05
velocity = 0.05
dissipated_energy = 0.05
force = 0.05
[[scenarios]]
name = "release"
duration = 0.04
held_out = true
phases = [
  { at = 0.005, interface = "right", restitution = 0.8 },
  { at = 0.005, interface = "left", restitution = 1.0 },
  { at = 0.0123, interface = "clamp", friction = 0.0 },
  { at = 0.03, interface = "left", clearance = 1e-3, restitution = 0.25 },
]
)";

Definition read_released(const std::vector<std::string>& overrides = {}) {
  const std::string path = testing::TempDir() + "/released.toml";
  std::ofstream(path) << kReleased;
  return read_definition(path, overrides);
}

std::string refusal_of(const std::vector<std::string>& overrides) {
  try {
    (void)read_released(overrides);
  } catch (const Error& error) {
    return error.what();
  }
  return "";
}

Trajectory played_release(const Definition& d) {
  const BakeInput input = prepare_bake(d, {});
  Instance instance(bake(input.system, input.options), d.name);
  return play(instance, 0, d.scenarios[0].duration, 1, {});
}

Trajectory full_release(const Definition& d) {
  const AssembledSystem a = assemble(d, nullptr);
  FullOrderOptions options;
  options.step = *d.step.size;
  options.changes = d.scenarios[0].changes;
  const InitialState& start = a.scenario_states[0];
  return run_full(a.system, options, {}, start.displacement, start.velocity,
                  d.scenarios[0].duration, 1, {});
}

double value_at(const Trajectory& t, const std::string& name, double time) {
  const auto column = std::find(t.names.begin(), t.names.end(), name) - t.names.begin();
  std::size_t k = 0;
  while (k + 1 < t.time.size() && t.time[k] < time - 1e-9) ++k;
  return t.outputs.at(k).at(static_cast<std::size_t>(column));
}

// Stuck: x = -1 m/s / w1 sin(w1 t) with w1^2 = (k + k_clamp) / m; free from t0 on: w0^2 = k / m.
double mass_at(double t) {
  const double w1 = std::sqrt(3e4), w0 = 100.0, t0 = 0.0123;
  if (t < t0) return -std::sin(w1 * t) / w1;
  const double x = -std::sin(w1 * t0) / w1, v = -std::cos(w1 * t0);
  return x * std::cos(w0 * (t - t0)) + v / w0 * std::sin(w0 * (t - t0));
}

void expect_closed_form(const Trajectory& t, double h) {
  for (const double time : {0.004, 0.012, 0.02, 0.0333, 0.04})
    EXPECT_NEAR(value_at(t, "x_mass", time), mass_at(time), 2 * h) << time;
  // down at 1 m/s to -2 mm at 2 ms, back at 0.5 to 2 mm at 10 ms, back at 0.4 to -2 mm at 20 ms,
  // back at 0.4 to 2 mm at 30 ms, back at 0.32 to -1 mm at 39.375 ms
  const struct {
    double time, velocity;
  } legs[] = {{1e-3, -1.0}, {5e-3, 0.5},    {15e-3, -0.4},
              {25e-3, 0.4}, {35e-3, -0.32}, {40e-3, 0.08}};
  for (const auto& leg : legs)
    EXPECT_NEAR(value_at(t, "v_ball", leg.time), leg.velocity, 1e-9) << leg.time;
  EXPECT_NEAR(value_at(t, "x_ball", 0.04), -1e-3 + 0.08 * (0.04 - 0.039375), 4 * h);
}

TEST(PhasesOfAssemblies, ReleaseAndReboundAsInClosedForm) {
  for (const double h : {1e-5, 2.5e-6}) {
    const Definition d = read_released({"step.size=" + std::to_string(h * 1e6) + "e-6"});
    ASSERT_EQ(d.scenarios[0].changes.size(), 5u);
    expect_closed_form(played_release(d), h);
    expect_closed_form(full_release(d), h);
  }
}

// A clamp that lets go does so at once in both.
TEST(PhasesOfAssemblies, FullAndReducedAreOneModel) {
  for (const double h : {1e-5, 5e-6}) {
    const Definition d = read_released({"step.size=" + std::to_string(h * 1e6) + "e-6"});
    const Trajectory full = full_release(d), reduced = played_release(d);
    ASSERT_EQ(full.outputs.size(), reduced.outputs.size());
    double apart = 0.0;
    const auto x_mass = static_cast<std::size_t>(
        std::find(full.names.begin(), full.names.end(), "x_mass") - full.names.begin());
    for (std::size_t k = 0; k < full.outputs.size(); ++k)
      for (const std::size_t i : {x_mass, x_mass + 1, x_mass + 2})
        apart = std::max(apart, std::abs(full.outputs[k][i] - reduced.outputs[k][i]));
    EXPECT_LT(apart, 1e-12);
  }
}

TEST(PhasesOfAssemblies, EnergyIsLostWhereTheLawsSay) {
  const Trajectory t = played_release(read_released());
  const double lost =
      value_at(t, "dissipated_friction", 0.04) + value_at(t, "dissipated_impact", 0.04);
  const double start = 0.5 + 0.25 + 0.5;  // of the mass, the ball, and the pressed clamp
  EXPECT_NEAR(value_at(t, "energy_total", 0.04) + lost, start, 1e-11);
  // the ball from 1 to 0.08 m/s; the clamp loses what its spring holds when it lets go
  const double x = mass_at(0.0123);
  EXPECT_NEAR(lost, 0.25 * (1.0 - 0.08 * 0.08) + 0.5 * 2e4 * x * x, 4e-4);
}

TEST(PhasesOfAssemblies, StandInTheCertificateAndItsBox) {
  const Definition d = read_released({"step.size=2e-6"});
  BuildSettings settings;
  const Instance file(build_model(d, settings), d.name);
  const schema::Model& root = *file.model().root();
  ASSERT_NE(root.certificate(), nullptr);
  const schema::ScenarioError& errors = *root.certificate()->errors()->Get(0);
  EXPECT_TRUE(errors.touched());
  for (const schema::MeasuredError* m : *errors.measured()) {
    EXPECT_LT(*m->total(), 0.05);
    EXPECT_LT(*m->reduction(), 1e-3);
  }
  TrainedRange range{};
  ASSERT_TRUE(trained_range_of_parameter(file.model(),
                                         find_parameter(file.model(), "clamp.friction"), &range));
  EXPECT_EQ(range.minimum, 0.0);
  EXPECT_EQ(range.maximum, 0.5);
  ASSERT_TRUE(trained_range_of_parameter(file.model(),
                                         find_parameter(file.model(), "left.clearance"), &range));
  EXPECT_EQ(range.minimum, 1e-3);
  EXPECT_EQ(range.maximum, 2e-3);
}

// What was set after the start holds until a phase changes it; a phase at 0 is part of the start.
TEST(PhasesOfAssemblies, LeaveWhatWasSetUntilTheyBegin) {
  const BakeInput input = prepare_bake(read_released({"scenarios.0.phases.0.at=0"}), {});
  Instance instance(bake(input.system, input.options), "released");
  const Model& model = instance.model();
  State& state = instance.state();
  const auto value = [&](const char* name) {
    double x = 0.0;
    EXPECT_EQ(mortise_parameter_get(reinterpret_cast<const mortise_model*>(&model),
                                    reinterpret_cast<const mortise_state*>(&state),
                                    find_parameter(model, name), &x),
              0u);
    return x;
  };
  ScenarioPlayer player;
  ASSERT_TRUE(player.start(model, 0, &state));
  EXPECT_EQ(value("right.restitution"), 0.8);
  EXPECT_EQ(value("left.restitution"), 0.5);
  ASSERT_EQ(set_parameter(model, state, find_parameter(model, "right.restitution"), 0.3), 0u);
  ASSERT_EQ(set_parameter(model, state, find_parameter(model, "left.restitution"), 0.6), 0u);
  double u = 0.0;
  for (int k = 0; k < 500; ++k) player.next(model, &u, &state);
  EXPECT_EQ(value("right.restitution"), 0.3);
  EXPECT_EQ(value("left.restitution"), 0.6);
  player.next(model, &u, &state);  // of the step at 5 ms
  EXPECT_EQ(value("left.restitution"), 1.0);
}

struct PhaseRefusal {
  const char* override_text;
  const char* expected;
};

TEST(PhasesOfAssemblies, RefuseByKeyInterfaceAndRemedy) {
  const PhaseRefusal rows[] = {
      {"scenarios.0.phases.0.interface=rigth", "the nearest interface is \"right\""},
      {"scenarios.0.phases.0.slip_traction=1", "is no number of interface \"right\""},
      {"scenarios.0.phases.2.slip_traction=1", "gap, separation_stiffness"},
      {"scenarios.0.phases.2.velocity=1", "is no number of interface \"clamp\""},
      {"scenarios.0.phases.3.at=0.04", "below 0.04 s, where the scenario ends"},
      {"scenarios.0.phases.1.at=0.001", "put it before the phase at 0.005 s"},
      {"scenarios.0.phases.0.restitution=1.5", "scenarios.0.phases.0.restitution"},
      {"scenarios.0.phases.2.stiffness=1e9", "a running model takes 1000 to 1e+07 for it"},
      {"scenarios.0.phases.0.name=bounce", "contact.kind"}};
  for (const PhaseRefusal& row : rows) {
    const std::string found = refusal_of({row.override_text});
    EXPECT_NE(found.find(row.expected), std::string::npos) << row.override_text << "\n" << found;
    EXPECT_NE(found.find("scenarios.0.phases"), std::string::npos) << found;
  }
  const std::string tangential = "scenarios.0.phases.0.restitution_tangential=0.5";
  EXPECT_EQ(refusal_of({tangential}), "");
  EXPECT_NE(refusal_of({"law.friction_velocity=mean", tangential})
                .find("is no number of interface \"right\""),
            std::string::npos);
}

}  // namespace
}  // namespace mortise::gen
