// Joints whose numbers vary along them: closed forms, and that what is the same everywhere is what
// the law alone would be.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <fstream>

#include "generator/bake/play/play.hpp"
#include "generator/bake/structure/bake_options.hpp"
#include "generator/ground/numbers/constants.hpp"
#include "generator/simulate/assemble/assemble.hpp"
#include "generator/simulate/structure/run_full.hpp"
#include "generator/simulate/structure/statics.hpp"
#include "generator/tool/pipeline/build.hpp"
#include "tests/physics/two_masses.hpp"

namespace mortise::test {
namespace {

using gen::kTwoPi;
using gen::TangentialKind;
using gen::Vector;

TwoMasses rubbed() {
  TwoMasses s;
  s.stiffness_x = 2e8;
  s.damping = {300, 2e-5};
  s.law.normal.stiffness = 1e8;
  s.law.normal.damping = 2e3;
  s.law.normal.separation_stiffness = 1e8;
  s.law.normal.separation_gap = 3e-6;
  s.law.normal.gap = 1e-6;
  s.law.tangential.kind = TangentialKind::oden_pires;
  s.law.tangential.friction = 0.3;
  s.law.tangential.friction_modulus = 4e7;
  return s;
}

// All outputs of steps that press, part and rub.
std::vector<double> shaken(RuntimeMasses* run) {
  std::vector<double> all;
  const auto force = [](int k) {
    return Vector{{3e4 * std::sin(0.02 * k), -800 * (1 + 1.5 * std::sin(0.013 * k)),
                   -1100 * (1 + 1.2 * std::sin(0.017 * k))}};
  };
  for (int k = 0; k < 1500; ++k) {
    EXPECT_EQ(run->step(force(k), force(k + 1)), status::kOk);
    const auto* y = reinterpret_cast<const double*>(&run->y);
    all.insert(all.end(), y, y + sizeof run->y / sizeof *y);
  }
  EXPECT_GT(run->y.friction, 0.1);
  return all;
}

std::vector<double> shaken(const TwoMasses& s) {
  RuntimeMasses run(s, 5e-6);
  return shaken(&run);
}

bool same_bits(const std::vector<double>& a, const std::vector<double>& b) {
  return a.size() == b.size() && std::memcmp(a.data(), b.data(), a.size() * sizeof(double)) == 0;
}

// A factor of 2 where the law has half of the number, the rest where it has none of a clearance.
TEST(JointFields, ThatAreTheSameEverywhereGiveTheBitsOfTheLaw) {
  const std::vector<double> expected = shaken(rubbed());
  for (const char* number : {"stiffness", "impact_damping", "separation_stiffness", "friction",
                             "friction_modulus", "gap", "separation_gap"}) {
    TwoMasses s = rubbed();
    for (const gen::JointNumber& n : gen::joint_numbers()) {
      if (!n.is(number)) continue;
      const double value = n.get(s.law);
      n.set(&s.law, gen::is_clearance(n) ? 0.0 : 0.5 * value);
      s.fields = {field(number, {0.3}, {gen::is_clearance(n) ? value : 2.0})};
    }
    EXPECT_FALSE(same_bits(shaken([&] {
                             TwoMasses without = s;
                             without.fields.clear();
                             return without;
                           }()),
                           expected))
        << number;
    EXPECT_TRUE(same_bits(shaken(s), expected)) << number;
  }
}

// A running model changes the number that the field is a factor of.
TEST(JointFields, ParametersOfARunningModelKeepTheirMeaning) {
  TwoMasses s = rubbed();
  s.fields = {field("stiffness", {0.0, 1.0}, {0.5, 2.0}), field("gap", {0.0, 1.0}, {-1e-6, 0.0}),
              field("friction", {0.0, 1.0}, {1.0, 0.0})};
  TwoMasses other = s;
  other.law.normal.stiffness = 3e8;
  other.law.normal.gap = 2e-6;
  other.law.tangential.friction = 0.5;
  RuntimeMasses set(s, 5e-6), baked(other, 5e-6);
  EXPECT_TRUE(set.set("contact.stiffness", 3e8));
  EXPECT_TRUE(set.set("contact.gap", 2e-6));
  EXPECT_TRUE(set.set("contact.friction", 0.5));
  EXPECT_TRUE(same_bits(shaken(&set), shaken(&baked)));
  // no point may push where it pulls
  EXPECT_TRUE(set.set("contact.gap", -2.1e-6));
  EXPECT_FALSE(set.set("contact.gap", -2.9e-6));
}

// Both points carry the same pressure; one of them has no friction.
TEST(JointFields, WithoutFrictionOnOneHalfHalfOfItIsLeft) {
  for (const double share : {1.0, 0.0, 0.25}) {
    TwoMasses s = rubbed();
    s.law.normal.damping = 0.0;
    s.fields = {field("friction", {0.4, 0.6}, {share, 1.0})};
    const double press = 1000;
    const double depth = 2 * press / s.law.normal.stiffness + s.law.normal.gap;
    RuntimeMasses run(s, 5e-6);
    run.start(Vector{{0, -depth, 0, -depth}}, Vector::Zero(4), press);
    for (int k = 0; k < 8000; ++k) {
      const auto force = [](int i) { return Vector{{7.0 * i, -1000, -1000}}; };
      EXPECT_EQ(run.step(force(k), force(k + 1)), status::kOk);
    }
    EXPECT_NEAR(run.y.shear[0], -share * 0.3 * 2 * press, 1e-6 * press);
    EXPECT_NEAR(run.y.shear[1], -0.3 * 2 * press, 1e-6 * press);
  }
}

// A stiff block, guided along its height, above a base that falls away along it.
constexpr const char* kWedge = R"(name = "wedge"
[import]
kind = "plane"
[[import.bodies]]
name = "block"
length = 0.4
height = 0.1
elements = [16, 2]
young = 1e15
density = 1000.0
[[import.bodies.supports]]
edge = "left"
directions = [1]
[[import.bodies.supports]]
edge = "right"
directions = [1]
[damping]
alpha = 3.0
[contact]
kind = "joint"
side = "block.bottom"
base = true
subdivisions = 8
stiffness = 1e9
[step]
size = 1e-5
[[forces]]
name = "press"
set = "block.top"
direction = [0.0, -1.0, 0.0]
value = 3125.0
[output]
energies = true
[[outputs]]
name = "y"
set = "block.bottom"
direction = [0.0, 1.0, 0.0]
[[scenarios]]
name = "still"
duration = 1e-3
[scenarios.initial]
shape = "pressed"
)";

gen::Definition defined(const std::string& text, const std::vector<std::string>& overrides = {}) {
  const std::string path = testing::TempDir() + "/fields.toml";
  std::ofstream(path) << text;
  return gen::read_definition(path, overrides);
}

gen::Definition wedge(const std::string& fields) { return defined(kWedge + fields); }

constexpr double kSlope = 1e-4, kStiffness = 1e9, kPress = 3125.0;

// A gap that grows as s x: pressed by F the block closes a = (2 F / (k s))^(1/2) of it, and its
// pressure is k s (a - x).
void expect_wedge(const gen::JointPoint& point, double traction) {
  const double closed = std::sqrt(2 * kPress / (kStiffness * kSlope));
  EXPECT_NEAR(traction, kStiffness * kSlope * std::max(0.0, closed - point.position),
              2e-4 * kStiffness * kSlope * closed)
      << point.position;
}

TEST(JointFields, AWedgeClosesAsFarAsItsClosedForm) {
  const gen::Definition d = wedge(R"(
[[contact.fields]]
number = "gap"
at = [0.0, 0.4]
values = [0.0, 4e-5]
)");
  const gen::AssembledSystem a = gen::assemble(d, nullptr);
  const gen::Joint& joint = *a.system.lone().as<gen::Joint>();
  gen::JointStatics statics(a.system, joint.law, Vector::Zero(a.system.model.size()));
  ASSERT_TRUE(statics.advance(a.system.constant_force));
  for (std::size_t i = 0; i < joint.points.size(); ++i)
    expect_wedge(joint.points[i], statics.tractions()[i].compression);

  const gen::BakeInput input = gen::prepare_bake(d, {});
  const Vector pressure = input.options.scenarios.at(0).initial_pressure.value();
  ASSERT_EQ(pressure.size(), static_cast<Eigen::Index>(joint.points.size()));
  for (std::size_t i = 0; i < joint.points.size(); ++i)
    expect_wedge(joint.points[i], pressure[static_cast<Eigen::Index>(i)] / joint.points[i].length);
  gen::Instance run(gen::bake(input.system, input.options), d.name);
  const gen::Trajectory t = gen::play(run, 0, 1e-3, 1, {});
  for (const auto& y : t.outputs) EXPECT_NEAR(y[0], t.outputs[0][0], 1e-12);
}

// A table of the definition and the same one in a file.
TEST(JointFields, AFileSaysWhatATableSays) {
  const std::string csv = testing::TempDir() + "/varied.csv";
  std::ofstream(csv)
      << "position,friction,stiffness,gap\n# units: m,1,1,m\n0,1,0.5,1e-6\n0.1,1,2,0\n";
  const auto points = [](const gen::Definition& d) {
    return gen::assemble(d, nullptr).system.lone().as<gen::Joint>()->points;
  };
  const auto by_table = points(wedge(R"(
[[contact.fields]]
number = "stiffness"
at = [0.0, 0.1]
values = [0.5, 2.0]
[[contact.fields]]
number = "gap"
at = [0.0, 0.1]
values = [1e-6, 0.0]
)"));
  const auto by_file = points(wedge(R"(
[[contact.fields]]
number = "stiffness"
file = "varied.csv"
[[contact.fields]]
number = "gap"
file = "varied.csv"
)"));
  ASSERT_EQ(by_table.size(), by_file.size());
  for (std::size_t i = 0; i < by_file.size(); ++i) {
    ASSERT_EQ(by_file[i].varied.size(), 2u);
    for (std::size_t k = 0; k < 2; ++k)
      EXPECT_EQ(by_file[i].varied[k].value, by_table[i].varied[k].value);
    EXPECT_NEAR(by_file[i].varied[0].value, 0.5 + 15 * std::min(0.1, by_file[i].position), 1e-15);
  }
}

// A light block between a bed and a roof, shaken until it parts from both and slips. Their numbers,
// and what varies of them.
gen::Definition bed_and_roof(const std::string& bed, const std::string& roof,
                             const std::vector<std::string>& overrides = {}) {
  const char* head = R"(name = "between"
[[bodies]]
name = "block"
import = { kind = "plane", bodies = [{ length = 0.4, height = 0.1, elements = [4, 1], young = 1e9, density = 3.0 }] }
)";
  const char* joint = R"(
[[interfaces]]
kind = "joint"
tangential = "jenkins"
)";
  const char* tail = R"(
[damping]
alpha = 20.0
beta = 1e-6
[step]
size = 1e-5
[[forces]]
name = "weight"
set = "block.top"
direction = [0.0, -1.0, 0.0]
value = 400.0
[[inputs]]
name = "lift"
set = "block.top"
direction = [0.2, 1.0, 0.0]
hold = "linear"
[excitation]
kind = "harmonic"
amplitude = 3000.0
frequency = 120.0
[output]
energies = true
[[outputs]]
name = "x"
set = "block.top"
direction = [1.0, 0.0, 0.0]
[[outputs]]
name = "y"
set = "block.right"
direction = [0.0, 1.0, 0.0]
[[scenarios]]
name = "shake"
duration = 0.02
)";
  return defined(std::string(head) + joint +
                     "name = \"bed\"\nbetween = [\"block.bottom\", \"ground\"]\n" + bed + joint +
                     "name = \"roof\"\nbetween = [\"block.top\", \"ground\"]\n" + roof + tail,
                 overrides);
}

gen::Trajectory played(const gen::Definition& d) {
  const gen::BakeInput input = gen::prepare_bake(d, {});
  gen::Instance run(gen::bake(input.system, input.options), d.name);
  return gen::play(run, 0, d.scenarios[0].duration, 1, {});
}

double of(const gen::Trajectory& t, std::size_t step, const char* name) {
  const auto at = std::find(t.names.begin(), t.names.end(), name);
  return t.outputs.at(step).at(static_cast<std::size_t>(at - t.names.begin()));
}

// Both find the same motion; the books of the file are closed.
TEST(JointFields, AFileOfSeveralGoesAsFullOrder) {
  const gen::Definition d = bed_and_roof(R"(stiffness = 1e9
friction_modulus = 4e8
slip_traction = 900.0
fields = [{ number = "gap", at = [0.0, 0.4], values = [0.0, 4e-6] },
          { number = "slip_traction", at = [0.1, 0.3], values = [2.0, 0.2] },
          { number = "friction_modulus", at = [0.0, 0.4], values = [0.5, 1.0] }]
)",
                                         R"(stiffness = 1e9
gap = 1e-6
friction_modulus = 2e8
slip_traction = 500.0
fields = [{ number = "stiffness", at = [0.0, 0.4], values = [0.1, 1.0] },
          { number = "slip_traction", at = [0.19, 0.21], values = [0.0, 1.0] }]
)");
  const gen::AssembledSystem a = gen::assemble(d, nullptr);
  gen::FullOrderOptions options;
  options.step = *d.step.size;
  const gen::InitialState& start = a.scenario_states[0];
  const gen::Trajectory full =
      gen::run_full(a.system, options, gen::sources_of(d, d.scenarios[0], a.system.inputs, 0.0),
                    start.displacement, start.velocity, d.scenarios[0].duration, 1, {});
  const gen::Trajectory file = played(d);
  ASSERT_EQ(file.outputs.size(), full.outputs.size());
  for (std::size_t k = 0; k < full.outputs.size(); ++k) {
    for (const char* motion : {"x", "y"})
      ASSERT_NEAR(of(file, k, motion), of(full, k, motion), 1e-11) << k;
    ASSERT_NEAR(of(file, k, "energy_total") + of(file, k, "dissipated_material") +
                    of(file, k, "dissipated_friction") + of(file, k, "dissipated_impact"),
                of(file, k, "work_external"), 1e-11)
        << k;
  }
  EXPECT_GT(of(file, full.outputs.size() - 1, "dissipated_friction"), 0.1);
}

// Solved by paths from piece to piece, too, where one sweep and one step of Newton's method find no
// solution: the bits of the law.
TEST(JointFields, ThatAreTheSameEverywhereGiveTheBitsOfTheLawAmongOthers) {
  const std::vector<std::string> solver = {"solver.sweeps=1", "solver.iterations=1"};
  const gen::Trajectory plain = played(bed_and_roof(R"(stiffness = 1e9
friction_modulus = 4e8
slip_traction = 90.0
gap = 2e-6
separation_stiffness = 1e8
separation_gap = 4e-6
)",
                                                    R"(stiffness = 1e9
friction_modulus = 2e8
slip_traction = 50.0
)",
                                                    solver));
  const gen::Trajectory varied = played(bed_and_roof(R"(stiffness = 2e9
friction_modulus = 2e8
slip_traction = 360.0
separation_stiffness = 2e8
fields = [{ number = "stiffness", at = [0.0], values = [0.5] },
          { number = "friction_modulus", at = [0.0], values = [2.0] },
          { number = "slip_traction", at = [0.0], values = [0.25] },
          { number = "gap", at = [0.0], values = [2e-6] },
          { number = "separation_stiffness", at = [0.0], values = [0.5] },
          { number = "separation_gap", at = [0.0], values = [4e-6] }]
)",
                                                     R"(stiffness = 1e9
friction_modulus = 2e8
slip_traction = 100.0
fields = [{ number = "slip_traction", at = [0.0], values = [0.5] }]
)",
                                                     solver));
  ASSERT_EQ(plain.outputs.size(), varied.outputs.size());
  for (std::size_t k = 0; k < plain.outputs.size(); ++k)
    ASSERT_TRUE(same_bits(plain.outputs[k], varied.outputs[k])) << k;
  EXPECT_GT(of(plain, plain.outputs.size() - 1, "dissipated_friction"), 0.1);
}

}  // namespace
}  // namespace mortise::test
