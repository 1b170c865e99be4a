// Pressed starts of assemblies: closed forms, rest, and where a damped motion ends.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <fstream>

#include "generator/bake/play/play.hpp"
#include "generator/bake/structure/bake.hpp"
#include "generator/bake/structure/bake_options.hpp"
#include "generator/ground/text/error.hpp"
#include "generator/simulate/assemble/assemble.hpp"
#include "generator/simulate/structure/assembly_order.hpp"
#include "generator/simulate/structure/pressed_start.hpp"
#include "generator/simulate/structure/run_full.hpp"
#include "generator/tool/pipeline/build.hpp"
#include "tests/generator/tool/pipeline/trajectory_column.hpp"

namespace mortise::gen {
namespace {

// A mass on a spring before a stop that is there twice, and one that only a pad keeps from flying
// through it. The roof is out of reach.
constexpr const char* kStacked = R"(name = "stacked"
[[bodies]]
name = "carrier"
[bodies.import]
kind = "lumped"
masses = [{ node = 1, mass = 2.0, directions = [1] }]
springs = [{ to = 1, direction = 1, stiffness = 1e5 }]
[[bodies]]
name = "load"
[bodies.import]
kind = "lumped"
masses = [{ node = 1, mass = 0.3, directions = [1] }]
[[interfaces]]
name = "pad"
kind = "joint"
between = ["load.1", "carrier.1"]
normal = [1.0, 0.0, 0.0]
stiffness = 4e6
gap = 2e-4
[[interfaces]]
name = "stop"
kind = "unilateral"
between = ["carrier.1", "ground"]
normal = [1.0, 0.0, 0.0]
clearance = 1e-3
restitution = 0.5
[[interfaces]]
name = "twin"
kind = "unilateral"
between = ["carrier.1", "ground"]
normal = [1.0, 0.0, 0.0]
clearance = 1e-3
[[interfaces]]
name = "roof"
kind = "unilateral"
between = ["load.1", "ground"]
normal = [-1.0, 0.0, 0.0]
clearance = 1e-3
[step]
size = 1e-5
[[forces]]
name = "push"
set = "load.1"
direction = [-1.0, 0.0, 0.0]
value = 400.0
[output]
energies = true
[[outputs]]
name = "x_carrier"
set = "carrier.1"
direction = [1.0, 0.0, 0.0]
[[outputs]]
name = "x_load"
set = "load.1"
direction = [1.0, 0.0, 0.0]
[[outputs]]
name = "pad"
quantity = "normal_traction"
interface = "pad"
[[outputs]]
name = "stop"
quantity = "contact_force"
interface = "stop"
[[outputs]]
name = "twin"
quantity = "contact_force"
interface = "twin"
[[scenarios]]
name = "still"
duration = 0.01
[scenarios.initial]
shape = "pressed"
)";

Definition read_stacked(const std::vector<std::string>& overrides = {},
                        const std::string& more = "") {
  const std::string path = testing::TempDir() + "/stacked.toml";
  std::ofstream(path) << kStacked << more;
  return read_definition(path, overrides);
}

std::string refusal_of_stacked(const std::vector<std::string>& overrides,
                               const std::string& more = "") {
  try {
    (void)prepare_bake(read_stacked(overrides, more), {});
  } catch (const Error& error) {
    return error.what();
  }
  return "";
}

Trajectory played_from_press(const Definition& d) {
  const BakeInput input = prepare_bake(d, {});
  Instance instance(bake(input.system, input.options), d.name);
  return play(instance, 0, d.scenarios[0].duration, 1, {});
}

Trajectory full_from_press(const Definition& d) {
  const AssembledSystem a = assemble(d, nullptr);
  FullOrderOptions options;
  options.step = *d.step.size;
  options.changes = d.scenarios[0].changes;
  const InitialState& start = a.scenario_states[0];
  return run_full(a.system, options, {}, start.displacement, start.velocity,
                  d.scenarios[0].duration, 1, {});
}

// The carrier is at the stop, which takes what its spring leaves of the load; the pad is closed by
// 400 N over its stiffness.
void expect_rest(const Trajectory& t, double pad_stiffness) {
  const double stop = 400.0 - 1e5 * 1e-3;
  for (const std::size_t k : {std::size_t{0}, std::size_t{1}, t.outputs.size() - 1}) {
    const auto value = [&](const char* name) { return t.outputs[k].at(column_of(t, name)); };
    EXPECT_NEAR(value("x_carrier"), -1e-3, 1e-13) << k;
    EXPECT_NEAR(value("x_load"), -1e-3 - 2e-4 - 400.0 / pad_stiffness, 1e-13) << k;
    EXPECT_NEAR(value("pad"), 400.0, 1e-6);
    EXPECT_NEAR(value("energy_kinetic"), 0.0, 1e-20);
    if (k == 0) continue;  // contact forces are those of steps
    EXPECT_NEAR(value("stop") + value("twin"), stop, 1e-6) << k;
  }
  for (const char* loss : {"dissipated_friction", "dissipated_impact"})
    EXPECT_NEAR(t.outputs.back().at(column_of(t, loss)), 0.0, 1e-12);
}

TEST(PressedAssemblies, StandStillWhereTheClosedFormHasThem) {
  const Definition d = read_stacked();
  expect_rest(played_from_press(d), 4e6);
  expect_rest(full_from_press(d), 4e6);
}

// 400 N = k g^(3/2)
TEST(PressedAssemblies, StandStillOnHertzSprings) {
  const Definition d =
      read_stacked({"interfaces.pad.impact_exponent=1.5", "interfaces.pad.stiffness=1e9"});
  const double stiffness = 400.0 / std::pow(400.0 / 1e9, 2.0 / 3);
  expect_rest(played_from_press(d), stiffness);
  expect_rest(full_from_press(d), stiffness);
}

TEST(PressedAssemblies, BeginWithTheLawsOfTheirFirstPhase) {
  const Definition d =
      read_stacked({"scenarios.0.phases=[{at=0, interface=\"pad\", stiffness=1e6}]"});
  expect_rest(played_from_press(d), 1e6);
  expect_rest(full_from_press(d), 1e6);
}

// Nothing presses: the spring alone holds the carrier, nobody the load, which stays where it is.
TEST(PressedAssemblies, LeaveAloneWhatNothingMoves) {
  const Trajectory t = played_from_press(read_stacked({"forces.0.value=0"}));
  for (const char* name : {"x_carrier", "x_load", "pad"})
    EXPECT_NEAR(t.outputs.back().at(column_of(t, name)), 0.0, 1e-18) << name;
}

TEST(PressedAssemblies, AreRefusedWithoutEquilibrium) {
  // past the roof is none, and before it is the roof
  EXPECT_EQ(refusal_of_stacked({"forces.0.value=-400"}), "");
  EXPECT_NE(refusal_of_stacked(
                {"forces.0.value=-400", "interfaces.roof.between=[\"carrier.1\",\"ground\"]"})
                .find("no equilibrium"),
            std::string::npos);
  const std::string moved = refusal_of_stacked({"scenarios.0.initial.velocity=[1,0,0]"});
  EXPECT_NE(moved.find("moved as well"), std::string::npos) << moved;
}

// Two cantilevers tip to tip, one of them on a pad: elastic bodies, a contact and a joint of which
// each carries a part.
constexpr const char* kTips = R"(name = "tips"
[[bodies]]
name = "a"
import = { kind = "beam", beam = { diameter = 0.01, young = 2e11, density = 7800.0, segments = [{ elements = 4, length = 0.2 }], stations = [{ name = "tip", distance = 0.2 }] } }
condense = { method = "craig_bampton", modes = 3 }
[[bodies]]
name = "b"
import = { kind = "beam", beam = { diameter = 0.012, young = 2e11, density = 7800.0, segments = [{ elements = 4, length = 0.2 }], stations = [{ name = "tip", distance = 0.2 }] } }
condense = { method = "craig_bampton", modes = 3 }
[bodies.placement]
position = [0.05, 0.0, 0.0]
[damping]
ratio = 0.5
modes = [1, 2]
[[interfaces]]
name = "stop"
kind = "unilateral"
between = ["b.tip", "a.tip"]
normal = [1.0, 0.0, 0.0]
clearance = 5e-5
[[interfaces]]
name = "pad"
kind = "joint"
between = ["b.tip", "ground"]
normal = [-1.0, 0.0, 0.0]
stiffness = 2e4
gap = 1e-5
[step]
size = 2e-5
[[forces]]
name = "push"
set = "a.tip"
direction = [1.0, 0.0, 0.0]
value = 30.0
[[forces]]
name = "weight"
set = "b.tip"
direction = [0.0, 1.0, 0.0]
value = 5.0
[[outputs]]
name = "gap"
quantity = "gap"
interface = "stop"
[[scenarios]]
name = "still"
duration = 0.001
[scenarios.initial]
shape = "pressed"
)";

TEST(PressedAssemblies, AreWhereADampedMotionEnds) {
  const std::string path = testing::TempDir() + "/tips.toml";
  std::ofstream(path) << kTips;
  const Definition d = read_definition(path);
  const AssembledSystem a = assemble(d, nullptr);
  AssemblyOrder run(a.system, 2e-5);
  run.set_state(Vector(), Vector());
  for (int k = 0; k < 6000; ++k) (void)run.step(Vector(0));
  EXPECT_GT(run.books(0).impact, 0.0);  // they met on the way
  Openings openings = openings_of(a.system, {});
  ASSERT_EQ(openings.laws.size(), 2u);
  // a step stops the approach, not where it has got to: the end is that of a stop which stands
  // there
  const double missed = openings.laws[0].clearance + (openings.rows * run.displacement())[0];
  EXPECT_LT(std::abs(missed), 5e-6);
  const FullModel& model = a.system.model;
  const auto equilibrium = [&] {
    return pressed_equilibrium(model.stiffness, model.mass, openings, a.system.constant_force);
  };
  const PressedState pressed = equilibrium();
  EXPECT_EQ(pressed.displacement, a.scenario_states[0].displacement);
  EXPECT_GT(pressed.force[0], 1.0);  // both carry
  EXPECT_GT(pressed.force[1], 0.1);
  openings.laws[0].clearance -= missed;
  const Vector end = equilibrium().displacement;
  const double size = end.cwiseAbs().maxCoeff();
  EXPECT_GT(size, 1e-4);
  EXPECT_LT((run.displacement() - end).cwiseAbs().maxCoeff(), 1e-8 * size);
  // tips that are interfaces keep their static shapes: condensed they start at the same place
  const Trajectory t = played_from_press(d);
  EXPECT_NEAR(t.outputs.front()[0], 0.0, 1e-15);
  EXPECT_NEAR(t.outputs.back()[0], 0.0, 1e-13);
}

}  // namespace
}  // namespace mortise::gen
