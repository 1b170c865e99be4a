// Friction that turns round while its pressure falls: the spring of a slider then held more than
// the limit at which it slips the other way. What it gives on that way must not be more than it
// held. The law alone, two masses in the runtime and at full order, an assembly.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>

#include "generator/judge/analyses/linearization.hpp"
#include "runtime/src/joint/friction_laws.hpp"
#include "tests/physics/bounces.hpp"
#include "tests/physics/full_assemblies.hpp"

namespace mortise::test {
namespace {

using gen::TangentialKind;

double power_between(double low, double high, std::mt19937* draw) {
  return low * std::pow(high / low, between(0.0, 1.0, draw));
}

// ---- the law alone

struct Slider {
  JointParameters law{};
  baseline::TangentPoint at{};

  // free: slip at the end of the step without a force of the point [m]
  baseline::TangentForce step(double free) const {
    using Law = baseline::OdenPires;
    return Law::solve(law, at, Law::factor(law, at.length, at.compliance), free);
  }
  double stiffness() const { return law.friction_modulus * at.length; }
  double limit() const { return law.friction * at.pressure; }
  double spring(double force) const { return 0.5 * force * force / stiffness(); }
};

Slider random_slider(std::mt19937* draw) {
  Slider s;
  s.at.length = power_between(1e-3, 1.0, draw);
  s.law.friction_modulus = power_between(1e5, 1e9, draw);
  s.law.friction = between(0.05, 1.5, draw);
  const double before = power_between(1.0, 1e4, draw);
  s.at.pressure = between(0.0, 1.0, draw) < 0.1 ? 0.0 : before * power_between(1e-3, 3.0, draw);
  s.at.start = s.law.friction * before * std::clamp(between(-1.5, 1.5, draw), -1.0, 1.0);
  s.at.compliance =
      between(0.0, 1.0, draw) < 0.1 ? 0.0 : power_between(1e-3, 1e2, draw) / s.stiffness();
  s.at.slip = between(-1.0, 1.0, draw) * before / s.stiffness();
  return s;
}

TEST(TurningFriction, ASliderGivesNoMoreThanItsSpringHeld) {
  std::mt19937 draw(1);
  long turned = 0, kept = 0;
  for (int k = 0; k < 60000; ++k) {
    const Slider s = random_slider(&draw);
    const double reach = (std::abs(s.at.start) + s.limit()) * (1 / s.stiffness() + s.at.compliance);
    const double free = s.at.slip + between(-3.0, 3.0, &draw) * reach;
    const baseline::TangentForce f = s.step(free);
    const double slip = free + s.at.compliance * f.mean - s.at.slip;
    const double given = s.spring(s.at.start) - s.spring(f.end), work = f.mean * slip;
    const double size =
        s.spring(s.at.start) + s.spring(f.end) + std::abs(f.mean) * (std::abs(s.at.slip) + reach);
    ASSERT_GE(given - work, -1e-12 * size) << k;
    ASSERT_LE(std::abs(f.end), s.limit()) << k;
    const double ends = 0.5 * (s.at.start + f.end);
    if (f.mean == ends) {
      ++kept;
    } else {
      ++turned;
      ASSERT_LT(f.end * s.at.start, 1e-300) << k;
      ASSERT_LT(s.limit(), std::abs(s.at.start)) << k;
      ASSERT_TRUE(f.mean * ends > 0 && std::abs(f.mean) < std::abs(ends)) << k;
      ASSERT_NEAR(work, given, 1e-12 * size) << k;
    }
  }
  EXPECT_GT(turned, 10000);
  EXPECT_GT(kept, 10000);
}

// The mean falls with the slip without a jump, nowhere more steeply than where it sticks.
TEST(TurningFriction, ItsMeanFallsWithTheSlipWithoutAJump) {
  std::mt19937 draw(2);
  for (int k = 0; k < 300; ++k) {
    const Slider s = random_slider(&draw);
    const double c = s.at.compliance, sticks = 0.5 * s.stiffness() / (1 + 0.5 * c * s.stiffness());
    const double reach = (std::abs(s.at.start) + s.limit()) * (1 / s.stiffness() + c);
    constexpr int kSteps = 2000;
    double before = s.step(s.at.slip - 4 * reach).mean;
    for (int i = 1; i <= kSteps; ++i) {
      const double mean = s.step(s.at.slip + (8.0 * i / kSteps - 4) * reach).mean;
      ASSERT_LE(mean - before, 1e-11 * std::abs(s.at.start)) << k << " " << i;
      ASSERT_LE(before - mean, sticks * 8 * reach / kSteps + 1e-11 * std::abs(s.at.start)) << k;
      before = mean;
    }
  }
}

// ---- two law points

TwoMasses rubbing(std::mt19937* draw) {
  TwoMasses s;
  s.mass = power_between(0.1, 10.0, draw);
  gen::TangentialLaw& t = s.law.tangential;
  t.kind = TangentialKind::oden_pires;
  t.friction = between(0.1, 1.2, draw);
  t.friction_modulus = power_between(1e5, 1e8, draw);
  s.law.normal.stiffness = t.friction_modulus * power_between(0.1, 10.0, draw);
  s.stiffness_x = t.friction_modulus * power_between(1e-3, 0.1, draw);
  s.stiffness_y = t.friction_modulus * power_between(1e-3, 0.1, draw);
  s.damping = {power_between(1.0, 100.0, draw), 0.0};
  return s;
}

// Pressed and thrown off, pulled to and fro, anew at the end of every step.
Vector random_pull(std::mt19937* draw) {
  return Vector{{between(-3000, 3000, draw), between(-2000, 500, draw), between(-2000, 500, draw)}};
}

// Points whose force is turned round in a step, from more than the limit at its end.
long turned_points(const TwoMasses& s, const std::vector<gen::JointPoint>& points,
                   const TwoMassesOutputs& from, const TwoMassesOutputs& to) {
  long turned = 0;
  for (int i = 0; i < 2; ++i) {
    const gen::JointPoint& p = points[static_cast<std::size_t>(i)];
    const double slip = p.share[0] * (to.x1 - from.x1) + p.share[1] * (to.x2 - from.x2);
    const double trial = from.shear[i] - s.law.tangential.friction_modulus * slip;
    const double sum = from.shear[i] + to.shear[i], size = std::abs(from.shear[i]);
    turned += sum * (to.shear[i] - trial) > 1e-6 * size * size ? 1 : 0;
  }
  return turned;
}

struct Rubs {
  long turned = 0, faults = 0;
  double gained = 0.0;  // most that friction gives in a step, over the energy turned over [-]
  double motion = 0.0;  // runtime against full order, of the largest [-]
  double friction = 0.0;
};

Rubs rub(const TwoMasses& s, double h, int steps, std::mt19937* draw) {
  const gen::FullSystem full = s.full();
  const std::vector<gen::JointPoint> points = full.lone().as<gen::Joint>()->points;
  gen::AssemblyOrder order(full, h);
  RuntimeMasses run(s, h);
  Rubs r;
  double size = 0.0, full_friction = 0.0;
  Vector before = random_pull(draw);
  TwoMassesOutputs from{};
  for (int k = 0; k < steps; ++k) {
    const Vector after = random_pull(draw);
    r.faults += run.step(before, after) == status::kOk ? 0 : 1;
    (void)order.step(0.5 * (before + after));
    const Vector y = order.outputs();
    const TwoMassesOutputs& to = run.y;
    const double turned_over = from.total + to.total + std::abs(to.external - from.external);
    const double lost = std::min(to.friction - from.friction, y[12] - full_friction);
    r.gained = std::max(r.gained, -lost / turned_over);
    r.turned += turned_points(s, points, from, to);
    const double* x = reinterpret_cast<const double*>(&to);
    for (int i = 0; i < 4; ++i) {
      size = std::max(size, std::abs(y[i]));
      r.motion = std::max(r.motion, std::abs(y[i] - x[i]));
    }
    r.friction = std::max(r.friction, std::abs(y[12] - to.friction));
    full_friction = y[12];
    before = after;
    from = to;
  }
  r.motion /= size;
  r.friction /= full_friction;
  r.faults += order.unsolved_steps();
  return r;
}

TEST(TurningFriction, NoStepOfTwoMassesMakesEnergy) {
  std::mt19937 draw(3);
  long turned = 0;
  for (int k = 0; k < 600; ++k) {
    const TwoMasses s = rubbing(&draw);
    const double own = std::sqrt(0.5 * s.law.tangential.friction_modulus / s.mass);
    const Rubs r = rub(s, between(0.3, 6.0, &draw) / own, 25, &draw);
    EXPECT_EQ(r.faults, 0) << k;
    EXPECT_LT(r.gained, 1e-12) << k;
    EXPECT_LT(r.motion, 1e-10) << k;
    EXPECT_LT(r.friction, 1e-10) << k;
    turned += r.turned;
  }
  EXPECT_GT(turned, 1000);
}

// Thrown off and back along the slip, masses take what the springs of friction held: M v1^2 = M
// v0^2
// + sum of t^2/k, and dv1/dv0 = v0/v1.
TEST(TurningFriction, SpringsOfAJointThatOpensAreGivenBack) {
  TwoMasses s;
  s.law.normal.stiffness = 1e8;
  s.law.tangential = {TangentialKind::oden_pires, 0.8, 2e7};
  const double h = 1e-5, press = 1000;
  RuntimeMasses run(s, h);
  const double depth = -2 * press / s.law.normal.stiffness;
  run.start(Vector{{0, depth, 0, depth}}, Vector::Zero(4), press);
  for (int k = 0; k < 20; ++k) EXPECT_EQ(run.step(500, press), status::kOk);
  double held = 0;
  for (const double tau : run.y.shear) held += 0.25 * tau * tau / s.law.tangential.friction_modulus;
  ASSERT_LT(run.y.shear[0], -1.0);
  const auto throw_off = [&](double along) {
    const double scale = std::sqrt(s.mass);
    double* v = run.instance().state().v(run.instance().model());
    for (int i = 0; i < 4; ++i) v[i] = scale * (i % 2 == 0 ? along : 5.0);
    return gen::linearize(run.instance(), Vector::Zero(6), "test");
  };
  // the way on which the springs give all, as fast as the step ends there: a corner
  const double both = 2 * run.y.shear[0] / (s.law.tangential.friction_modulus * h);
  EXPECT_FALSE(throw_off(0.5 * (both - held / s.mass / both)).findings.empty());
  const double v0 = -0.5;
  const gen::StateSpace space = throw_off(v0);
  EXPECT_TRUE(space.findings.empty());
  const double lost = run.y.friction;
  EXPECT_EQ(run.step(0, 0), status::kOk);
  EXPECT_EQ(run.y.normal[0], 0.0);
  const double v1 = -std::sqrt(v0 * v0 + held / s.mass);
  EXPECT_NEAR(run.y.vx1, v1, 1e-12 * std::abs(v1));
  EXPECT_NEAR(run.y.friction, lost, 1e-12 * held);
  EXPECT_NEAR(space.a(4, 4) + space.a(4, 6), v0 / v1, 1e-6);
}

// ---- numbers that change

// Sliders that hold more than the law lets them are cut to it at once, in the runtime as at full
// order, and none gives more than it held.
TEST(TurningFriction, LimitsThatFallCutAtOnce) {
  for (const TangentialKind kind :
       {TangentialKind::oden_pires, TangentialKind::jenkins, TangentialKind::iwan}) {
    TwoMasses s;
    s.stiffness_x = 1e6;
    s.stiffness_y = 1e6;
    s.law.normal.stiffness = 1e8;
    s.law.tangential = {kind, 0.8, 2e7, 300.0, 5};
    const double h = 1e-3;
    const gen::FullSystem full = s.full();
    gen::AssemblyOrder order(full, h);
    RuntimeMasses run(s, h);
    double before = 0.0, friction = 0.0, cut = 0.0;
    const auto go = [&](double along) {
      const Vector f{{along, -400, -300}};
      EXPECT_EQ(run.step(f, f), status::kOk);
      (void)order.step(f);
      const Vector y = order.outputs();
      EXPECT_NEAR(run.y.x1, y[0], 1e-12) << static_cast<int>(kind);
      EXPECT_NEAR(run.y.shear[1], y[18], 1e-8 * 300) << static_cast<int>(kind);
      EXPECT_NEAR(run.y.friction, y[12], 1e-9 * y[14]) << static_cast<int>(kind);
      EXPECT_GE(run.y.friction - friction, -1e-13 * run.y.external) << static_cast<int>(kind);
      before = friction;
      friction = run.y.friction;
    };
    const char* number = kind == TangentialKind::oden_pires ? "friction" : "slip_traction";
    for (const double share : {1.0, 0.1, 1.0, 0.03, 0.0}) {
      const gen::JointNumber& n =
          gen::joint_numbers().at(static_cast<std::size_t>(field(number, {}, {}).number));
      const double value = share * n.get(s.law);
      ASSERT_TRUE(run.set((std::string("contact.") + number).c_str(), value));
      order.change({0.0, 0, n.parameter, value});
      go(-4000);
      cut = std::max(cut, friction - before);
      for (int k = 0; k < 20; ++k) go(k % 10 < 5 ? 900 : 4000);
    }
    EXPECT_GT(cut, 0.0);
  }
}

// Without a spring there is no friction: what was held would push for ever.
TEST(TurningFriction, NoSpringHoldsNothing) {
  for (const TangentialKind kind :
       {TangentialKind::oden_pires, TangentialKind::jenkins, TangentialKind::iwan}) {
    TwoMasses s;
    s.law.normal.stiffness = 1e8;
    s.law.tangential = {kind, 0.8, 2e7, 300.0, 5};
    RuntimeMasses run(s, 1e-5);
    const double depth = -2 * 1000 / s.law.normal.stiffness;
    run.start(Vector{{0, depth, 0, depth}}, Vector::Zero(4), 1000);
    for (int k = 0; k < 20; ++k) EXPECT_EQ(run.step(500, 1000), status::kOk);
    ASSERT_LT(run.y.shear[0], -1.0);
    ASSERT_TRUE(run.set("contact.friction_modulus", 0.0));
    const double total = run.y.total, lost = run.y.friction;
    for (int k = 0; k < 20; ++k) {
      EXPECT_EQ(run.step(0, 1000), status::kOk);
      EXPECT_EQ(run.y.shear[0], 0.0) << static_cast<int>(kind);
      EXPECT_LE(run.y.total, total) << static_cast<int>(kind);
      EXPECT_GE(run.y.friction, lost) << static_cast<int>(kind);
    }
  }
}

// ---- an assembly

// A plate of two nodes pressed on the ground and on a lump, by joints whose friction follows the
// pressure; the lump strikes a stop, if there is one.
Assembly shaken_plate(bool stop, std::mt19937* draw) {
  Assembly a = lumps({{0.3, 40}, {0.3, 60}, {0.2, 50}, {0.2, 30}, {0.1, 80}, {0.1, 20}}).joined(2);
  const auto law = [&] {
    gen::TangentialLaw t;
    t.kind = TangentialKind::oden_pires;
    t.friction = between(0.2, 0.8, draw);
    t.friction_modulus = power_between(3e5, 1e7, draw);
    return t;
  };
  const auto springs = [&] {
    gen::NormalLaw n;
    n.stiffness = power_between(1e6, 1e7, draw);
    return n;
  };
  a.joint("floor", {{1, 0, 0, 0, 0, 0}, {0, 1, 0, 0, 0, 0}},
          {{0, 0, 1, 0, 0, 0}, {0, 0, 0, 1, 0, 0}}, springs(), law());
  a.joint("lump", {{0.3, 1, 0, 0, -1, 0}, {1, 0.2, 0, 0, -1, 0}},
          {{0, 0, 1, 0, 0, -1}, {0, 0, 0, 1, 0, -1}}, springs(), law());
  if (stop) a.stop("stop", {0, 0, 0, 0, -1, 0}, 5e-6, 0.4, 0.3, {0, 0, 0, 0, 0, 1});
  a.force({-60, -40, 0, 0, 10, 0});
  a.input({0.2, 0.1, 1, 0.3, 0.7, 0.5});
  a.start({0, 0, 0, 0, 0, 0}, {0, 0, 0, 0, 0, 0});
  a.energy_outputs();
  return with_rayleigh(a);
}

// Its books in the runtime and at full order, which move alike where no impact hangs by a hair.
TEST(TurningFriction, NoStepOfAnAssemblyMakesEnergy) {
  std::mt19937 draw(4);
  for (int k = 0; k < 100; ++k) {
    const bool stop = k % 2 == 1;
    const Assembly a = shaken_plate(stop, &draw);
    const double h = power_between(1e-4, 1e-3, &draw);
    gen::BakeOptions options = assembly_options(h);
    options.solver.tolerance = 1e-13;
    gen::Instance run(gen::bake(a.system(), options), "shaken plate");
    const gen::FullSystem system = full_order(a.system(), mixed_shapes(a.system()));
    gen::AssemblyOrder full(system, h);
    Vector y = Vector::Zero(static_cast<Eigen::Index>(a.system().outputs.size())), from = y,
           full_from = y;
    double before = 0.0;
    for (int i = 0; i < 40; ++i) {
      SCOPED_TRACE(std::to_string(k) + " " + std::to_string(i));
      const double u[] = {before, between(-300, 300, &draw)};
      EXPECT_EQ(run.step(u, y.data()) & status::kCAPPED, 0u);
      EXPECT_TRUE(full.step(Vector{{0.5 * (u[0] + u[1])}})->solved);
      const Vector full_y = full.outputs();
      const double turned_over = y.head(2).sum() + from.head(2).sum() + std::abs(y[3] - from[3]);
      for (const int friction : {7, 9}) {
        EXPECT_GT(y[friction] - from[friction], -1e-12 * turned_over);
        EXPECT_GT(full_y[friction] - full_from[friction], -1e-12 * turned_over);
      }
      if (!stop) EXPECT_LT((y - full_y).norm(), 1e-9 * y.norm());
      from = y;
      full_from = full_y;
      before = u[1];
    }
  }
}

}  // namespace
}  // namespace mortise::test
