// A definition with a sliding contact beside a stop, from its text to a certificate: the file of
// all modes and the run at full order are one model.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <fstream>

#include "generator/bake/play/play.hpp"
#include "generator/simulate/assemble/assemble.hpp"
#include "generator/simulate/structure/run_full.hpp"
#include "generator/tool/pipeline/build.hpp"
#include "mortise_generated.h"

namespace mortise::gen {
namespace {

// A clamped plate above another one, whose left corner is drawn along its top; a stop below its
// end. Friction and speed change half-way.
constexpr const char* kDrawnBodies = R"(name = "drawn"
[[bodies]]
name = "upper"
import = { kind = "plane", bodies = [{ length = 0.05, height = 0.002, width = 0.01, origin = [0.02, 0.002], angle = 20.0, elements = [6, 1], young = 7e10, poisson = 0.3, density = 2700.0, supports = [{ edge = "right" }] }] }
condense = { method = "craig_bampton", modes = 22 }
damping = { alpha = 5.0, beta = 1e-6 }
[[bodies]]
name = "lower"
import = { kind = "plane", bodies = [{ length = 0.1, height = 0.002, width = 0.01, elements = [10, 1], young = 2e9, poisson = 0.4, density = 1200.0, supports = [{ edge = "left" }] }] }
condense = { method = "craig_bampton", modes = 18 }
damping = { alpha = 5.0, beta = 1e-6 }
[[interfaces]]
name = "slide"
kind = "sliding"
between = ["upper.left", "lower.top"]
near = [0.02, 0.002, 0.0]
law = "unilateral"
friction = 0.25
velocity = 0.5
start = 0.021
[[interfaces]]
name = "stop"
kind = "unilateral"
between = ["lower.right", "ground"]
normal = [0.0, 1.0, 0.0]
clearance = 1e-5
[step]
size = 1e-6
[output]
energies = true
[[forces]]
name = "press"
set = "upper.left"
direction = [0.0, -1.0, 0.0]
value = 3.0
[[outputs]]
name = "normal"
quantity = "contact_force"
interface = "slide"
[[outputs]]
name = "friction"
quantity = "contact_force"
component = "tangent1"
interface = "slide"
[[outputs]]
name = "slip"
quantity = "sliding_velocity"
interface = "slide"
[[outputs]]
name = "position"
quantity = "contact_position"
interface = "slide"
[[outputs]]
name = "tip"
set = "lower.right"
direction = [0.0, 1.0, 0.0]
[[scenarios]]
name = "draw"
duration = 0.006
held_out = true
phases = [{ at = 0.003, interface = "slide", friction = 0.1, velocity = 1.0 }]
[verify]
displacement = 0.2
force = 0.05
dissipated_energy = 0.05
)";

Definition read_drawn(const std::vector<std::string>& overrides) {
  const std::string path = testing::TempDir() + "/drawn_along.toml";
  std::ofstream(path) << kDrawnBodies;
  return read_definition(path, overrides);
}

TEST(SlidingInADefinition, FullAndReducedAreOneModel) {
  for (const char* law : {"unilateral", "bilateral"}) {
    const Definition d = read_drawn({std::string("interfaces.slide.law=") + law});
    const AssembledSystem a = assemble(d, nullptr);
    FullOrderOptions options;
    options.step = *d.step.size;
    options.changes = d.scenarios[0].changes;
    ASSERT_EQ(options.changes.size(), 2u);
    const InitialState& start = a.scenario_states[0];
    const Trajectory full = run_full(a.system, options, {}, start.displacement, start.velocity,
                                     d.scenarios[0].duration, 1, {});
    EXPECT_EQ(full.unsolved_steps, 0);
    Instance file(build_model(d, {}), d.name);
    const Trajectory played = play(file, 0, d.scenarios[0].duration, 1, {});
    ASSERT_EQ(played.names, full.names);
    ASSERT_EQ(played.outputs.size(), full.outputs.size());
    for (std::size_t c = 0; c < full.names.size(); ++c) {
      double off = 0.0, largest = 0.0;
      for (std::size_t k = 0; k < full.outputs.size(); ++k) {
        off = std::max(off, std::abs(full.outputs[k][c] - played.outputs[k][c]));
        largest = std::max(largest, std::abs(full.outputs[k][c]));
      }
      EXPECT_LT(off, 1e-8 * largest) << law << ' ' << full.names[c];
    }
    EXPECT_NEAR(full.outputs.back()[3], 0.021 + 0.003 * 0.5 + 0.003 * 1.0, 1e-12);

    const schema::ScenarioError& errors = *file.model().root()->certificate()->errors()->Get(0);
    EXPECT_TRUE(errors.touched());
    for (const schema::MeasuredError* m : *errors.measured()) EXPECT_LT(*m->reduction(), 1e-8);
    ASSERT_EQ(errors.interfaces()->size(), 2u);
    const schema::InterfaceError& slide = *errors.interfaces()->Get(0);
    EXPECT_EQ(slide.interface()->str(), "slide");
    ASSERT_EQ(slide.measured()->size(), 2u);  // impulse and loss
    for (const schema::MeasuredError* m : *slide.measured()) {
      EXPECT_LT(*m->reduction(), 1e-8);
      EXPECT_LT(*m->total(), 1e-2);
    }
  }
}

}  // namespace
}  // namespace mortise::gen
