// Contacts at position level beside impacts, joints and slides: energy, closed forms, statics, the
// file against full order, what is refused.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <random>

#include "generator/bake/play/play.hpp"
#include "generator/bodies/model/dof_table.hpp"
#include "generator/contact/system/condense.hpp"
#include "generator/contact/unilateral/node_contact.hpp"
#include "generator/ground/dense/small_lu.hpp"
#include "generator/ground/text/error.hpp"
#include "generator/simulate/assemble/assemble.hpp"
#include "generator/simulate/structure/massless_bodies.hpp"
#include "generator/simulate/structure/run_full.hpp"
#include "runtime/src/assembly/places.hpp"
#include "tests/physics/assemblies.hpp"
#include "tests/physics/models.hpp"
#include "tests/physics/soft_contacts.hpp"

namespace mortise::test {
namespace {

using gen::Matrix;
using gen::Vector;
using gen::Vector3;

// ---- energy

// Every second stop has a compliance without mass, with or without a lag.
void soften_stops(double h, std::mt19937* draw, Assembly* a) {
  std::uniform_real_distribution<double> unit(0.0, 1.0);
  std::normal_distribution<double> normal;
  gen::ReducedSystem& s = a->system();
  bool soft = true;
  for (gen::ReducedInterface& i : s.interfaces) {
    auto* contacts = i.as<gen::ReducedContacts>();
    if (!contacts || !(soft = !soft)) continue;
    contacts->law.level = gen::ContactLevel::position;
    for (gen::ContactParameters& c : contacts->points) c.restitution = 1.0;
    const Eigen::Index nr = contacts->rows.rows(), nu = s.input_forces.cols(),
                       no = s.output_rows.rows();
    const Matrix root = Matrix::NullaryExpr(nr + nu, nr + nu, [&] { return normal(*draw); });
    const Matrix ports =
        h * h * std::pow(10.0, 3.0 * unit(*draw) - 1.0) * (root * root.transpose());
    gen::ResidualCompliance& residual = i.residual.emplace(compliance_of(ports, nr, no));
    residual.lag = (*draw)() % 2 == 0 ? h * std::pow(10.0, 3.0 * unit(*draw) - 2.0) : 0.0;
    residual.output_compliance.setConstant(1e-9);
  }
}

gen::BakeOptions group_options(double h) {
  gen::BakeOptions o;
  o.name = "group";
  o.step = h;
  return o;
}

// What closing contacts have left in their banks [J].
double banks_of(const gen::Instance& run) {
  const auto& view = static_cast<const AssemblyView&>(run.model().view());
  double sum = 0.0;
  for (std::int32_t k = 0; k < view.interfaces; ++k) {
    const InterfaceView& own = view.interface[k];
    if (own.position.ports == 0) continue;
    const State& s = assembly::state_of(view, run.state(), k);
    const bool first = s.at<Real>(own.layout.q[0]) == run.state().q(run.model()) + own.first_mode;
    const PositionLayout& l = own.position_layout;
    sum += reinterpret_cast<const PositionBooks*>(s.at<unsigned char>(own.layout.law_history) +
                                                  l.memory[first ? 0 : 1] + l.books)
               ->bank;
  }
  return sum;
}

// Whatever the solver does within its caps, no step gains beyond the banks, and what is lost is in
// the books. Slides that are cut short do as without soft stops beside them: their books alone.
TEST(PositionGroup, NoStepMakesEnergy) {
  constexpr double h = 2e-5;
  const struct {
    int sweeps, newton, tail;
  } caps[] = {{0, 0, 0}, {1, 1, 1}, {2, 3, 2}, {8, 20, 30}};
  for (const auto& cap : caps) {
    std::mt19937 draw(7);
    int limited = 0, touched = 0, steps = 0;
    for (int seed = 0; seed < 100; ++seed) {
      Assembly a = seed >= 80   ? random_sliding(seed - 80)
                   : seed >= 60 ? random_impacts(seed - 60)
                   : seed >= 40 ? random_flanges(seed - 40)
                                : random_assembly(seed);
      soften_stops(h, &draw, &a);
      a.energy_outputs();
      gen::Instance run(gen::bake(a.system(), group_options(h)), "group");
      cap_solves(&run, cap.sweeps, cap.newton, cap.tail);
      std::vector<double> y(static_cast<std::size_t>(run.dims().outputs));
      const double u[] = {0, 0};
      (void)run.step(u, y.data());
      const EnergyBooks first = energy_books(run);
      const double start = first.total() + first.lost() - first.external;
      double most = start, before = first.total() + banks_of(run);
      for (int k = 0; k < 400; ++k) {
        const Status st = run.step(u, y.data());
        const EnergyBooks now = energy_books(run);
        most = std::max(most, now.total());
        // chains that move drive their slaves
        ASSERT_NEAR(now.total() + now.lost() - now.external, start, 1e-12 * most)
            << seed << ' ' << k;
        const double whole = now.total() + banks_of(run);
        if (seed < 80) {
          ASSERT_LE(whole, before + 1e-12 * most) << seed << ' ' << k << ' ' << st;
        }
        before = whole;
        limited += (st & status::kLIMITED) != 0 ? 1 : 0;
        ++steps;
      }
      touched += static_cast<int>(run.state().statistics().steps_in_contact);
    }
    std::printf("caps %d %d %d: %d of %d steps limited, %d in contact\n", cap.sweeps, cap.newton,
                cap.tail, limited, steps, touched);
    EXPECT_GT(touched, 1000);
    EXPECT_TRUE(cap.sweeps < 8 || limited < steps / 50) << limited;
  }
}

// ---- a bar with contact at position level at one end, a heavy end with an impact at the other

gen::FullSystem shuttle(double clearance, double restitution) {
  gen::FullSystem s;
  s.model = unit_bar(60);
  const gen::DofTable table(s.model);
  const auto contact = [&](const std::string& edge, const Vector3& normal, double gap, double e) {
    gen::UnilateralContacts contacts;
    for (const std::int64_t node : s.model.sets.at("bar." + edge))
      contacts.points.push_back(gen::node_contact(s.model, node, gen::contact_frame(normal),
                                                  {std::to_string(node), gap, 0, e, 0}));
    return contacts;
  };
  gen::FullInterface soft, hard;
  soft.name = "soft";
  hard.name = "hard";
  gen::UnilateralContacts left = contact("left", Vector3::UnitX(), clearance, 1.0);
  left.law.level = gen::ContactLevel::position;
  soft.law = left;
  hard.law = contact("right", -Vector3::UnitX(), clearance, restitution);
  for (const std::int64_t node : s.model.sets.at("bar.right")) {
    const Eigen::Index dof = table.at({node, 1}, "mass");
    s.model.mass.coeffRef(dof, dof) += 0.25;
  }
  s.interfaces = {soft, hard};
  s.initial_velocity = -gen::translation(s.model, 1);
  return s;
}

gen::Condensation shuttle_modes(const gen::FullSystem& system, Eigen::Index modes) {
  gen::CondenseOptions options;
  options.method = "massless_boundary";
  options.modes.count = modes;
  options.hold_loose = true;
  return gen::condense(system, gen::contact_interface(system), options);
}

// The heavy end keeps its mass and moves by modes alone, the soft end carries none; statics of both
// and rigid motion are exact.
TEST(PositionGroup, OneEndHasNoMassAndTheOtherKeepsIt) {
  const gen::FullSystem s = shuttle(0.1, 1.0);
  const gen::Condensation c = shuttle_modes(s, 6);
  const gen::ReducedInterface &soft = c.system.interfaces[0], &hard = c.system.interfaces[1];
  ASSERT_TRUE(soft.residual.has_value());
  EXPECT_FALSE(hard.residual.has_value());
  EXPECT_EQ(c.report.rigid_body_modes, 1);
  const Vector ahead = gen::translation(s.model, 1);
  const gen::ModalFit fit = gen::modal_fit(s.model, c);
  const Vector rigid =
      (fit.velocity * ahead).array() * (c.system.omega.array() == 0.0).cast<double>();
  EXPECT_NEAR(rigid.squaredNorm(), 1.5, 1e-10);
  EXPECT_LT((c.shapes * (fit.displacement * ahead) - ahead).cwiseAbs().maxCoeff(), 1e-9);
  // pressed together at both ends with 1 N it shortens by L / (E A), whatever the modes
  Vector force = Vector::Zero(c.system.size());
  const Matrix& rows = soft.contacts().rows;
  force += 0.5 * (rows.row(0) + rows.row(3)).transpose();
  force += 0.5 * (hard.contacts().rows.row(0) + hard.contacts().rows.row(3)).transpose();
  double shortened = 0.0;
  for (Eigen::Index i = 0; i < force.size(); ++i)
    if (c.system.omega[i] > 0.0) shortened += std::pow(force[i] / c.system.omega[i], 2);
  const Matrix& soft_by = soft.residual->row_compliance;
  shortened += 0.25 * (soft_by(0, 0) + 2.0 * soft_by(0, 3) + soft_by(3, 3));
  EXPECT_NEAR(shortened, 1.0, 1e-9);
}

struct Shuttling {
  double lost = 0.0, highest = -1.0, open = 0.0;  // of the energy at the start [-]
  int hits = 0;
};

// The prototype's case (massless_contact.md 5 (6)): 20 s, two contacts of two laws.
Shuttling shuttling_of(double h, double restitution) {
  gen::FullSystem s = shuttle(0.1, restitution);
  gen::ReducedSystem system = shuttle_modes(s, 10).system;
  using Q = gen::OutputQuantity;
  system.outputs.clear();
  for (const Q q : {Q::energy_kinetic, Q::energy_strain, Q::dissipated_material, Q::work_external,
                    Q::dissipated_impact, Q::dissipated_friction})
    system.outputs.push_back({"energy" + std::to_string(system.outputs.size()), "J", q, 0, -1});
  system.outputs.push_back({"hit", "N", Q::contact_force, 0, 1});
  gen::Instance run(gen::bake(system, group_options(h)), "shuttle");
  std::vector<double> y(7);
  const double start = 0.5 * 1.5;
  Shuttling flight;
  bool hit = false;
  const int steps = static_cast<int>(20.0 / h);
  for (int k = 0; k < steps; ++k) {
    EXPECT_EQ(run.step(nullptr, y.data()) & status::kLIMITED, status::kOk);
    const double energy = (y[0] + y[1]) / start;
    flight.highest = std::max(flight.highest, energy - 1.0);
    flight.open = std::max(flight.open, std::abs(energy + (y[4] + y[5]) / start - 1.0));
    flight.lost = 1.0 - energy;
    flight.hits += y[6] > 0.0 && !hit ? 1 : 0;
    hit = y[6] > 0.0;
  }
  return flight;
}

TEST(PositionGroup, ABarBetweenBothLawsKeepsWhatRestitutionLeaves) {
  for (const double h : {0.02, 0.01, 0.005}) {
    const Shuttling full = shuttling_of(h, 1.0), half = shuttling_of(h, 0.5);
    std::printf("h %.3f: e = 1 loses %.2f %% in %d hits, e = .5 %.1f %% in %d, books %.0e\n", h,
                100.0 * full.lost, full.hits, 100.0 * half.lost, half.hits,
                std::max(full.open, half.open));
    for (const Shuttling& flight : {full, half}) {
      EXPECT_LT(flight.highest, 1e-12);
      EXPECT_LT(flight.open, 1e-12);
      EXPECT_GE(flight.hits, 6);
    }
    EXPECT_LT(full.lost, 0.5 * h);
    // what the heavy end loses at velocity level with 10, 20 and 40 modes, steps of 1 to 5 ms:
    // .69 to .72
    EXPECT_NEAR(half.lost, 0.71, 0.03);
  }
}

// ---- the file against full order

constexpr const char* kMachine = R"(
[[bodies]]
name = "arm"
import = { kind = "plane", bodies = [{ name = "arm", length = 0.4, height = 0.04, width = 0.02, elements = [8, 2], young = 2e9, poisson = 0.3, density = 1500.0, supports = [{ edge = "left" }] }] }
condense = { method = "massless_boundary", modes = 8 }
[[bodies]]
name = "plate"
import = { kind = "plane", bodies = [{ name = "plate", length = 0.4, height = 0.03, width = 0.02, elements = [8, 2], young = 2e9, poisson = 0.3, density = 1500.0, supports = [{ edge = "right" }] }] }
condense = { method = "craig_bampton", modes = 8 }
placement = { position = [0.0, -0.03, 0.0] }
[[interfaces]]
name = "stop"
kind = "unilateral"
level = "position"
between = ["arm.27", "ground"]
normal = [0.0, -1.0, 0.0]
tangent = [1.0, 0.0, 0.0]
clearance = 2e-4
friction = 0.3
[[interfaces]]
name = "strap"
kind = "joint"
between = ["arm.bottom", "plate.top"]
tangential = "jenkins"
stiffness = 4e6
friction_modulus = 2e6
slip_traction = 2e2
gap = 1e-5
[[interfaces]]
name = "floor"
kind = "unilateral"
between = ["plate.left", "ground"]
normal = [0.0, 1.0, 0.0]
tangent = [1.0, 0.0, 0.0]
clearance = 1e-4
friction = 0.2
[damping]
alpha = 20.0
beta = 1e-6
[step]
size = 1e-5
[[inputs]]
name = "push"
set = "arm.right"
direction = [0.3, 1.0, 0.0]
hold = "linear"
[[outputs]]
name = "tip"
set = "arm.right"
direction = [0.0, 1.0, 0.0]
[[outputs]]
name = "speed"
set = "arm.right"
direction = [0.0, 1.0, 0.0]
quantity = "velocity"
[[outputs]]
name = "top"
near = [0.2, 0.04, 0.0]
direction = [0.0, 1.0, 0.0]
[[outputs]]
name = "under"
set = "plate.left"
direction = [0.0, 1.0, 0.0]
[[outputs]]
name = "gap"
quantity = "gap"
interface = "stop"
contact = 0
[output]
energies = true
[excitation]
kind = "harmonic"
input = "push"
amplitude = 400.0
frequency = 180.0
[[scenarios]]
name = "shaken"
duration = 0.03
)";

gen::Definition read_machine(const std::string& name, const std::string& text,
                             const std::vector<std::string>& overrides = {}) {
  const std::string path = testing::TempDir() + "/" + name + ".toml";
  std::ofstream(path) << "name = \"" << name << "\"\n" << text;
  return gen::read_definition(path, overrides);
}

std::size_t column_of(const gen::Trajectory& t, const std::string& name) {
  const auto at = std::find(t.names.begin(), t.names.end(), name);
  EXPECT_NE(at, t.names.end()) << name;
  return static_cast<std::size_t>(at - t.names.begin());
}

// Largest difference of an output over its largest value.
double difference_of(const gen::Trajectory& a, const gen::Trajectory& b, const std::string& name) {
  const std::size_t i = column_of(a, name), j = column_of(b, name);
  double most = 0.0, size = 0.0;
  for (std::size_t k = 0; k < std::min(a.outputs.size(), b.outputs.size()); ++k) {
    most = std::max(most, std::abs(a.outputs[k][i] - b.outputs[k][j]));
    size = std::max(size, std::abs(b.outputs[k][j]));
  }
  EXPECT_GT(size, 0.0) << name;
  return most / size;
}

gen::Trajectory full_run(const gen::Definition& d, const gen::AssembledSystem& full,
                         const std::vector<gen::LawChange>& changes) {
  gen::FullOrderOptions options;
  options.step = *d.step.size;
  options.changes = changes;
  const std::vector<gen::SourceOptions> sources =
      gen::sources_of(d, d.scenarios[0], full.system.inputs, 0.0);
  return gen::run_full(full.system, options, sources, full.scenario_states[0].displacement,
                       full.scenario_states[0].velocity, d.scenarios[0].duration, 1, {});
}

// File and full order have all modes and no code in common: one step for both.
TEST(PositionGroup, TheFileStepsAsFullOrder) {
  const gen::Definition d = read_machine("machine", kMachine);
  const gen::AssembledSystem full = gen::assemble(d, nullptr);
  gen::BakeInput input = gen::prepare_bake(d, {});
  const gen::Condensation all = gen::all_modes(full.system);
  input.system = all.system;
  input.options.damp_fast_modes = false;
  for (gen::ScenarioOptions& scenario : input.options.scenarios)
    scenario.initial_q = scenario.initial_v = Vector::Zero(all.system.size());
  gen::Instance file = instance_of(input);
  const gen::Trajectory run = gen::play(file, 0, 0.0, 1, {}), reference = full_run(d, full, {});
  ASSERT_EQ(run.outputs.size(), reference.outputs.size());
  for (const char* name : {"tip", "speed", "top", "under", "gap"}) {
    const double off = difference_of(run, reference, name);
    std::printf("%s %.1e\n", name, off);
    EXPECT_LT(off, 1e-6) << name;
  }
  const std::size_t gap = column_of(run, "gap");
  double least = 1.0;
  int touching = 0;
  for (const std::vector<double>& row : run.outputs) {
    least = std::min(least, row[gap]);
    touching += row[gap] < 1e-12 ? 1 : 0;
  }
  EXPECT_GT(least, -1e-12);
  EXPECT_GT(touching, 50);
}

// Modes that are left out follow: the condensed machine goes as full order does, the better the
// more it keeps.
TEST(PositionGroup, FewModesGoAsFullOrder) {
  const auto errors = [](int modes) {
    const gen::Definition d = read_machine(
        "machine", kMachine,
        {fmt::format("bodies.0.condense.modes={}", modes),
         fmt::format("bodies.1.condense.modes={}", modes), "scenarios.0.duration=0.01"});
    gen::Instance file = instance_of(gen::prepare_bake(d, {}));
    const gen::Trajectory run = gen::play(file, 0, 0.0, 1, {}),
                          reference = full_run(d, gen::assemble(d, nullptr), {});
    double worst = 0.0;
    for (const char* name : {"tip", "top", "under"}) {
      const double off = difference_of(run, reference, name);
      std::printf("%d modes: %s %.1e\n", modes, name, off);
      worst = std::max(worst, off);
    }
    return worst;
  };
  const double few = errors(6), many = errors(24);
  EXPECT_LT(few, 0.2);
  EXPECT_LT(many, 0.005);
}

// ---- an overlap beside a joint carries the static force of both

TEST(PositionGroup, AnOverlapBesideASpringCarriesTheirForce) {
  const gen::Definition d = read_machine(
      "pressed", kMachine,
      {"stop.clearance=-1e-4", "strap.gap=0", "stop.friction=0", "damping.alpha=3000",
       "strap.slip_traction=1e9", "strap.separation_stiffness=4e6", "floor.clearance=1e-2"});
  gen::Instance file = instance_of(gen::prepare_bake(d, {}));
  const double u[2] = {};
  Status told = 0;
  for (int k = 0; k < 20000; ++k) told = file.step(u, nullptr);
  EXPECT_EQ(told, status::kOk);
  // the same by statics of the full model: springs of the joint that press, the stop held at its
  // overlap by multipliers
  const gen::AssembledSystem full = gen::assemble(d, nullptr);
  const gen::FullModel& model = full.system.model;
  const gen::FullInterface &stop = full.system.interfaces[0], &strap = full.system.interfaces[1];
  const Matrix w = gen::contact_rows(stop.contacts().points, model.size());
  std::vector<Eigen::Index> normals;
  for (Eigen::Index r = 0; r < w.rows(); r += 3) normals.push_back(r);
  Matrix k = model.stiffness;
  const gen::Joint& joint = *strap.as<gen::Joint>();
  for (const gen::JointPoint& point : joint.points)
    for (const bool along : {false, true}) {
      Vector row = Vector::Zero(model.size());
      for (int e = 0; e < 2; ++e) {
        const gen::JointNode& node =
            joint.nodes[static_cast<std::size_t>(point.node[static_cast<std::size_t>(e)])];
        row +=
            point.share[static_cast<std::size_t>(e)] * Vector(along ? node.tangent : node.normal);
      }
      k += point.length * (along ? 2e6 : 4e6) * row * row.transpose();
    }
  const auto n = model.size(), m = static_cast<Eigen::Index>(normals.size());
  Matrix system = Matrix::Zero(n + m, n + m);
  system.topLeftCorner(n, n) = k;
  system.topRightCorner(n, m) = -w(normals, Eigen::all).transpose();
  system.bottomLeftCorner(m, n) = w(normals, Eigen::all);
  Vector load = Vector::Zero(n + m);
  load.tail(m).setConstant(1e-4);
  const Vector solved = gen::SmallLu(system).solve(load);
  ASSERT_GT(solved.tail(m).minCoeff(), 0.0);  // all of them press
  const auto& view = static_cast<const AssemblyView&>(file.model().view());
  const InterfaceView& own = view.interface[0];
  const auto& state = assembly::state_of(view, file.state(), 0);
  double force = 0.0;
  for (Eigen::Index c = 0; c < m; ++c) force += state.at<Real>(own.layout.lambda)[3 * c];
  EXPECT_NEAR(force, solved.tail(m).sum(), 1e-6 * solved.tail(m).sum());
}

// A start that is pressed, of the file as of a scenario, stands still from the first step on.
TEST(PositionGroup, PressedStartsStandStill) {
  gen::Definition d =
      read_machine("pressed_start", kMachine,
                   {"stop.clearance=-1e-4", "strap.gap=0", "strap.separation_stiffness=4e6",
                    "strap.slip_traction=1e9", "floor.clearance=1e-2", "excitation.amplitude=0",
                    "scenarios.0.initial.shape=pressed", "scenarios.0.duration=0.005"});
  const gen::BakeInput input = gen::prepare_bake(d, {});
  gen::Instance file = instance_of(input);
  const gen::Trajectory run = gen::play(file, 0, 0.0, 1, {}),
                        full = full_run(d, gen::assemble(d, nullptr), {});
  const std::size_t tip = column_of(run, "tip"), gap = column_of(run, "gap");
  const double start = run.outputs[0][tip];
  EXPECT_LT(start, -1e-5);
  for (const gen::Trajectory* t : {&run, &full})
    for (const std::vector<double>& row : t->outputs) {
      ASSERT_NEAR(row[tip], start, 1e-9 * std::abs(start));
      ASSERT_NEAR(row[gap], 0.0, 1e-15);
    }
}

// ---- what is refused

TEST(PositionGroup, WhatCannotStandBesideIsRefused) {
  const auto refusal = [](const std::string& text) {
    try {
      (void)instance_of(gen::prepare_bake(read_machine("refused", text), {}));
    } catch (const gen::Error& error) {
      return std::string(error.what());
    }
    return std::string();
  };
  const auto with = [](std::string text, const std::string& from, const std::string& to) {
    const std::size_t at = text.find(from);
    EXPECT_NE(at, std::string::npos) << from;
    return text.replace(at, from.size(), to);
  };
  EXPECT_EQ(refusal(kMachine), "");
  // two on one body would see its compliance both
  const std::string two = with(kMachine, "[[interfaces]]\nname = \"strap\"", R"([[interfaces]]
name = "side"
kind = "unilateral"
level = "position"
between = ["arm.18", "ground"]
normal = [-1.0, 0.0, 0.0]
clearance = 1e-3
[[interfaces]]
name = "strap")");
  EXPECT_NE(refusal(two).find("would see its compliance"), std::string::npos) << refusal(two);
  // a joint on nodes that have none
  const std::string shared = with(kMachine, "arm.27", "arm.9");
  EXPECT_NE(refusal(shared).find("moves without mass"), std::string::npos) << refusal(shared);
  // impulses on what has no mass
  const std::string massless = with(kMachine, "\"craig_bampton\"", "\"massless_boundary\"");
  EXPECT_NE(refusal(massless).find("impulses"), std::string::npos) << refusal(massless);
  // mass where there may be none
  const std::string heavy = with(kMachine, "\"massless_boundary\"", "\"craig_bampton\"");
  EXPECT_NE(refusal(heavy).find("no compliance beside the modes"), std::string::npos)
      << refusal(heavy);
}

}  // namespace
}  // namespace mortise::test
