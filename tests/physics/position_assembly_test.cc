// Contacts at position level of several interfaces, between elastic bodies and to the ground:
// closed forms, momentum, energy, many nodes, the file against full order.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <random>

#include "generator/bake/play/play.hpp"
#include "generator/bodies/mesh/plane.hpp"
#include "generator/bodies/model/dof_table.hpp"
#include "generator/contact/system/contact_lag.hpp"
#include "generator/ground/text/error.hpp"
#include "generator/judge/analyses/coupling_study.hpp"
#include "generator/simulate/assemble/assemble.hpp"
#include "generator/simulate/structure/run_full.hpp"
#include "generator/tool/pipeline/choose.hpp"
#include "mortise/snapshot.hpp"
#include "tests/physics/models.hpp"
#include "tests/physics/position_run.hpp"

namespace mortise::test {
namespace {

gen::Definition read_stacked(const std::string& name, const std::string& text,
                             const std::vector<std::string>& overrides = {}) {
  const std::string path = testing::TempDir() + "/" + name + ".toml";
  std::ofstream(path) << "name = \"" << name << "\"\n" << text;
  return gen::read_definition(path, overrides);
}

Vector translation_of(const gen::FullModel& model, const std::string& body, int direction) {
  Vector unit = Vector::Zero(model.size());
  for (const gen::Substructure& part : model.substructures)
    if (part.name == body)
      unit.segment(part.first, part.size) =
          gen::translation(model, direction).segment(part.first, part.size);
  return unit;
}

// ---- two bars of length, section, stiffness, density and wave speed 1, which do not strain across

constexpr const char* kBars = R"(
[[bodies]]
name = "left"
import = {{ kind = "plane", bodies = [{{ name = "left", length = 1.0, height = 0.1, width = 10.0, elements = [{0}, 1], young = 1.0, poisson = 0.0, density = 1.0, supports = [{{ edge = "bottom", directions = [2] }}, {{ edge = "top", directions = [2] }}{2}] }}] }}
[[bodies]]
name = "right"
import = {{ kind = "plane", bodies = [{{ name = "right", length = 1.0, height = 0.1, width = 10.0, elements = [{0}, {1}], young = 1.0, poisson = 0.0, density = 1.0, supports = [{{ edge = "bottom", directions = [2] }}, {{ edge = "top", directions = [2] }}{3}] }}] }}
placement = {{ position = [1.0, 0.0, 0.0] }}
[condense]
method = "massless_boundary"
modes = 40
[[interfaces]]
name = "ends"
kind = "unilateral"
level = "position"
between = ["right.left", "left.right"]
normal = [1.0, 0.0, 0.0]
clearance = 0.03
[step]
size = 0.01
[[outputs]]
name = "end"
set = "right.left"
direction = [1.0, 0.0, 0.0]
)";

struct Collision {
  double impulse = 0.0, plateau = 0.0, duration = 0.0;  // force: rms off 1/2 while it stands
  double left = 0.0, right = 0.0, lost = 0.0;           // speeds behind it [m/s], [J] of 1/2
  double momentum = 0.0;                                // largest change [kg m/s]
  Status status = 0;
};

// The left one comes with speed 1.
Collision collision_of(int across) {
  const gen::Definition d =
      read_stacked("bars", fmt::format(fmt::runtime(kBars), 200, across, "", ""));
  gen::AssembledSystem full = gen::assemble(d, nullptr);
  const gen::FullModel& model = full.system.model;
  const Vector of_left = translation_of(model, "left", 1),
               of_right = translation_of(model, "right", 1);
  full.system.initial_velocity = of_left;
  const gen::Condensation c = gen::condense_as_defined(d, full);
  EXPECT_EQ(c.report.rigid_body_modes, 2);
  const Matrix fit = gen::modal_fit(model, c).velocity;
  const Vector rigid = (c.system.omega.array() == 0.0).cast<double>();
  const Vector push_left = (fit * of_left).cwiseProduct(rigid),
               push_right = (fit * of_right).cwiseProduct(rigid);
  const double h = *d.step.size;
  PositionRun run(c.system, h);
  const double start = run.energy(), momentum = (push_left + push_right).dot(run.v());
  EXPECT_NEAR(momentum, 1.0, 1e-10);
  Collision out;
  double sum = 0.0;
  int seen = 0;
  for (int k = 0; k < 400; ++k) {
    out.status |= run.step();
    const Vector f = run.mean_force();
    double force = 0.0;
    for (Eigen::Index r = 0; r < f.size(); r += 3) force += f[r];
    out.impulse += h * force;
    out.duration += force > 0.0 ? h : 0.0;
    out.momentum =
        std::max(out.momentum, std::abs((push_left + push_right).dot(run.v()) - momentum));
    const double t = (k + 0.5) * h - 0.03;
    if (t < 0.3 || t > 1.7) continue;
    sum += (force - 0.5) * (force - 0.5);
    ++seen;
  }
  out.plateau = std::sqrt(sum / seen);
  out.left = push_left.dot(run.v()) / push_left.squaredNorm();
  out.right = push_right.dot(run.v()) / push_right.squaredNorm();
  out.lost = 1.0 - run.energy() / start;
  return out;
}

// rho A c v/2 over 2 L/c, whether their meshes match or not: they exchange what they have.
TEST(PositionAssembly, EqualBarsExchangeTheirVelocities) {
  for (const int across : {1, 2}) {
    SCOPED_TRACE(across);
    const Collision hit = collision_of(across);
    std::printf("impulse %.2e plateau %.2e duration %.3f lost %.2e momentum %.1e\n",
                hit.impulse - 1.0, hit.plateau, hit.duration, hit.lost, hit.momentum);
    EXPECT_NEAR(hit.impulse, 1.0, 1.5e-3);
    EXPECT_NEAR(hit.left, 0.0, 1.5e-3);
    EXPECT_NEAR(hit.right, 1.0, 1.5e-3);
    EXPECT_NEAR(hit.duration, 2.0, 0.035);  // to the next step, and .4 %
    EXPECT_LT(hit.plateau, 5e-3);
    EXPECT_LT(std::abs(hit.lost), 1e-3);
    EXPECT_LT(hit.momentum, 1e-12);  // rounding of 400 steps; which kernels BLAS takes moves it
    EXPECT_EQ(hit.status, status::kOk);
  }
}

// Equal bars of two materials give way alike: one lag in the middle takes as much as both of
// theirs, and no step of their collision makes energy.
TEST(PositionAssembly, BarsOfDifferentDampingShareALag) {
  const gen::Definition d = read_stacked(
      "damped_bars", fmt::format(fmt::runtime(kBars), 40, 1, "", ""),
      {"bodies.left.damping.beta=1e-4", "bodies.right.damping.beta=5e-4", "condense.modes=8"});
  gen::AssembledSystem full = gen::assemble(d, nullptr);
  full.system.initial_velocity = translation_of(full.system.model, "left", 1);
  const gen::Condensation c = gen::condense_as_defined(d, full);
  EXPECT_NEAR(c.system.lone().residual->lag, 3e-4, 1e-9);
  PositionRun run(c.system, *d.step.size);
  double energy = run.energy();
  const double start = energy;
  for (int k = 0; k < 400; ++k) {
    EXPECT_EQ(run.step(), status::kOk) << k;
    EXPECT_LT(run.energy(), energy + 1e-12 * start) << k;
    energy = run.energy();
  }
  EXPECT_LT(energy, 0.999 * start);
}

// Held at their outer ends and longer than their room: two springs E A / L in series.
TEST(PositionAssembly, AnOverlapOfTwoBarsCarriesTheForceOfBoth) {
  const std::string left = R"(, { edge = "left" })", right = R"(, { edge = "right" })";
  for (const int across : {1, 2}) {
    SCOPED_TRACE(across);
    const gen::Definition d = read_stacked(
        "pressed_bars", fmt::format(fmt::runtime(kBars), 20, across, left, right),
        {"interfaces.ends.clearance=-1e-3", "initial.shape=pressed", "condense.modes=10"});
    const gen::BakeInput input = gen::prepare_bake(d, {});
    PositionRun run(input.system, input.options.step);
    for (int k = 0; k < 2000; ++k) {
      EXPECT_EQ(run.step(), status::kOk);
      double force = 0.0;
      for (Eigen::Index r = 0; r < run.mean_force().size(); r += 3) force += run.mean_force()[r];
      ASSERT_NEAR(force, 5e-4, 5e-13) << k;
      ASSERT_NEAR(run.displacement()[0], 1e-3, 1e-15) << k;
    }
  }
}

// ---- a block on two feet, either of which rubs in its own way

constexpr double kLength = 0.2, kHeight = 0.1, kFreeFall = 9.81;

std::string block_text(const std::string& interfaces) {
  gen::PlaneBody body;
  body.name = "block";
  body.length = kLength;
  body.height = kHeight;
  body.elements_x = 8;
  body.elements_y = 4;
  body.material = {2e6, 0.3, 1000.0};
  const std::vector<std::int64_t> bottom =
      gen::build_plane("block", {body}).sets.at("block.bottom");
  return R"(
[[bodies]]
name = "block"
import = { kind = "plane", bodies = [{ name = "block", length = 0.2, height = 0.1, width = 0.05, elements = [8, 4], young = 2e6, poisson = 0.3, density = 1000.0 }] }
condense = { method = "massless_boundary", modes = 30 }
damping = { alpha = 0.0, beta = 5e-3 }
[gravity]
acceleration = [0.0, -9.81, 0.0]
[step]
size = 2e-4
[[outputs]]
name = "x"
set = "block"
direction = [1.0, 0.0, 0.0]
[[outputs]]
name = "speed"
quantity = "velocity"
set = "block"
direction = [1.0, 0.0, 0.0]
)" + fmt::format(fmt::runtime(interfaces), bottom.front(), bottom.back());
}

constexpr const char* kFeet = R"(
[initial]
velocity = [1.0, 0.0, 0.0]
[[interfaces]]
name = "back"
kind = "unilateral"
level = "position"
between = ["block.{0}", "ground"]
normal = [0.0, 1.0, 0.0]
tangent = [1.0, 0.0, 0.0]
clearance = 0.0
friction = 0.1
[[interfaces]]
name = "front"
kind = "unilateral"
level = "position"
between = ["block.{1}", "ground"]
normal = [0.0, 1.0, 0.0]
tangent = [1.0, 0.0, 0.0]
clearance = 0.0
friction = 0.4
[[outputs]]
name = "force"
quantity = "filtered_force"
interface = "front"
[[outputs]]
name = "work_back"
quantity = "friction_work"
interface = "back"
[[outputs]]
name = "work_front"
quantity = "friction_work"
interface = "front"
[[outputs]]
name = "state"
quantity = "contact_state"
interface = "front"
[[outputs]]
name = "pushed"
quantity = "contact_impulse"
interface = "front"
component = "tangent1"
[[scenarios]]
name = "slides"
duration = 0.2
[[scenarios]]
name = "brakes"
duration = 0.1
[[scenarios.phases]]
at = 0.05
interface = "back"
friction = 0.4
)";

TEST(PositionAssembly, EitherFootRubsAsItsInterfaceSays) {
  const gen::Definition d = read_stacked("feet", block_text(kFeet));
  const gen::BakeInput input = gen::prepare_bake(d, {});
  EXPECT_TRUE(input.system.alone);
  gen::Instance file = instance_of(input);
  const gen::Trajectory t = gen::play(file, 0, 0.0, 1, {});
  const auto at = [&](const std::string& name, std::size_t row) {
    return t.outputs[row][static_cast<std::size_t>(std::find(t.names.begin(), t.names.end(), name) -
                                                   t.names.begin())];
  };
  // friction tips the block onto its front foot: N_f + N_b = m g, N_f - N_b = F H / L
  const double mass = 1000.0 * kLength * kHeight * 0.05, weight = mass * kFreeFall,
               lever = kHeight / kLength;
  const double front = weight * (1.0 + 0.1 * lever) / ((1.0 - 0.4 * lever) + (1.0 + 0.1 * lever));
  const double friction = 0.4 * front + 0.1 * (weight - front);
  // between two times at which it has long come to rest beside its sliding
  const std::size_t from = 500, to = 1000;
  const double passed = at("x", to) - at("x", from), time = t.time[to] - t.time[from];
  const auto expect = [](double found, double expected) {
    EXPECT_NEAR(found, expected, 2e-5 * std::abs(expected));
  };
  expect(mass * (at("speed", from) - at("speed", to)) / time, friction);
  expect(at("work_front", to) - at("work_front", from), 0.4 * front * passed);
  expect(at("work_back", to) - at("work_back", from), 0.1 * (weight - front) * passed);
  expect(at("force", to), front);
  expect(at("pushed", to) - at("pushed", from), -0.4 * front * time);
  EXPECT_EQ(at("state", to), 2.0);

  const Model& model = file.model();
  // what was kept goes on with the same bits
  gen::AlignedBytes kept(snapshot_bytes(model));
  ASSERT_EQ(write_snapshot(model, file.state(), kept.data(), kept.size()), SnapshotError::kOK);
  std::vector<double> y(8), again(8);
  for (int k = 0; k < 200; ++k) (void)file.step(nullptr, y.data());
  ASSERT_EQ(restore_snapshot(model, file.state(), kept.data(), kept.size()), SnapshotError::kOK);
  for (int k = 0; k < 200; ++k) (void)file.step(nullptr, again.data());
  EXPECT_EQ(y, again);
  EXPECT_GT(y[0], at("x", to));

  for (const char* name : {"back.friction", "front.friction", "back.clearance", "front.clearance"})
    EXPECT_GE(find_parameter(model, name), 0) << name;
  EXPECT_EQ(find_parameter(model, "contact.friction"), -1);
  EXPECT_EQ(find_parameter(model, "back.restitution"), -1);
}

// Full order has the same motion, as far as the modes go; laws change where they are said to.
TEST(PositionAssembly, TheFileGoesAsFullOrderThroughChanges) {
  const gen::Definition d = read_stacked("braking", block_text(kFeet));
  gen::Instance file = instance_of(gen::prepare_bake(d, {}));
  const gen::Trajectory run = gen::play(file, 1, 0.0, 1, {});
  const gen::AssembledSystem full = gen::assemble(d, nullptr);
  gen::FullOrderOptions options;
  options.step = *d.step.size;
  options.changes = d.scenarios[1].changes;
  const gen::InitialState& start = full.scenario_states[1];
  const gen::Trajectory reference =
      gen::run_full(full.system, options, {}, start.displacement, start.velocity, 0.1, 1, {});
  ASSERT_EQ(run.outputs.size(), reference.outputs.size());
  for (std::size_t k = 1; k < run.outputs.size(); k += 10) {
    EXPECT_NEAR(run.outputs[k][0], reference.outputs[k][0], 1e-5 * reference.outputs[k][0]) << k;
    for (const std::size_t work : {3, 4})
      EXPECT_NEAR(run.outputs[k][work], reference.outputs[k][work], 2e-5) << k;
  }
  // it brakes harder from there on, by the back foot's work alone
  const auto lost = [&](std::size_t column, std::size_t from, std::size_t to) {
    return run.outputs[to][column] - run.outputs[from][column];
  };
  EXPECT_GT(lost(3, 300, 400), 3.0 * lost(3, 150, 250));
  EXPECT_NEAR(lost(4, 300, 400), lost(4, 150, 250), 0.1 * lost(4, 150, 250));
}

// ---- one problem, however it is spelt

TEST(PositionAssembly, StackedInterfacesStepWithTheBitsOfOne) {
  const std::string bar = R"(
[[bodies]]
name = "bar"
import = { kind = "plane", bodies = [{ name = "bar", length = 0.1, height = 0.02, width = 0.02, elements = [6, 1], young = 1e7, poisson = 0.3, density = 1000.0 }] }
condense = { method = "massless_boundary", modes = 12 }
[initial]
velocity = [-1.0, 0.2, 0.0]
[step]
size = 5e-6
[[outputs]]
name = "x"
set = "bar"
direction = [1.0, 0.0, 0.0]
)";
  const auto interface = [](const std::string& name, const std::string& set) {
    return fmt::format(R"([[interfaces]]
name = "{}"
kind = "unilateral"
level = "position"
between = ["bar.{}", "ground"]
normal = [1.0, 0.0, 0.0]
tangent = [0.0, 1.0, 0.0]
clearance = 1e-4
friction = 0.3
)",
                       name, set);
  };
  gen::PlaneBody body;
  body.name = "bar";
  body.elements_x = 6;
  body.length = body.height = 1.0;
  body.material = {1.0, 0.0, 1.0};
  const std::vector<std::int64_t> ends = gen::build_plane("bar", {body}).sets.at("bar.left");
  ASSERT_EQ(ends.size(), 2u);
  const gen::BakeInput one =
      gen::prepare_bake(read_stacked("one", bar + interface("end", "left")), {});
  const gen::BakeInput two =
      gen::prepare_bake(read_stacked("two", bar + interface("low", std::to_string(ends[0])) +
                                                interface("high", std::to_string(ends[1]))),
                        {});
  gen::Instance first = instance_of(one), second = instance_of(two);
  ASSERT_EQ(second.dims().contacts, 2);
  Status seen = 0;
  double y[2][1];
  for (int k = 0; k < 400; ++k) {
    const Status st = first.step(nullptr, y[0]);
    EXPECT_EQ(second.step(nullptr, y[1]), st);
    ASSERT_EQ(y[0][0], y[1][0]) << k;
    for (Eigen::Index j = 0; j < first.dims().modes; ++j)
      ASSERT_EQ(first.state().v(first.model())[j], second.state().v(second.model())[j]) << k;
    seen |= first.state().lambda(first.model())[0] > 0.0 ? 1u : 0u;
  }
  EXPECT_EQ(seen, 1u);
  // they have no couplings
  try {
    (void)gen::study_coupling(two.system, {"bar"}, two.options);
    FAIL();
  } catch (const gen::Error& error) {
    EXPECT_NE(std::string(error.what()).find("are one problem"), std::string::npos);
  }
  EXPECT_GE(find_parameter(first.model(), "end.friction"), 0);
}

// ---- levels that are left open, restitution

constexpr const char* kShuttle = R"(
[[bodies]]
name = "bar"
import = { kind = "plane", bodies = [{ name = "bar", length = 0.1, height = 0.02, width = 0.02, elements = [6, 1], young = 1e7, poisson = 0.0, density = 1000.0 }] }
[condense]
method = "massless_boundary"
modes = 4
[[interfaces]]
name = "near"
kind = "unilateral"
level = "position"
between = ["bar.left", "ground"]
normal = [1.0, 0.0, 0.0]
clearance = 1e-4
restitution = 0.5
[[interfaces]]
name = "far"
kind = "unilateral"
level = "position"
between = ["bar.right", "ground"]
normal = [-1.0, 0.0, 0.0]
clearance = 1e-4
restitution = 0.5
[step]
size = 1e-6
)";

// Interfaces that face each other do not press alike, either does by itself.
TEST(PositionAssembly, StackedInterfacesShareTheLagOfTheirRestitution) {
  const auto lag_of = [](const std::vector<std::string>& overrides) {
    const gen::BakeInput input =
        gen::prepare_bake(read_stacked("shuttle", kShuttle, overrides), {});
    (void)instance_of(input);
    return gen::contact_lag(input.system.lone(), input.system.omega, input.options.step, "shuttle");
  };
  const gen::ContactLag lag = lag_of({});
  ASSERT_EQ(lag.felt.size(), 2u);
  for (const gen::FeltMass& felt : lag.felt) {
    EXPECT_NEAR(felt.mass, 0.04, 1e-10);
    EXPECT_NEAR(felt.compliance, lag.felt[0].compliance, 1e-9 * felt.compliance);
    EXPECT_NEAR(lag.lag, 2.0 * gen::damper_of(0.5) * std::sqrt(felt.mass * felt.compliance),
                1e-8 * lag.lag);
  }
  EXPECT_EQ(lag_of({"near.restitution=1", "far.restitution=1"}).lag, 0.0);
  try {
    (void)lag_of({"far.restitution=0.7"});
    FAIL();
  } catch (const gen::Error& error) {
    const std::string said = error.what();
    EXPECT_NE(said.find("near.restitution = 0.5 takes a lag"), std::string::npos) << said;
    EXPECT_NE(said.find("set far.restitution to 0.5"), std::string::npos) << said;
  }
}

// What two bodies feel of each other is m1 m2 / (m1 + m2).
TEST(PositionAssembly, RestitutionBetweenTwoBodiesIsOfTheirReducedMass) {
  const gen::Definition d =
      read_stacked("damped_bars", fmt::format(fmt::runtime(kBars), 20, 2, "", ""),
                   {"ends.restitution=0.5", "step.size=1e-4", "condense.modes=10",
                    "bodies.right.import.bodies.0.density=3.0"});
  const gen::BakeInput input = gen::prepare_bake(d, {});
  const gen::ContactLag lag =
      gen::contact_lag(input.system.lone(), input.system.omega, input.options.step, "bars");
  ASSERT_EQ(lag.felt.size(), 1u);
  EXPECT_NEAR(lag.felt[0].mass, 1.0 * 3.0 / (1.0 + 3.0), 1e-9);
  EXPECT_NEAR(lag.lag,
              2.0 * gen::damper_of(0.5) * std::sqrt(lag.felt[0].mass * lag.felt[0].compliance),
              1e-9 * lag.lag);
}

TEST(PositionAssembly, ALevelThatIsOpenIsOfAllInterfaces) {
  const auto chosen = [](const std::vector<std::string>& more) {
    std::vector<std::string> overrides = {"near.level=auto", "far.level=auto"};
    overrides.insert(overrides.end(), more.begin(), more.end());
    return gen::with_choices(read_stacked("open", kShuttle, overrides));
  };
  const auto expect = [](const gen::Definition& d, gen::ContactLevel level,
                         const std::string& why) {
    for (const gen::InterfaceSpec& interface : d.interfaces) {
      EXPECT_EQ(interface.contact.level, level);
      EXPECT_EQ(interface.law.level, level);
    }
    EXPECT_NE(d.why_level.find(why), std::string::npos) << d.why_level;
    const bool position = level == gen::ContactLevel::position;
    EXPECT_EQ(d.bodies[0].condense.method, position ? "massless_boundary" : "craig_bampton");
    gen::Instance run = instance_of(gen::prepare_bake(d, {}));
    EXPECT_EQ(run.model().view().position.ports > 0, position);
  };
  expect(chosen({}), gen::ContactLevel::position, "\"auto\": position; bonded contacts have");
  expect(chosen({"step.size=5e-4"}), gen::ContactLevel::velocity,
         "takes 20 steps for the half period");
  // beside an impact bodies follow the rule of Moreau and Jean, which takes a finer step
  const auto beside = [&](const char* step) {
    const gen::Definition d = chosen({"far.level=velocity", "near.restitution=1", step});
    return std::pair(d.interfaces[0].contact.level, d.why_level);
  };
  const auto fine = beside("step.size=1e-6"), coarse = beside("step.size=2e-5");
  EXPECT_EQ(fine.first, gen::ContactLevel::position) << fine.second;
  EXPECT_EQ(coarse.first, gen::ContactLevel::velocity);
  EXPECT_NE(coarse.second.find("0.3 at most is resolved"), std::string::npos) << coarse.second;
  expect(chosen({"far.restitution=0.7"}), gen::ContactLevel::velocity, "takes a lag of");
  expect(chosen({"output.energies=true"}), gen::ContactLevel::velocity, "is of energies");
  EXPECT_THROW((void)chosen({"far.level=position", "step.size=5e-4"}), gen::Error);
}

// ---- energy and many nodes

// A block upon another one on rough ground, both driven.
std::string pile_text(int along, int up) {
  const auto block = [&](const char* name, double height) {
    return fmt::format(R"([[bodies]]
name = "{0}"
import = {{ kind = "plane", bodies = [{{ name = "{0}", length = 0.2, height = 0.05, width = 0.05, elements = [{1}, {2}], young = 2e7, poisson = 0.3, density = 1000.0 }}] }}
condense = {{ method = "massless_boundary", modes = 20 }}
placement = {{ position = [0.0, {3}, 0.0] }}
)",
                       name, along, up, height);
  };
  return block("low", 0.0) + block("high", 0.05) + R"([[interfaces]]
name = "floor"
kind = "unilateral"
level = "position"
between = ["low.bottom", "ground"]
normal = [0.0, 1.0, 0.0]
tangent = [1.0, 0.0, 0.0]
clearance = 2e-4
friction = 0.3
[[interfaces]]
name = "seam"
kind = "unilateral"
level = "position"
between = ["high.bottom", "low.top"]
normal = [0.0, 1.0, 0.0]
tangent = [1.0, 0.0, 0.0]
clearance = 1e-4
friction = 0.6
[step]
size = 2e-5
[[inputs]]
name = "press"
set = "high.top"
direction = [0.0, -1.0, 0.0]
[[inputs]]
name = "drag"
set = "low.left"
direction = [1.0, 0.0, 0.0]
)";
}

TEST(PositionAssembly, NoStepOfDrivenBodiesMakesEnergy) {
  const gen::Definition d = read_stacked("pile", pile_text(5, 2));
  gen::AssembledSystem full = gen::assemble(d, nullptr);
  const gen::FullModel& model = full.system.model;
  std::mt19937 draw(3);
  std::uniform_real_distribution<double> unit(-1.0, 1.0);
  long closed = 0;
  for (int run_number = 0; run_number < 6; ++run_number) {
    full.system.initial_velocity = Vector::Zero(model.size());
    for (const char* body : {"low", "high"})
      for (const int direction : {1, 2})
        full.system.initial_velocity += unit(draw) * translation_of(model, body, direction);
    const gen::ReducedSystem system = gen::condense_as_defined(d, full).system;
    PositionRun run(system, *d.step.size);
    const auto nu = static_cast<Eigen::Index>(system.inputs.size());
    double u[2] = {}, work = 0.0, most = run.total(), before = run.total();
    Vector last = Vector::Zero(nu);
    for (int k = 0; k < 3000; ++k) {
      if (k % 20 == 0)
        for (double& x : u) x = 100.0 * unit(draw);
      const Vector q = run.q(), phi = run.phi();
      (void)run.step(u);
      const Eigen::Map<const Vector> now(u, nu);
      // where they push on what has no mass, they change from one end of a step to the other
      work += now.dot(system.input_forces.transpose() * (run.q() - q)) +
              0.5 * (now + last).dot(run.ports().bottomRows(nu) * (run.phi() - phi));
      last = now;
      most = std::max(most, run.total());
      ASSERT_NEAR(run.total() - work, before, 1e-11 * most) << run_number << " " << k;
      closed += run.mean_force()[0] > 0.0 ? 1 : 0;
    }
  }
  EXPECT_GT(closed, 100);
}

// A hundred contacts, 300 rows.
TEST(PositionAssembly, ManyNodesStepWithinTheirCap) {
  const gen::Definition d = read_stacked("long_pile", pile_text(49, 2));
  gen::AssembledSystem full = gen::assemble(d, nullptr);
  full.system.initial_velocity = -translation_of(full.system.model, "low", 2) -
                                 1.5 * translation_of(full.system.model, "high", 2) +
                                 0.5 * translation_of(full.system.model, "high", 1);
  PositionRun run(gen::condense_as_defined(d, full).system, *d.step.size);
  ASSERT_EQ(run.instance().dims().contacts, 100);
  const double u[2] = {}, start = run.total();
  Status all = 0;
  int most = 0;
  for (int k = 0; k < 150; ++k) {
    all |= run.step(u);
    int closed = 0;
    for (Eigen::Index r = 0; r < run.mean_force().size(); r += 3)
      closed += run.mean_force()[r] > 0.0 ? 1 : 0;
    most = std::max(most, closed);
    EXPECT_NEAR(run.total(), start, 1e-9 * start);
  }
  std::printf("%d of 100 contacts at once, %u sweeps at most of %u\n", most,
              static_cast<unsigned>(run.statistics().iterations_max),
              static_cast<unsigned>(run.file().solver()->sweep_cap()));
  EXPECT_EQ(all & status::kCAPPED, status::kOk);
  EXPECT_GT(most, 60);
}

}  // namespace
}  // namespace mortise::test
