// Bolted contacts beside other interfaces: against the bolted model and the model of a stop that
// they are made of, against closed forms, and what holds for any of them.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "generator/simulate/bolted/exact_modes.hpp"
#include "tests/physics/assemblies.hpp"
#include "tests/physics/soft_contacts.hpp"
#include "tests/robustness/bolted_models.hpp"

namespace mortise::test {
namespace {

using namespace gen;
using robustness::bolted_of;
using robustness::bolted_parts;
using robustness::BoltedParts;

constexpr double kStep = 5e-5;

// A row of the structure, and of the body beside it.
Vector tip(const ReducedBolted& b) {
  Vector row(b.omega.size());
  for (Eigen::Index i = 0; i < row.size(); ++i) row[i] = (i % 2 == 0 ? 1.0 : -0.6) / (1.0 + i);
  return row;
}

// The structure as body of an assembly, `others` modes of other bodies of one mode each behind it.
// Outputs: displacement, velocity, resultants of a zone, gap, then the books of the energy.
struct BoltedBody {
  ReducedBolted reduced;
  ReducedSystem system;

  explicit BoltedBody(const ReducedBolted& bolted, const std::vector<double>& others = {})
      : reduced(bolted) {
    const Eigen::Index m = bolted.omega.size(), n = m + static_cast<Eigen::Index>(others.size());
    ReducedSystem& s = system;
    s.omega = Vector::Zero(n);
    s.omega.head(m) = bolted.omega;
    s.damping = Vector::Zero(n);
    s.damping.head(m) = 2.0 * bolted.zeta.cwiseProduct(bolted.omega);
    s.groups = {0};
    for (std::size_t k = 0; k < others.size(); ++k) {
      s.omega[m + static_cast<Eigen::Index>(k)] = others[k];
      s.groups.push_back(m + static_cast<Eigen::Index>(k));
    }
    s.inputs = {{"force", "N", -1e6, 1e6, 0.0, Hold::linear}};
    s.input_forces = Matrix::Zero(n, 1);
    s.output_rows = Matrix::Zero(0, n);
    s.constant_force = s.initial_q = s.initial_v = Vector::Zero(n);
    ReducedInterface bolts;
    bolts.name = "bolts";
    bolts.law = BoltedPlace{Matrix::Identity(m, n), 0};
    s.interfaces = {bolts};
  }
  Eigen::Index size() const { return system.size(); }
  Vector row(double other = 0.0) const {
    Vector r = Vector::Zero(size());
    r.head(reduced.omega.size()) = tip(reduced);
    if (size() > reduced.omega.size()) r[reduced.omega.size()] = other;
    return r;
  }
  void stop(const Vector& normal, double clearance, double restitution, double friction = 0.0,
            const Vector& along = {}) {
    ReducedInterface i;
    i.name = "stop" + std::to_string(system.interfaces.size());
    i.make<ReducedContacts>().points = {{i.name, clearance, friction, restitution, 0.0}};
    i.make<ReducedContacts>().rows = Matrix::Zero(3, size());
    i.make<ReducedContacts>().rows.row(0) = normal.transpose();
    if (along.size() > 0) i.make<ReducedContacts>().rows.row(1) = along.transpose();
    system.interfaces.push_back(i);
  }
  void spring(const Vector& row, double stiffness, double limit = 1e12) {
    ReducedJoint joint;
    joint.node_names = {"a", "b"};
    joint.rows = Matrix::Zero(4, size());
    joint.rows.row(2) = joint.rows.row(3) = row.transpose();
    joint.points = {{{0, 1}, {0.5, 0.5}, 1.0, 0.0}};
    joint.law.normal.stiffness = joint.law.normal.gap = 1.0;  // never pressed
    joint.law.tangential.kind = TangentialKind::jenkins;
    joint.law.tangential.friction_modulus = stiffness;
    joint.law.tangential.slip_traction = limit;
    ReducedInterface i;
    i.name = "spring" + std::to_string(system.interfaces.size());
    i.law = joint;
    system.interfaces.push_back(i);
  }
  AlignedBytes baked(double h, double tolerance = 1e-12) {
    using Q = OutputQuantity;
    system.outputs = {{"displacement", "m", Q::displacement, 0, 0},
                      {"velocity", "m/s", Q::velocity, 0, 0},
                      {"normal", "N", Q::contact_force, 0, 0},
                      {"along", "N", Q::contact_force, 4, 0},
                      {"gap", "m", Q::gap, 1, 0},
                      {"slipping", "1", Q::slipping_share, 0, 0}};
    for (const Q q : {Q::energy_kinetic, Q::energy_strain, Q::dissipated_material, Q::work_external,
                      Q::dissipated_impact, Q::dissipated_friction})
      system.outputs.push_back({"e" + std::to_string(system.outputs.size()), "J", q, 0, -1});
    system.outputs.push_back({"slid", "J", Q::dissipated_friction, 0, 0});
    BakeOptions o = assembly_options(h, "bolted");
    AssemblyBolted part;
    part.reduced = reduced;
    part.solver.tolerance = tolerance;
    part.solver.updates = 100000;
    part.solver.sweeps = 2000;
    part.trust_limit = 0.0;
    o.bolted = {part};
    return bake(system, o);
  }
};
enum Output { kTip, kSpeed, kNormal, kAlong, kGapOut, kSlipping, kBooks, kSlid = kBooks + 6 };

EnergyBooks books_of(const std::vector<Real>& y) {
  EnergyBooks e;
  std::memcpy(&e, y.data() + kBooks, sizeof e);
  return e;
}

// f at the steps' ends.
using Force = std::function<double(double)>;
struct Steps {
  std::vector<std::vector<Real>> y;
  Status seen = 0;
};
Steps run_driven(Instance* run, double duration, const Force& force) {
  Steps out;
  const double h = run->model().step_size();
  std::vector<Real> y(static_cast<std::size_t>(run->dims().outputs));
  for (long k = 0; k < std::lround(duration / h); ++k) {
    const Real u[2] = {force(h * double(k)), force(h * double(k + 1))};
    out.seen |= run->step(u, y.data());
    out.y.push_back(y);
  }
  return out;
}
double shaking(double t) { return 160.0 * std::sin(2 * M_PI * 90 * t) * std::min(1.0, t / 0.004); }

ReducedBolted structure(double zeta = 0.01) {
  BoltedParts parts = bolted_parts(6, 8, 4);
  parts.zeta = zeta;
  return bolted_of(parts);
}

// Bonded for good: friction holds whatever comes.
ReducedBolted bonded(double zeta = 0.0) {
  BoltedParts parts = bolted_parts(6, 8, 0);
  parts.zeta = zeta;
  parts.friction = {1e3, 1e3};
  parts.preload *= 1e6;
  return bolted_of(parts);
}

TEST(BoltedAssembly, WithoutTouchIsTheBoltedModel) {
  for (const double zeta : {0.0, 0.01}) {
    BoltedBody body(structure(zeta));
    body.stop(body.row(), 1.0, 0.5);
    Instance run(body.baked(kStep), "assembly");
    BoltedBakeOptions o = robustness::bolted_options("alone");
    o.step = kStep;
    o.substeps = 1;
    o.solver.tolerance = 1e-12;
    o.solver.updates = 100000;
    o.solver.sweeps = 2000;
    o.trust_limit = 0.0;
    o.inputs = body.system.inputs;
    o.outputs.resize(6);
    o.outputs[2] = {"normal", "N", OutputQuantity::contact_force, 0};
    o.outputs[3] = {"along", "N", OutputQuantity::contact_force, 4};
    o.outputs[4] = {"gap", "m", OutputQuantity::gap, 1};
    o.outputs[5] = {"friction", "J", OutputQuantity::dissipated_friction, 0};
    o.outputs.push_back({"work", "J", OutputQuantity::work_external, 0});
    o.outputs.push_back({"total", "J", OutputQuantity::energy_total, 0});
    Instance alone(bake(body.reduced, o), "alone");
    const Steps a = run_driven(&run, 0.05, shaking), b = run_driven(&alone, 0.05, shaking);
    double size[5] = {}, most_lost = 0;
    for (const auto& y : b.y)
      for (int c = 0; c < 5; ++c) size[c] = std::max(size[c], std::abs(y[c]));
    for (std::size_t k = 0; k < a.y.size(); ++k) {
      for (const int c : {kTip, kNormal, kAlong, kGapOut})
        ASSERT_NEAR(a.y[k][c], b.y[k][c], 2e-11 * size[c]) << zeta << ' ' << k << ' ' << c;
      // the speeds of damped modes are known up to zeta (omega h)^2
      ASSERT_NEAR(a.y[k][kSpeed], b.y[k][kSpeed], (1e-10 + zeta * 0.01) * size[kSpeed]) << k;
      ASSERT_NEAR(a.y[k][kSlid], b.y[k][5], 1e-10 * b.y.back()[5]) << k;
      most_lost = std::max(most_lost, a.y[k][kSlipping]);
    }
    const EnergyBooks e = books_of(a.y.back());
    EXPECT_NEAR(e.external, b.y.back()[6], (1e-9 + 0.2 * zeta) * std::abs(e.external)) << zeta;
    if (zeta == 0.0) {
      EXPECT_NEAR(e.total(), b.y.back()[7], 1e-9 * e.total());
    }
    EXPECT_GT(most_lost, 0.2) << "it must slip";
  }
}

// The linear structure of its bonded modes in front of the same stop, without any bolts: bits.
TEST(BoltedAssembly, BondedIsTheModelOfTheStop) {
  BoltedBody body(bonded(0.004));
  const Eigen::Index n = body.size();
  body.system.initial_v = Vector::LinSpaced(n, 0.1, -0.05);
  body.stop(body.row(), 1e-5, 0.6, 0.3, Vector::LinSpaced(n, -0.3, 0.8));
  Instance run(body.baked(kStep), "bonded");
  const ExactModes exact = exact_modes(body.system.omega, body.system.damping, kStep);
  ReducedSystem s = body.system;
  s.omega = exact.omega;
  s.damping = exact.damping;
  s.interfaces.erase(s.interfaces.begin());
  s.interfaces[0].make<ReducedContacts>().rows =
      s.interfaces[0].contacts().rows * exact.scale.asDiagonal();
  s.outputs.clear();
  Instance linear(bake(s, assembly_options(kStep)), "linear");
  int hits = 0;
  for (int k = 0; k < 4000; ++k) {
    const Real u[2] = {0, 0};
    ASSERT_EQ(run.step(u, nullptr), linear.step(u, nullptr));
    for (Eigen::Index i = 0; i < n; ++i) {
      ASSERT_EQ(run.state().q(run.model())[i], linear.state().q(linear.model())[i]) << k;
      ASSERT_EQ(run.state().v(run.model())[i], linear.state().v(linear.model())[i]) << k;
    }
    hits += run.state().statistics().last_active > 0 ? 1 : 0;
  }
  EXPECT_GT(hits, 20);
}

// One mode, bonded, flies freely into a stop: rebound and loss in closed form.
TEST(BoltedAssembly, ReboundsByItsRestitution) {
  BoltedParts parts = bolted_parts(1, 4, 0);
  parts.zeta = 0.0;
  parts.friction = {1e3, 1e3};
  parts.preload *= 1e6;
  parts.omega[0] = 500.0;
  for (const double e : {0.0, 0.4, 1.0}) {
    BoltedBody body(bolted_of(parts));
    body.system.initial_v[0] = -0.2;
    body.stop(Vector::Ones(1), 1e-4, e);
    Instance run(body.baked(1e-6), "rebound");
    const Steps out = run_driven(&run, 0.004, [](double) { return 0.0; });
    // it meets the stop at sin(w t) = w d / v, with v cos(w t)
    const double share = 500.0 * 1e-4 / 0.2, speed = 0.2 * std::sqrt(1 - share * share);
    const EnergyBooks books = books_of(out.y.back());
    EXPECT_NEAR(books.impact, 0.5 * (1 - e * e) * speed * speed, 3e-6 * (1 - e * e) + 1e-15) << e;
    EXPECT_NEAR(books.total() + books.impact, 0.02, 1e-13) << e;
    EXPECT_EQ(out.seen, status::kOk);
  }
}

// Slips, opens and strikes a stop that rubs: what is missing in the books is of the order of the
// step, contact and friction never give.
TEST(BoltedAssembly, BooksClose) {
  double missing[3];
  int at = 0;
  for (const double h : {4e-5, 1e-5, 2.5e-6}) {
    BoltedBody body(structure());
    Vector along = Vector::Zero(body.size());
    along[1] = 0.7;
    body.stop(body.row(), 2e-5, 0.5, 0.2, along);
    body.stop(-body.row(), 1.5e-4, 0.0);
    Instance run(body.baked(h, 1e-10), "books");
    const Steps out = run_driven(&run, 0.04, shaking);
    double impact = 0, friction = 0;
    for (const auto& y : out.y) {
      const EnergyBooks e = books_of(y);
      ASSERT_GE(e.impact, impact - 1e-12);
      ASSERT_GE(e.friction, friction - 2e-3 * e.friction - 1e-12);
      impact = e.impact;
      friction = e.friction;
    }
    const EnergyBooks e = books_of(out.y.back());
    missing[at++] = std::abs(e.total() + e.lost() - e.external) / (e.external + e.lost());
    EXPECT_GT(out.y.back()[kSlid], 0.05 * e.external);
    EXPECT_GT(e.impact, 0.05 * e.external);
  }
  EXPECT_LT(missing[0], 0.02);
  EXPECT_LT(missing[1], 0.25 * missing[0] + 1e-4);
  EXPECT_LT(missing[2], 2e-4);
}

// A body on a spring at the bolted end, between stops at position level: what is missing in the
// books is of the order of the step, as without them.
TEST(BoltedAssembly, BooksCloseBesidePositionLevel) {
  double missing[2];
  int at = 0;
  for (const double h : {4e-5, 1e-5}) {
    BoltedBody body(structure(), {900.0});
    body.spring(body.row(-1.0), 4e3);
    body.stop(Vector::Unit(body.size(), body.size() - 1), 2e-5, 1.0);
    ReducedInterface& stop = body.system.interfaces.back();
    stop.make<ReducedContacts>().law.level = ContactLevel::position;
    Matrix ports = Matrix::Zero(4, 4);
    ports.topLeftCorner(3, 3).diagonal().setConstant(1e-7);
    stop.residual = compliance_of(ports, 3);
    std::swap(body.system.interfaces[1], body.system.interfaces[2]);  // the gap's is the first stop
    Instance run(body.baked(h, 1e-10), "seat");
    const Steps out = run_driven(&run, 0.04, shaking);
    double least = 1.0;
    for (const auto& y : out.y) least = std::min(least, y[kGapOut]);
    EXPECT_NEAR(least, 0.0, 1e-15);  // it touches, and never overlaps
    const EnergyBooks e = books_of(out.y.back());
    missing[at++] = std::abs(e.total() + e.lost() - e.external) / (e.external + e.lost());
    EXPECT_EQ(out.seen & ~status::kCAPPED, status::kOk);
  }
  std::printf("books miss %.1e, %.1e\n", missing[0], missing[1]);
  EXPECT_LT(missing[0], 0.02);
  EXPECT_LT(missing[1], 0.25 * missing[0] + 1e-4);
}

// Pressed on a stop with nothing that gives way there but the bolts: it stays.
TEST(BoltedAssembly, RestsWhereItIsPressed) {
  const auto press = [](double t) { return -120.0 * std::min(1.0, t / 0.05); };
  double last[2];
  int at = 0;
  for (const double h : {1e-4, 5e-5}) {
    BoltedBody body(structure(0.3));
    Vector row = body.reduced.input_force.col(0);
    row /= row.norm();
    body.stop(row, 1e-5, 0.0);
    Instance run(body.baked(h), "rest");
    run_driven(&run, 0.2, press);
    const auto gap = [&] {
      const Eigen::Map<const Vector> q(run.state().q(run.model()), body.size());
      const ExactModes exact = exact_modes(body.system.omega, body.system.damping, h);
      return 1e-5 + row.dot(exact.scale.cwiseProduct(q));
    };
    const double before = gap();
    std::vector<Real> y(static_cast<std::size_t>(run.dims().outputs));
    for (int k = 0; k < 20000; ++k) {
      const Real u[2] = {press(1.0), press(1.0)};
      ASSERT_EQ(run.step(u, y.data()) & ~status::kCAPPED, status::kOk);
    }
    EXPECT_NEAR(gap(), before, 1e-12) << h;
    EXPECT_LT(before, 1e-10);
    EXPECT_GT(before, -4e-7) << h;
    last[at++] = before;
  }
  EXPECT_LT(std::abs(last[1]), 0.75 * std::abs(last[0]) + 1e-12);
}

// Between springs to a second body, which strikes a stop. While nothing strikes the step is of the
// second order; slip, which turns within a step, is of the first, as in the bolted model alone.
TEST(BoltedAssembly, CarriesABodyOnASpring) {
  const auto end_of = [](const ReducedBolted& bolted, double h, double clearance) {
    BoltedBody body(bolted, {700.0});
    body.system.damping[6] = 10.0;
    body.spring(body.row(-2.0), 4e4);
    Vector other = Vector::Zero(7);
    other[6] = 2.0;
    body.stop(other, clearance, 0.5);
    Instance run(body.baked(h, 1e-11), "carried");
    return run_driven(&run, 0.02, shaking).y.back();
  };
  for (const bool slips : {false, true}) {
    const ReducedBolted bolted = slips ? structure() : bonded(0.01);
    const auto fine = end_of(bolted, 1e-6, 1.0);
    double error[3];
    for (int k = 0; k < 3; ++k) {
      const auto y = end_of(bolted, 4e-5 / (1 << k), 1.0);
      error[k] = std::abs(y[kTip] - fine[kTip]) / std::abs(fine[kTip]);
    }
    EXPECT_LT(error[0], slips ? 0.03 : 2e-5);
    for (int k = 0; k < 2; ++k)
      EXPECT_LT(error[k + 1], (slips ? 0.55 : 0.27) * error[k]) << slips << ' ' << k;
    if (slips) {
      EXPECT_GT(fine[kSlid], 0.05 * books_of(fine).external);
    }
  }
  const auto struck = end_of(structure(), 5e-6, 2e-5);
  const EnergyBooks e = books_of(struck);
  EXPECT_GT(e.impact, 0.0);
  EXPECT_NEAR(e.total() + e.lost(), e.external, 2e-3 * (e.external + e.lost()));
}

// Steps of the preloaded modes are exact ones: the closed form of the damped oscillator.
TEST(BoltedAssembly, ModesMoveExactly) {
  const double h = 3e-4, w = 3000.0, d = 2 * 0.05 * w;
  const ExactModes m = exact_modes(Vector::Constant(1, w), Vector::Constant(1, d), h);
  const double a = 1 + h / 2 * m.damping[0] + h * h / 4 * m.omega[0] * m.omega[0];
  double q = 1.0 / m.scale[0], v = 0.0 + m.shift[0] * q;
  const double rate = std::sqrt(w * w - d * d / 4);
  for (int k = 1; k <= 50; ++k) {
    const double next = ((2 - a) * v - h * m.omega[0] * m.omega[0] * q) / a;
    q += h / 2 * (v + next);
    v = next;
    const double t = k * h;
    ASSERT_NEAR(q * m.scale[0],
                std::exp(-d / 2 * t) * (std::cos(rate * t) + d / 2 / rate * std::sin(rate * t)),
                1e-13);
  }
}

}  // namespace
}  // namespace mortise::test
