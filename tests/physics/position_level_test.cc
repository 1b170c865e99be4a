// Contacts at position level (contact.level = position): closed forms, stored runs of a prototype,
// the runtime's step against the offline one, energy.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <random>

#include <nlohmann/json.hpp>

#include "generator/bodies/mesh/beam.hpp"
#include "generator/bodies/mesh/plane.hpp"
#include "generator/contact/system/condense.hpp"
#include "generator/contact/system/contact_lag.hpp"
#include "generator/contact/unilateral/node_contact.hpp"
#include "generator/ground/text/error.hpp"
#include "generator/simulate/structure/position_order.hpp"
#include "mortise_generated.h"
#include "tests/physics/position_run.hpp"
#include "tests/physics/soft_contacts.hpp"

namespace mortise::test {
namespace {

using gen::Vector3;

gen::Condensation condensed(const gen::FullSystem& system, Eigen::Index modes) {
  gen::CondenseOptions options;
  options.method = "massless_boundary";
  options.modes.count = modes;
  options.hold_loose = true;
  return gen::condense(system, gen::contact_interface(system), options);
}

// ---- bar of length, stiffness, wave speed and mass 1 that comes to a wall with speed 1

gen::FullSystem bar(double clearance) {
  gen::FullSystem s;
  s.model = unit_bar(200);
  auto& contact = s.make_lone().make<gen::UnilateralContacts>();
  contact.law.level = gen::ContactLevel::position;
  for (const std::int64_t node : s.model.sets.at("bar.left"))
    contact.points.push_back(gen::node_contact(s.model, node, gen::contact_frame(Vector3::UnitX()),
                                               {std::to_string(node), clearance, 0, 1, 0}));
  s.initial_velocity = -gen::translation(s.model, 1);
  return s;
}

struct Bounce {
  double impulse = 0.0, lost = 0.0, plateau = 0.0;
  Status status = 0;
};

Bounce bounce_of(int modes, double h, double clearance) {
  PositionRun run(condensed(bar(clearance), modes).system, h);
  const double start = run.energy();
  Bounce out;
  double sum = 0.0;
  int seen = 0;
  const int steps = static_cast<int>(3.0 / h);
  for (int k = 0; k < steps; ++k) {
    out.status |= run.step();
    const Vector f = run.mean_force();
    const double force = f[0] + f[3], t = (k + 0.5) * h - clearance;
    out.impulse += h * force;
    if (t < 0.3 || t > 1.7) continue;
    sum += (force - 1.0) * (force - 1.0);
    ++seen;
  }
  out.lost = 1.0 - run.energy() / start;
  out.plateau = std::sqrt(sum / seen);
  return out;
}

// The document's table: impulse, energy and plateau of the force, whatever the phase of the touch.
TEST(PositionLevel, ABarBouncesWithoutLoss) {
  struct Row {
    int modes;
    double share, impulse, lost;
  };
  for (const Row row : {Row{10, 0.4, 6e-3, 6e-3}, Row{20, 0.4, 3e-3, 6e-3},
                        Row{20, 0.1, 1.7e-3, 1e-4}, Row{40, 0.4, 1e-3, 1e-3}}) {
    const double h = row.share / row.modes;
    Bounce worst;
    for (int phase = 0; phase < 7; ++phase) {
      const Bounce b = bounce_of(row.modes, h, (3.0 + phase / 7.0) * h);
      worst.impulse = std::max(worst.impulse, std::abs(b.impulse / 2.0 - 1.0));
      worst.lost = std::max(worst.lost, std::abs(b.lost));
      worst.plateau = std::max(worst.plateau, b.plateau);
      EXPECT_EQ(b.status, status::kOk);
    }
    SCOPED_TRACE(row.modes);
    std::printf("modes %d h %.4f: impulse %.2e lost %.2e plateau %.2e\n", row.modes, h,
                worst.impulse, worst.lost, worst.plateau);
    EXPECT_LT(worst.impulse, row.impulse);
    EXPECT_LT(worst.lost, row.lost);
  }
}

// ---- a block falls obliquely on a rough plane: stored runs with 500 modes

gen::FullSystem block(double clearance, double friction) {
  gen::PlaneBody body;
  body.name = "block";
  body.length = 1.0;
  body.height = 0.5;
  body.elements_x = 24;
  body.elements_y = 12;
  body.origin_x = -0.5;
  body.origin_y = -0.25;
  body.material = {1.0, 0.3, 1.0};
  gen::FullSystem s;
  s.model = gen::build_plane("block", {body});
  auto& contact = s.make_lone().make<gen::UnilateralContacts>();
  contact.law.level = gen::ContactLevel::position;
  for (const std::int64_t node : s.model.sets.at("block.bottom"))
    contact.points.push_back(
        gen::node_contact(s.model, node, gen::contact_frame(Vector3::UnitY(), Vector3::UnitX()),
                          {std::to_string(node), clearance, friction, 1, 0}));
  return s;
}

// Rigid motion of a body about the origin: x, y and a small turn (n).
Vector rigid_motion(const gen::FullModel& model, const Vector3& motion) {
  Vector u(model.size());
  for (Eigen::Index i = 0; i < u.size(); ++i) {
    const gen::Dof dof = model.dofs[static_cast<std::size_t>(i)];
    const Vector3& at = model.nodes.at(dof.node);
    u[i] = dof.direction == 1 ? motion[0] - motion[2] * at.y() : motion[1] + motion[2] * at.x();
  }
  return u;
}

// What the interface loses of mass moves with it: a floating body keeps mass and inertia.
TEST(PositionLevel, AFloatingBodyKeepsMassAndInertia) {
  const gen::FullSystem s = block(0.1, 0.3);
  const gen::Condensation c = condensed(s, 40);
  EXPECT_EQ(c.report.rigid_body_modes, 3);
  const gen::ModalFit fit = gen::modal_fit(s.model, c);
  for (int k = 0; k < 3; ++k) {
    const Vector motion = rigid_motion(s.model, Vector3::Unit(k));
    const double full = motion.dot(s.model.mass * motion);
    // of rigid modes alone
    const Vector q =
        (fit.velocity * motion).array() * (c.system.omega.array() == 0.0).cast<double>();
    EXPECT_NEAR(q.squaredNorm(), full, 1e-10 * full);
    for (const Matrix* each : {&fit.velocity, &fit.displacement})
      EXPECT_LT((c.shapes * (*each * motion) - motion).cwiseAbs().maxCoeff(), 1e-9);
  }
}

// It falls with `velocity`, turned by `tilt`, the lowest node 0.02 above the plane.
gen::FullSystem falling(const Vector3& velocity, double tilt, double friction) {
  // displaced nodes have moved by tilt x, the first of them lowest
  gen::FullSystem s = block(0.02 + 0.5 * std::abs(tilt), friction);
  s.initial_displacement = rigid_motion(s.model, {0.0, 0.0, tilt});
  s.initial_velocity = rigid_motion(s.model, velocity);
  return s;
}

struct BlockErrors {
  double normal = 0.0, tangential = 0.0;  // largest of the impulse's course, of the whole [-]
  double friction = 0.0, lost = 0.0;      // of the energy at the start [-]
  Status status = 0;
};

BlockErrors errors_of(const nlohmann::json& stored, int modes, double h) {
  const auto v = stored.at("velocity").get<std::vector<double>>();
  const gen::FullSystem s = falling({v[0], v[1], v[2]}, stored.at("tilt").get<double>(),
                                    stored.at("friction").get<double>());
  PositionRun run(condensed(s, modes).system, h);
  const auto time = stored.at("time").get<std::vector<double>>();
  const auto normal = stored.at("impulse_normal").get<std::vector<double>>();
  const auto tangential = stored.at("impulse_tangential").get<std::vector<double>>();
  const auto friction = stored.at("friction_loss").get<std::vector<double>>();
  const double start = run.energy();
  BlockErrors e;
  double along = 0.0, across = 0.0, most = 0.0;
  for (const double x : tangential) most = std::max(most, std::abs(x));
  std::size_t next = 0;
  for (int k = 1; next < time.size(); ++k) {
    e.status |= run.step();
    const Vector f = run.mean_force();
    for (Eigen::Index r = 0; r < f.size(); r += 3) {
      across += h * f[r];
      along += h * f[r + 1];
    }
    if (k * h < time[next] - 0.5 * h) continue;
    e.normal = std::max(e.normal, std::abs(across - normal[next]) / normal.back());
    e.tangential = std::max(e.tangential, std::abs(along - tangential[next]) / most);
    ++next;
  }
  e.friction = std::abs(run.books().friction - friction.back()) / start;
  e.lost = 1.0 - (run.energy() + run.books().friction) / start;
  return e;
}

TEST(PositionLevel, ABlockLandsAsWithManyModes) {
  std::ifstream file(MORTISE_TEST_DATA "/impacts/plane_block.json");
  const nlohmann::json stored = nlohmann::json::parse(file);
  for (const nlohmann::json& one : stored.at("cases")) {
    const BlockErrors e = errors_of(one, 90, 0.01);
    std::printf("block: normal %.3f tangential %.3f friction %.4f lost %.1e\n", e.normal,
                e.tangential, e.friction, e.lost);
    EXPECT_LT(e.normal, 1.5 * 0.033);
    EXPECT_LT(e.tangential, 1.5 * 0.13);
    EXPECT_LT(e.friction, 1.5 * 0.016);
    EXPECT_LT(std::abs(e.lost), 5e-4);
    EXPECT_EQ(e.status, status::kOk);
  }
}

// ---- interference and a stop that moves

TEST(PositionLevel, AnOverlapIsTakenAwayByItsStaticForce) {
  gen::BeamSpec beam;
  beam.material = {2.1e11, 0.3, 7850.0};
  beam.section = gen::rectangular_section(0.02, 0.005);
  beam.segments = {{40, 0.4}};
  gen::FullSystem s;
  s.model = gen::build_beam(beam);
  s.damping = {{300.0, 0.0}};
  auto& contact = s.make_lone().make<gen::UnilateralContacts>();
  contact.law.level = gen::ContactLevel::position;
  contact.points = {gen::node_contact(s.model, s.model.sets.at("TIP").front(),
                                      gen::contact_frame(Vector3::UnitZ()),
                                      {"tip", -1e-4, 0, 1, 0})};
  const double stiffness = 3.0 * 2.1e11 * 0.02 * std::pow(0.005, 3) / 12.0 / std::pow(0.4, 3);
  EXPECT_NEAR(stiffness, 2050.78125, 1e-8);
  constexpr double h = 2e-5;
  PositionRun run(condensed(s, 10).system, h);
  EXPECT_NEAR(run.displacement()[0], 1e-4, 1e-16);  // at once
  const auto settle = [&] {
    double least = 1.0;
    for (int k = 0; k < 15000; ++k) {
      const Status st = run.step();
      if (k >= 14000) EXPECT_EQ(st, status::kOk);  // rounding is no gain
      least = std::min(least, run.displacement()[0]);
    }
    return least;
  };
  EXPECT_GT(settle(), 1e-4 - 1e-17);
  EXPECT_NEAR(run.displacement()[0], 1e-4, 1e-17);
  EXPECT_NEAR(run.mean_force()[0], 1e-4 * stiffness, 1e-8);
  (void)run.instance().state().set_clearance(run.instance().model(), 0, -3e-4);
  EXPECT_NEAR(run.displacement()[0], 3e-4, 1e-16);
  EXPECT_GT(settle(), 3e-4 - 1e-16);
  EXPECT_NEAR(run.mean_force()[0], 3e-4 * stiffness, 1e-8);
}

// ---- solves at rest

// A mass on `contacts` points in a row that overlap more and more, whose compliance is common to
// all of them but for a share `own`.
gen::ReducedSystem pressed_row(int contacts, double own) {
  gen::ReducedSystem s;
  s.omega = s.damping = s.constant_force = s.initial_q = s.initial_v = Vector::Zero(1);
  auto& contact = s.make_lone().make<gen::ReducedContacts>();
  contact.law.level = gen::ContactLevel::position;
  contact.rows = Matrix::Zero(3 * contacts, 1);
  gen::ResidualCompliance& residual = s.make_lone().residual.emplace();
  residual.row_compliance = 1e-6 * own * Matrix::Identity(3 * contacts, 3 * contacts);
  for (int c = 0; c < contacts; ++c) {
    contact.rows(3 * c, 0) = 1.0;
    contact.points.push_back({std::to_string(c), -1e-6 * (1.0 + own * c), 0, 1, 0});
    for (int d = 0; d < contacts; ++d) residual.row_compliance(3 * c, 3 * d) += 1e-6;
  }
  residual.input_compliance = Matrix::Zero(0, 0);
  residual.output_compliance = Matrix::Zero(0, 3 * contacts);
  residual.row_offset = Vector::Zero(3 * contacts);
  residual.output_offset = Vector::Zero(0);
  s.output_rows = Matrix::Zero(0, 1);
  s.input_forces = Matrix::Zero(1, 0);
  return s;
}

TEST(PositionLevel, ASolveAtRestIsBoundedByItsFileAndSaysWhatItTook) {
  const auto told = [](Status st) { return st & status::kCAPPED; };
  // loosely and tightly coupled points
  for (const double own : {1.0, 1e-6}) {
    SCOPED_TRACE(own);
    PositionRun run(pressed_row(6, own), 1e-4);
    const Model& model = run.instance().model();
    State& state = run.instance().state();
    const std::uint32_t cap = run.file().solver()->rest_sweep_cap();
    const Status capped = own < 1.0 ? status::kCAPPED : status::kOk;
    EXPECT_GT(run.file().cost()->flops_rest(), std::uint64_t{1000} * cap);
    EXPECT_EQ(state.reset(model), capped);
    const std::uint32_t start = run.statistics().rest_iterations;
    EXPECT_GT(start, 0u);
    EXPECT_LE(start, cap);
    if (capped != status::kOk) EXPECT_EQ(start, cap);
    EXPECT_EQ(told(run.step()), capped);
    EXPECT_EQ(told(run.step()), status::kOk);
    EXPECT_EQ(run.statistics().capped, capped != status::kOk ? 1u : 0u);

    (void)state.reset(model);
    (void)run.step();
    EXPECT_EQ(state.set_clearance(model, 0, -1e-6 * (1.0 + 2.5 * own)), capped);
    EXPECT_GT(run.statistics().rest_iterations, start);
    EXPECT_LE(run.statistics().rest_iterations, start + cap);
    EXPECT_EQ(told(run.step()), capped);
    const std::int32_t id = find_parameter(model, "contact.clearance.1");
    ASSERT_GE(id, 0);
    EXPECT_EQ(told(set_parameter(model, state, id, -1e-6 * (1.0 + 4.5 * own))), capped);
  }
}

// ---- restitution

// A rigid mass above points that share its compliance, which it meets with speed 1 after `way`.
gen::ReducedSystem falling_mass(double mass, double compliance, int points, double restitution,
                                double way) {
  gen::ReducedSystem s = pressed_row(points, 1.0);
  s.initial_v[0] = -std::sqrt(mass);
  auto& contact = s.make_lone().make<gen::ReducedContacts>();
  contact.rows /= std::sqrt(mass);
  s.make_lone().residual->row_compliance =
      points * compliance * Matrix::Identity(3 * points, 3 * points);
  for (gen::ContactParameters& c : contact.points) {
    c.clearance = way;
    c.restitution = restitution;
  }
  return s;
}

struct Rebound {
  double speed = 0.0, least_force = 0.0, highest = 0.0;  // books over the energy at the start
};

Rebound rebound_of(const gen::ReducedSystem& s, double h, int steps) {
  PositionRun run(s, h);
  const double start = run.energy(), mass = s.initial_v.squaredNorm();
  Rebound out;
  for (int k = 0; k < steps; ++k) {
    (void)run.step();
    out.highest = std::max(out.highest, run.total() / start - 1.0);
    for (Eigen::Index r = 0; r < run.end_force().size(); r += 3)
      out.least_force = std::min({out.least_force, run.end_force()[r], run.mean_force()[r]});
  }
  out.speed = run.v()[0] / std::sqrt(mass);
  return out;
}

// The speed left is the one asked for, whatever mass, compliance and phase of the touch: 95 % of
// 20000 draws are off by less than .0101 and .0028.
TEST(PositionLevel, AMassLeavesWithItsRestitution) {
  std::mt19937 draw(7);
  std::uniform_real_distribution<double> unit(0.0, 1.0);
  for (const auto& [n, allowed] : {std::pair(20.01, 0.011), {40.0, 0.0032}}) {
    std::vector<double> errors;
    for (int k = 0; k < 200; ++k) {
      const double mass = std::pow(10.0, 4.0 * unit(draw) - 2.0);
      const double e = gen::rebound_of(0.7 * unit(draw));
      const double compliance = std::pow(10.0, -4.0 * unit(draw) - 4.0);
      const double h = std::acos(-1.0) * std::sqrt(mass * compliance) / n;
      const gen::ReducedSystem s =
          falling_mass(mass, compliance, 1 + k % 3, e, (1.0 + unit(draw)) * h);
      const Rebound run = rebound_of(s, h, static_cast<int>(3 * n));
      errors.push_back(std::abs(run.speed - e));
      EXPECT_GE(run.least_force, 0.0);
      EXPECT_LT(run.highest, 1e-12);
    }
    std::sort(errors.begin(), errors.end());
    std::printf("%g steps: off by %.4f, 95 %% %.4f, worst %.4f\n", n, errors[100], errors[189],
                errors[199]);
    EXPECT_LT(errors[189], allowed);
  }
}

TEST(PositionLevel, TheRestitutionOfADamperIsItsFormula) {
  const std::pair<double, double> printed[] = {{0.1, 0.744}, {0.2, 0.572}, {0.3, 0.451},
                                               {0.4, 0.364}, {0.5, 0.298}, {0.7, 0.210}};
  for (const auto& [z, e] : printed) {
    EXPECT_NEAR(gen::rebound_of(z), e, 5e-4);
    EXPECT_NEAR(gen::damper_of(gen::rebound_of(z)), z, 1e-12);
  }
  EXPECT_EQ(gen::rebound_of(0.0), 1.0);
  EXPECT_EQ(gen::damper_of(1.0), 0.0);
  EXPECT_NEAR(gen::rebound_of(1.0 - 1e-6), gen::rebound_of(1.0 + 1e-6), 1e-5);
}

TEST(PositionLevel, ABodyAtFullOrderLeavesAsTheFileDoes) {
  const double h = 1e-3, m = 2.0, soft = std::pow(40.0 * h / std::acos(-1.0), 2) / m;
  const gen::ReducedSystem s = falling_mass(m, soft, 2, 0.5, 1.4 * h);
  gen::PositionOrder order(s, h);
  for (int k = 0; k < 120; ++k) (void)order.step(Vector());
  const double speed = order.v()[0] / std::sqrt(m);
  EXPECT_NEAR(speed, 0.5, 0.003);
  EXPECT_NEAR(speed, rebound_of(s, h, 120).speed, 1e-12);
  EXPECT_NEAR(order.damped() + order.scheme_loss(), 0.5 * m * (1.0 - speed * speed), 1e-9);
}

TEST(PositionLevel, RestitutionIsRefusedWhereALagCannotGiveIt) {
  const double h = 1e-3, soft = std::pow(40.0 * h / std::acos(-1.0), 2);
  const auto refusal = [&](double step, const auto& change) {
    gen::ReducedSystem s = falling_mass(1.0, soft, 2, 0.5, h);
    change(&s, &s.make_lone().make<gen::ReducedContacts>());
    try {
      PositionRun run(s, step);
    } catch (const gen::Error& error) {
      return std::string(error.what());
    }
    return std::string();
  };
  using System = gen::ReducedSystem*;
  using Contact = gen::ReducedContacts*;
  const auto expect = [](const std::string& text, const std::string& what,
                         const std::string& remedy) {
    EXPECT_NE(text.find(what), std::string::npos) << text;
    EXPECT_NE(text.find(remedy), std::string::npos) << text;
  };
  EXPECT_EQ(refusal(h, [](System, Contact) {}), "");
  expect(refusal(2.1 * h, [](System, Contact) {}), "19 of them", "step.size to 0.002 s or less");
  expect(refusal(h, [](System s, Contact) { s->omega[0] = 1.0; }), "the body is held",
         "leave contact.restitution out");
  expect(refusal(h, [](System, Contact c) { c->rows(3, 0) *= -1.0; }), "face different ways",
         "leave contact.restitution out");
  expect(refusal(h, [](System, Contact c) { c->points[1].restitution = 0.6; }),
         "0.5 at contact 0 and 0.6 at 1", "give all contacts the same");
  expect(refusal(h,
                 [](System, Contact c) {
                   for (gen::ContactParameters& p : c->points) p.restitution = 0.1;
                 }),
         "less than the 0.14", "give at least that");
}

// ---- energy

// Modes and compliance at random: up to 30 modes, 8 contacts, omega h up to 20, in every second
// system a lag up to 10 h.
gen::ReducedSystem drawn_system(double h, std::mt19937* draw) {
  std::uniform_real_distribution<double> unit(0.0, 1.0);
  std::normal_distribution<double> normal;
  const auto n = static_cast<Eigen::Index>(2 + (*draw)() % 29);
  const auto nc = static_cast<Eigen::Index>(1 + (*draw)() % 8);
  gen::ReducedSystem s;
  s.omega = Vector::NullaryExpr(n, [&] { return 20.0 / h * std::pow(unit(*draw), 3); });
  s.damping = Vector::Zero(n);
  s.constant_force = Vector::Zero(n);
  s.initial_q = Vector::NullaryExpr(n, [&] { return 0.01 * normal(*draw); });
  s.initial_q = s.initial_q.array() / (1.0 + h * s.omega.array());
  s.initial_v = Vector::NullaryExpr(n, [&] { return normal(*draw); });
  auto& contact = s.make_lone().make<gen::ReducedContacts>();
  contact.law.level = gen::ContactLevel::position;
  contact.rows = Matrix::NullaryExpr(3 * nc, n, [&] { return normal(*draw); });
  const double friction = 1.5 * unit(*draw);
  for (Eigen::Index c = 0; c < nc; ++c)
    contact.points.push_back({std::to_string(c), 0.02 * normal(*draw) * h, friction, 1, 0});
  const Matrix root = Matrix::NullaryExpr(3 * nc, 3 * nc, [&] { return normal(*draw); });
  gen::ResidualCompliance& residual = s.make_lone().residual.emplace();
  residual.lag = (*draw)() % 2 == 0 ? h * std::pow(10.0, 3.0 * unit(*draw) - 2.0) : 0.0;
  residual.row_compliance =
      h * h * std::pow(10.0, 2.0 * unit(*draw) - 1.0) * (root * root.transpose());
  residual.input_compliance = Matrix::Zero(0, 0);
  residual.output_compliance = Matrix::Zero(0, 3 * nc);
  residual.row_offset = Vector::Zero(3 * nc);
  residual.output_offset = Vector::Zero(0);
  s.output_rows = Matrix::Zero(0, n);
  s.input_forces = Matrix::Zero(n, 0);
  return s;
}

struct Drawn {
  double highest = -1.0, lowest = 1.0;  // books over the energy at the start, less 1 [-]
  double least_bank = 0.0;              // over it [-]
  long steps = 0, twice = 0, capped = 0;
};

Drawn books_of(int models, int steps, unsigned seed) {
  std::mt19937 draw(seed);
  constexpr double h = 1e-3;
  Drawn all;
  for (int k = 0; k < models; ++k) {
    PositionRun run(drawn_system(h, &draw), h);
    const double start = run.energy();
    for (int i = 0; i < steps; ++i) {
      const Status st = run.step();
      ++all.steps;
      all.twice += (st & status::kLIMITED) != 0 ? 1 : 0;
      all.capped += (st & status::kCAPPED) != 0 ? 1 : 0;
      all.highest = std::max(all.highest, run.total() / start - 1.0);
      all.lowest = std::min(all.lowest, run.total() / start - 1.0);
      all.least_bank = std::min(all.least_bank, run.books().bank / start);
    }
  }
  std::printf("%ld steps: books %.1e .. %.1e, solved twice %ld, capped %ld\n", all.steps,
              all.lowest, all.highest, all.twice, all.capped);
  return all;
}

// The books are closed in every step, and nothing comes from nowhere.
void expect_closed_books(const Drawn& drawn) {
  EXPECT_LT(drawn.highest, 1e-11);
  EXPECT_GT(drawn.lowest, -1e-11);
  EXPECT_GT(drawn.least_bank, -1e-11);
  EXPECT_LT(drawn.twice, drawn.steps / 50);
}

TEST(PositionLevel, NoStepMakesEnergy) { expect_closed_books(books_of(60, 2000, 11)); }

TEST(PositionLevelOfMany, NoStepMakesEnergy) { expect_closed_books(books_of(300, 3400, 12)); }

// ---- both steps

TEST(PositionLevel, TheRuntimeStepsAsTheOfflineOrder) {
  std::mt19937 draw(5);
  constexpr double h = 1e-3;
  int damped = 0;
  for (int k = 0; k < 10; ++k) {
    gen::ReducedSystem s = drawn_system(h, &draw);
    for (gen::ContactParameters& c : s.make_lone().make<gen::ReducedContacts>().points)
      c.friction *= 0.2;  // one solution
    s.omega *= 0.1;
    PositionRun run(s, h);
    gen::PositionOrder order(s, h);
    const double size = s.initial_v.norm() / h;
    for (int i = 0; i < 40; ++i) {
      (void)run.step();
      (void)order.step(Vector());
      ASSERT_LT((run.mean_force() - order.mean_force()).cwiseAbs().maxCoeff(), 1e-6 * size)
          << k << " " << i;
      ASSERT_LT((run.v() - order.v()).cwiseAbs().maxCoeff(), 1e-6 * s.initial_v.norm())
          << k << " " << i;
    }
    EXPECT_NEAR(run.books().bank + run.books().stopped, order.scheme_loss(),
                1e-6 * s.initial_v.squaredNorm());
    EXPECT_NEAR(run.books().damped, order.damped(), 1e-6 * s.initial_v.squaredNorm());
    damped += run.books().damped > 0.0 ? 1 : 0;
  }
  EXPECT_GT(damped, 2);
  EXPECT_LT(damped, 8);
}

}  // namespace
}  // namespace mortise::test
