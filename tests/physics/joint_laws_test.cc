// The runtime's laws of joints at two law points: step by step against the offline laws, and
// against closed forms.
#include <gtest/gtest.h>

#include <cmath>

#include "generator/ground/numbers/constants.hpp"
#include "tests/physics/two_masses.hpp"

namespace mortise::test {
namespace {

using gen::ImpactDamper;
using gen::kTwoPi;
using gen::TangentialKind;
using gen::Vector;

// ---- step by step -----------------------------------------------------------------------------

// Masses that are pressed, thrown off and rubbed to and fro, both differently.
TwoMasses rattling() {
  TwoMasses s;
  s.stiffness_x = 1e5;
  s.stiffness_y = 1e4;
  s.damping = {5.0, 1e-5};
  s.law.normal.stiffness = 1e8;
  s.law.normal.gap = 2e-6;
  return s;
}

// share: of the steady pressure that comes and goes.
Vector rattle(double t, double share) {
  return Vector{{1500 * std::sin(kTwoPi * 90 * t), -2000 * (1 + share * std::sin(kTwoPi * 60 * t)),
                 -2300 * (1 + share * std::sin(kTwoPi * 75 * t))}};
}

struct Difference {
  double motion = 0, energy = 0, shear = 0;  // relative to the largest value
  long unsolved = 0;                         // steps without a solution, in the offline law
  double balance = 0;                        // of the runtime, relative to the loss
};

Difference compare_step_by_step(const TwoMasses& s, double h, int steps, double share = 1.4) {
  const gen::FullSystem full = s.full();
  gen::AssemblyOrder order(full, h);
  RuntimeMasses run(s, h);
  Difference d;
  double motion = 0, energy = 0, shear = 0;
  for (int k = 0; k < steps; ++k) {
    const Vector before = rattle(k * h, share), after = rattle((k + 1) * h, share);
    order.step(0.5 * (before + after));
    EXPECT_EQ(run.step(before, after), status::kOk);
    const Vector y = order.outputs();
    const double* r = reinterpret_cast<const double*>(&run.y);
    for (int i = 0; i < 4; ++i) {
      motion = std::max(motion, std::abs(y[i]));
      d.motion = std::max(d.motion, std::abs(y[i] - r[i]));
    }
    for (int i = 8; i < 15; ++i) {
      energy = std::max(energy, std::abs(y[i]));
      d.energy = std::max(d.energy, std::abs(y[i] - r[i]));
    }
    for (int i = 17; i < 19; ++i) {
      shear = std::max(shear, std::abs(y[i]));
      d.shear = std::max(d.shear, std::abs(y[i] - r[i]));
    }
    d.balance = std::max(d.balance, std::abs(run.y.balance()));
  }
  d.motion /= motion;
  d.energy /= energy;
  d.balance /= energy;
  if (shear > 0) d.shear /= shear;
  d.unsolved = order.unsolved_steps();
  return d;
}

TwoMasses with_friction(TwoMasses s, TangentialKind kind) {
  gen::TangentialLaw& t = s.law.tangential;
  t.kind = kind;
  t.friction = 0.3;
  t.friction_modulus = 4e7;
  t.slip_traction = 900;
  t.elements = 7;
  return s;
}

TEST(JointLawsStepByStep, TangentialLaws) {
  for (const TangentialKind kind : {TangentialKind::none, TangentialKind::oden_pires,
                                    TangentialKind::jenkins, TangentialKind::iwan}) {
    const Difference d = compare_step_by_step(with_friction(rattling(), kind), 1e-5, 4000);
    EXPECT_LT(d.motion, 1e-8) << static_cast<int>(kind);
    EXPECT_LT(d.energy, 1e-8) << static_cast<int>(kind);
    EXPECT_LT(d.shear, 1e-7) << static_cast<int>(kind);
    EXPECT_LT(d.balance, 1e-11) << static_cast<int>(kind);
  }
}

TEST(JointLawsStepByStep, DampersAndSeparation) {
  for (const ImpactDamper damper :
       {ImpactDamper::clamped, ImpactDamper::filled, ImpactDamper::hunt_crossley})
    for (const double separation : {0.0, 3e7}) {
      TwoMasses s = with_friction(rattling(), TangentialKind::oden_pires);
      s.law.normal.damper = damper;
      s.law.normal.damping = damper == ImpactDamper::hunt_crossley ? 0.5e8 : 3e3;
      s.law.normal.separation_stiffness = separation;
      s.law.normal.separation_gap = separation > 0 ? 5e-6 : 0;
      const Difference d = compare_step_by_step(s, 1e-5, 4000);
      EXPECT_EQ(d.unsolved, 0);
      EXPECT_LT(d.motion, 1e-8) << static_cast<int>(damper) << " " << separation;
      EXPECT_LT(d.energy, 1e-8) << static_cast<int>(damper) << " " << separation;
      EXPECT_LT(d.balance, 1e-11) << static_cast<int>(damper) << " " << separation;
    }
}

TEST(JointLawsStepByStep, ImpactUnitsOfAnyExponent) {
  for (const ImpactDamper damper :
       {ImpactDamper::clamped, ImpactDamper::hunt_crossley, ImpactDamper::lankarani_nikravesh})
    for (const double exponent : {1.0, 1.5, 2.3}) {
      if (exponent == 1.0 && damper != ImpactDamper::lankarani_nikravesh) continue;
      TwoMasses s = with_friction(rattling(), TangentialKind::oden_pires);
      gen::NormalLaw& law = s.law.normal;
      law.exponent = exponent;
      law.stiffness = 1e8 * std::pow(4e-5, 1 - exponent);
      law.damper = damper;
      law.damping = damper == ImpactDamper::hunt_crossley ? 0.5 * law.stiffness : 3e3;
      law.restitution = 0.6;
      law.impact_velocity = 1e-3;
      law.separation_stiffness = exponent == 1.5 ? 3e7 : 0.0;
      law.separation_gap = 5e-6;
      const Difference d = compare_step_by_step(s, 1e-5, 4000);
      EXPECT_EQ(d.unsolved, 0);
      EXPECT_LT(d.motion, 1e-8) << static_cast<int>(damper) << " " << exponent;
      EXPECT_LT(d.energy, 1e-8) << static_cast<int>(damper) << " " << exponent;
      EXPECT_LT(d.balance, 1e-11) << static_cast<int>(damper) << " " << exponent;
    }
}

TEST(JointLawsStepByStep, NumbersThatVaryAlongTheJoint) {
  const auto falls = [](const char* number, double first, double last) {
    return field(number, {0.0, 1.0}, {first, last});
  };
  for (const TangentialKind kind :
       {TangentialKind::oden_pires, TangentialKind::jenkins, TangentialKind::iwan})
    for (const double exponent : {1.0, 1.5}) {
      TwoMasses s = with_friction(rattling(), kind);
      gen::NormalLaw& law = s.law.normal;
      law.exponent = exponent;
      law.stiffness = 1e8 * std::pow(4e-5, 1 - exponent);
      law.damper =
          kind == TangentialKind::iwan ? ImpactDamper::hunt_crossley : ImpactDamper::clamped;
      law.damping = kind == TangentialKind::iwan ? 0.5 * law.stiffness : 3e3;
      law.separation_stiffness = 3e7;
      law.separation_gap = 5e-6;
      s.fields = {falls("gap", 3e-6, -2e-6),        falls("stiffness", 0.5, 2),
                  falls("impact_damping", 2, 0),    falls("separation_stiffness", 0, 1.5),
                  falls("separation_gap", 0, 4e-6), falls("friction", 0.1, 2),
                  falls("friction_modulus", 3, 0.2)};
      if (kind != TangentialKind::oden_pires) s.fields.push_back(falls("slip_traction", 2, 0.3));
      const Difference d = compare_step_by_step(s, 1e-5, 4000);
      EXPECT_EQ(d.unsolved, 0);
      EXPECT_LT(d.motion, 1e-8) << static_cast<int>(kind) << " " << exponent;
      EXPECT_LT(d.energy, 1e-8) << static_cast<int>(kind) << " " << exponent;
      EXPECT_LT(d.shear, 1e-7) << static_cast<int>(kind) << " " << exponent;
      EXPECT_LT(d.balance, 1e-11) << static_cast<int>(kind) << " " << exponent;
    }
}

// LuGre's bristles follow the midpoint rule in the runtime. Offline they follow their closed form,
// with the mean velocity of the step at its end: the same motion to first order.
TEST(JointLawsStepByStep, LuGre) {
  TwoMasses s = with_friction(rattling(), TangentialKind::lugre);
  s.law.tangential.friction_modulus = 1e5;
  s.law.tangential.static_friction = 0.4;
  s.law.tangential.stribeck_velocity = 0.01;
  s.law.tangential.bristle_damping = 10.0;
  s.law.tangential.viscous = 0.1;
  s.law.normal.separation_stiffness = 1e8;
  for (const bool varies : {false, true}) {
    for (const char* number :
         {"friction_modulus", "static_friction", "stribeck_velocity", "bristle_damping", "viscous"})
      if (varies) s.fields.push_back(field(number, {0.0, 1.0}, {1.0, 1.5}));
    const Difference coarse = compare_step_by_step(s, 1e-5, 2000, 0.3);
    const Difference fine = compare_step_by_step(s, 2.5e-6, 8000, 0.3);
    EXPECT_LT(coarse.motion, varies ? 4e-3 : 2e-3);
    EXPECT_LT(fine.motion, 0.28 * coarse.motion);
  }
}

// ---- closed forms: friction -------------------------------------------------------------------

// Equilibrium of both masses without springs in y under a force down on each [N]; each law point
// carries that force.
Vector pressed_by(const TwoMasses& s, double press) {
  const double depth = 2 * press / s.law.normal.stiffness;
  return Vector{{0, -depth, 0, -depth}};
}

// Both masses under a steady pressure, pulled to and fro through stiff springs so slowly that only
// friction is lost: the last of three cycles.
struct Loop {
  double lost = 0, amplitude = 0, pressure = 0;  // [J], [m], [N/m]
};

Loop slow_loop(const TwoMasses& s, double pull, double press, double hertz = 20) {
  const double h = 5e-6;
  const int n = static_cast<int>(std::lround(1 / (hertz * h)));
  RuntimeMasses run(s, h);
  run.start(pressed_by(s, press), Vector::Zero(4), press);
  Loop loop;
  double before = 0;
  const auto force = [&](int k) {
    return Vector{{pull * std::sin(kTwoPi * k / n), -press, -press}};
  };
  for (int k = 0; k < 3 * n; ++k) {
    EXPECT_EQ(run.step(force(k), force(k + 1)), status::kOk);
    if (k + 1 == 2 * n) before = run.y.friction;
    if (k >= 2 * n) loop.amplitude = std::max(loop.amplitude, std::abs(run.y.x1));
  }
  loop.lost = run.y.friction - before;
  loop.pressure = 0.5 * (run.y.normal[0] + run.y.normal[1]);
  EXPECT_NEAR(run.y.x1, run.y.x2, 1e-12);
  const double at_start = press * press / (0.5 * s.law.normal.stiffness);
  EXPECT_NEAR(run.y.balance(), at_start, 1e-10 * (1 + run.y.friction));
  return loop;
}

TwoMasses clamped_softly(TangentialKind kind) {
  TwoMasses s;
  s.stiffness_x = 2e8;
  s.damping = {300, 2e-5};
  s.law.normal.stiffness = 1e8;
  s.law.normal.separation_stiffness = 1e8;
  return with_friction(s, kind);
}

// Area 4 S (X - S / E) per length 1 of interface.
TEST(JointLaws, JenkinsLoopIsItsParallelogram) {
  const TwoMasses s = clamped_softly(TangentialKind::jenkins);
  const double limit = 900, modulus = 4e7;
  for (const double pull : {9e3, 3e4}) {
    const Loop loop = slow_loop(s, pull, 1000);
    // half of the limit acts on each mass
    EXPECT_NEAR(loop.amplitude, (pull - limit / 2) / 2e8, 2e-3 * loop.amplitude);
    const double area = 4 * limit * (loop.amplitude - limit / modulus);
    EXPECT_NEAR(loop.lost, area, 2e-3 * area);
  }
  EXPECT_NEAR(slow_loop(s, 3e3, 1000).lost, 0.0, 1e-9) << "sticking";
}

TEST(JointLaws, OdenPiresLoopGrowsWithItsPressure) {
  const TwoMasses s = clamped_softly(TangentialKind::oden_pires);
  const double modulus = 4e7;
  for (const double press : {1000.0, 2500.0}) {
    const Loop loop = slow_loop(s, 3e4, press);
    EXPECT_NEAR(loop.pressure, 2 * press, 1e-6 * press);
    const double limit = 0.3 * loop.pressure;
    const double area = 4 * limit * (loop.amplitude - limit / modulus);
    EXPECT_NEAR(loop.lost, area, 2e-3 * area);
  }
}

TEST(JointLaws, IwanLoopIsTheSumOfItsElements) {
  const TwoMasses s = clamped_softly(TangentialKind::iwan);
  for (const double pull : {4e3, 2e4}) {
    const Loop loop = slow_loop(s, pull, 1000);
    double area = 0;
    for (int i = 0; i < 7; ++i) {
      const double strength = 2 * 900.0 / 7 * (i + 0.5) / 7, modulus = 4e7 / 7;
      area += 4 * strength * std::max(0.0, loop.amplitude - strength / modulus);
    }
    EXPECT_NEAR(loop.lost, area, 2e-3 * area) << pull;
  }
}

// Pulled once from rest, the bank follows the sum of its springs, each up to its strength.
TEST(JointLaws, IwanFollowsItsBackbone) {
  TwoMasses s = clamped_softly(TangentialKind::iwan);
  RuntimeMasses run(s, 5e-6);
  double worst = 0;
  for (int k = 0; k < 4000; ++k) {
    const auto force = [](int i) { return Vector{{3.0 * i, 0, 0}}; };
    EXPECT_EQ(run.step(force(k), force(k + 1)), status::kOk);
    double expected = 0;
    for (int i = 0; i < 7; ++i)
      expected += std::min(4e7 / 7 * run.y.x1, 2 * 900.0 / 7 * (i + 0.5) / 7);
    worst = std::max(worst, std::abs(run.y.shear[0] + expected));
  }
  EXPECT_LT(worst, 1e-9 * 900);
  EXPECT_NEAR(run.y.shear[1], -900, 1e-6) << "all slip";
}

TwoMasses bristles() {
  TwoMasses s;
  s.mass = 50.0;
  s.law.normal.stiffness = 1e8;
  s.law.normal.separation_stiffness = 1e8;
  gen::TangentialLaw& t = s.law.tangential;
  t.kind = TangentialKind::lugre;
  t.friction = 0.3;
  t.static_friction = 0.45;
  t.friction_modulus = 1e5;
  t.stribeck_velocity = 0.01;
  t.bristle_damping = 5.0;
  t.viscous = 0.2;
  return s;
}

// A heavy mass that coasts: at every speed the force of steady sliding, p (g(v) + viscous v).
TEST(JointLaws, LuGreSlidesSteadilyOnItsStribeckCurve) {
  TwoMasses s = bristles();
  s.mass = 2e4;
  const double press = 1000;
  for (const double speed : {0.002, 0.01, -0.05}) {
    RuntimeMasses run(s, 1e-5);
    run.start(pressed_by(s, press), Vector{{speed, 0, speed, 0}}, press);
    for (int k = 0; k < 4000; ++k) EXPECT_EQ(run.step(0, press), status::kOk);
    const double v = run.y.vx1, ratio = v / 0.01;
    ASSERT_GT(v * speed, 0.25 * speed * speed);
    const double g = 0.3 + 0.15 * std::exp(-ratio * ratio);
    EXPECT_NEAR(run.y.shear[0], -2 * press * (std::copysign(g, v) + 0.2 * v), 2e-2 * press * g)
        << speed;
  }
}

// Pulled ever harder it creeps on its bristles, and breaks away at the static friction.
TEST(JointLaws, LuGreBreaksAwayAtItsStaticFriction) {
  TwoMasses s = bristles();
  s.law.tangential.viscous = 0;
  const double press = 1000, h = 2e-5, rate = 5000;  // [N/s]
  RuntimeMasses run(s, h);
  run.start(pressed_by(s, press), Vector::Zero(4), press);
  double largest = 0, at = 0, bristle = 0;
  for (int k = 0; k < 20000; ++k) {
    const auto force = [&](int i) { return Vector{{rate * i * h, -press, -press}}; };
    EXPECT_EQ(run.step(force(k), force(k + 1)), status::kOk);
    // each mass carries one N/m of shear per N on it
    if (rate * (k + 1) * h < 0.9 * 0.45 * press) bristle = run.y.x1;
    if (-run.y.shear[0] > largest) {
      largest = -run.y.shear[0];
      at = rate * (k + 1) * h;
    }
  }
  EXPECT_NEAR(largest, 0.45 * 2 * press, 0.02 * 900);
  EXPECT_NEAR(at, 0.45 * press, 0.05 * 450);
  EXPECT_LT(bristle, 5 * 0.45 / 1e5) << "before, it only bends its bristles";
  EXPECT_GT(run.y.x1, 1000 * bristle);
}

// Light masses on stiff bristles: the local solve has to be exact there too. The force over a step
// is that of the midpoint rule for the slip that came out.
TEST(JointLaws, LuGreIsSolvedExactlyForLightMasses) {
  for (const double mass : {1.0, 1e-2, 1e-4}) {
    TwoMasses s = bristles();
    s.mass = mass;
    s.stiffness_x = 1e6 * mass;
    s.law.tangential.static_friction = s.law.tangential.friction;  // one solution in every step
    const double press = 1000, h = 1e-5;
    RuntimeMasses run(s, h, 0, 1e-10);
    run.start(pressed_by(s, press), Vector::Zero(4), press);
    const double share = s.full().lone().as<gen::Joint>()->points[0].share[0];
    double z = 0, x = 0, worst = 0;
    for (int k = 0; k < 2000; ++k) {
      const auto force = [&](int i) {
        return Vector{{1500 * std::sin(kTwoPi * 400 * i * h), -press, -press}};
      };
      EXPECT_EQ(run.step(force(k), force(k + 1)), status::kOk);
      const double here = share * run.y.x1 + (1 - share) * run.y.x2;
      const double slip = here - x, a = 0.5 * std::abs(slip) * 1e5 / 0.3;
      const double after = (z * (1 - a) + slip) / (1 + a);
      const double tau =
          -2 * press * (1e5 * 0.5 * (z + after) + (5.0 * (after - z) + 0.2 * slip) / h);
      worst = std::max(worst, std::abs(run.y.shear[0] - tau));
      z = after;
      x = here;
    }
    EXPECT_LT(worst, 1e-6 * 2 * press) << mass;
  }
}

// ---- residual compliance ------------------------------------------------------------------------

// The system without the given modes, which stay as massless Kelvin-Voigt compliance.
gen::ReducedSystem without_modes(const gen::ReducedSystem& s, const std::vector<int>& dropped,
                                 const std::vector<int>& kept, double lag) {
  const gen::Matrix& rows = s.lone().as<gen::ReducedJoint>()->rows;
  gen::Matrix drive(4, rows.rows() + s.input_forces.cols());
  drive << rows.transpose(), s.input_forces;
  gen::ReducedSystem r = s;
  gen::ResidualCompliance c;
  const Vector soft = s.omega(dropped).cwiseAbs2().cwiseInverse();
  const auto answer = [&](const gen::Matrix& functionals, const gen::Matrix& forces) {
    return gen::Matrix(functionals(Eigen::all, dropped) * soft.asDiagonal() *
                       forces(dropped, Eigen::all));
  };
  c.lag = lag;
  c.row_compliance = answer(rows, drive);
  c.input_compliance = answer(s.input_forces.transpose(), s.input_forces);
  c.output_compliance = answer(s.output_rows, drive);
  c.row_offset = answer(rows, s.constant_force);
  c.output_offset = answer(s.output_rows, s.constant_force);
  r.make_lone().as<gen::ReducedJoint>()->rows = rows(Eigen::all, kept);
  r.make_lone().residual = c;
  r.omega = s.omega(kept);
  r.damping = s.damping(kept);
  r.input_forces = s.input_forces(kept, Eigen::all);
  r.output_rows = s.output_rows(Eigen::all, kept);
  r.constant_force = s.constant_force(kept);
  r.initial_q = r.initial_v = Vector::Zero(r.size());
  return r;
}

// Stiff springs along x, once with their masses and once as residual compliance: slow slipping to
// and fro is the same for both, motions, forces and losses.
TEST(JointResidual, FollowsSlowMotionAsTheModesWould) {
  TwoMasses s = clamped_softly(TangentialKind::jenkins);
  s.damping = {0, 2e-5};
  s.stiffness_y = 1e7;
  gen::ReducedSystem all = s.reduced();
  all.constant_force[0] = all.constant_force[2] = 4e3 / std::sqrt(s.mass);  // 4 kN along x on each
  const gen::ReducedSystem few = without_modes(all, {0, 2}, {1, 3}, s.damping.beta);
  gen::BakeOptions options;
  options.name = "residual";
  options.step = 5e-6;
  options.golden_steps = 0;
  TwoMassesOutputs y[2];
  gen::Instance run[2] = {gen::Instance(gen::bake(all, options), "all"),
                          gen::Instance(gen::bake(few, options), "few")};
  const auto force = [](int k) { return 3e4 * std::sin(kTwoPi * 20 * k * 5e-6); };
  double motion = 0, speed = 0, shear = 0, largest[3] = {0, 0, 0}, before[2] = {0, 0};
  for (int k = 0; k < 20000; ++k) {
    const double u[6] = {force(k), -1000, -900, force(k + 1), -1000, -900};
    for (const int i : {0, 1})
      EXPECT_EQ(run[i].step(u, reinterpret_cast<double*>(&y[i])), status::kOk);
    for (const std::size_t i : {0u, 1u})
      if (k == 2000) before[i] = y[i].friction;
    if (k < 2000) continue;  // the constant force is put on at once
    motion = std::max(motion, std::abs(y[0].x1 - y[1].x1));
    speed = std::max(speed, std::abs(y[0].vx1 - y[1].vx1));
    shear = std::max(shear, std::abs(y[0].shear[0] - y[1].shear[0]));
    largest[0] = std::max(largest[0], std::abs(y[0].x1));
    largest[1] = std::max(largest[1], std::abs(y[0].vx1));
    largest[2] = std::max(largest[2], std::abs(y[0].shear[0]));
    EXPECT_NEAR(y[0].y1, y[1].y1, 1e-12);
  }
  EXPECT_LT(motion, 1e-3 * largest[0]);
  EXPECT_LT(speed, 0.1 * largest[1]) << "the masses ring where sliding begins";
  EXPECT_LT(shear, 1e-3 * largest[2]);
  const double lost = y[0].friction - before[0];
  EXPECT_NEAR(y[1].friction - before[1], lost, 2e-3 * lost);
  EXPECT_GT(lost, 0.1);
}

// Pressed by a constant force and by inputs through residual compliance alone: k y + K / 2 (y +
// gap) = -f on each mass.
TEST(JointResidual, SettlesUnderItsConstantForce) {
  TwoMasses s;
  s.stiffness_x = s.stiffness_y = 1e7;
  s.law.normal.stiffness = 1e8;
  s.law.normal.gap = 1e-5;
  const double constant = 600, input = 400, lag = 1e-4;
  gen::ReducedSystem all = s.reduced();
  all.constant_force[1] = all.constant_force[3] = -constant / std::sqrt(s.mass);
  gen::BakeOptions options;
  options.name = "residual";
  options.step = 1e-5;
  options.golden_steps = 0;
  gen::Instance run(gen::bake(without_modes(all, {1, 3}, {0, 2}, lag), options), "residual");
  TwoMassesOutputs y;
  const double u[6] = {0, -input, -input, 0, -input, -input};
  for (int k = 0; k < 2000; ++k) EXPECT_EQ(run.step(u, reinterpret_cast<double*>(&y)), status::kOk);
  const double depth = -(constant + input + 0.5e8 * 1e-5) / (1e7 + 0.5e8);
  EXPECT_NEAR(y.y1, depth, 1e-9 * std::abs(depth));
  EXPECT_NEAR(y.y2, depth, 1e-9 * std::abs(depth));
  EXPECT_NEAR(y.normal[0], -1e8 * (depth + 1e-5), 1e-3);
}

// ---- closed forms: normal ---------------------------------------------------------------------

struct Impact {
  double speed = 0, lost = 0, least = 0, first = 0;  // least traction, first one [N/m]
  long touching = 0;
};

// Two masses that meet their base at `speed` and leave again.
Impact bounce(const TwoMasses& s, double speed, double h, double height = 1e-6) {
  RuntimeMasses run(s, h);
  const double start = height - s.law.normal.gap;
  run.start(Vector{{0, start, 0, start}}, Vector{{0, -speed, 0, -speed}});
  Impact i;
  for (int k = 0; k < 1000000; ++k) {
    EXPECT_EQ(run.step(0, 0), status::kOk);
    i.least = std::min(i.least, run.y.normal[0]);
    if (run.y.normal[0] != 0) ++i.touching;
    if (i.first == 0) i.first = run.y.normal[0];
    if (run.y.vy1 > 0 && run.y.y1 > start) break;
  }
  i.speed = run.y.vy1;
  i.lost = run.y.impact;
  EXPECT_NEAR(run.y.total + i.lost, s.mass * speed * speed, 1e-9 * s.mass * speed * speed);
  return i;
}

TwoMasses falling() {
  TwoMasses s;
  s.mass = 3.0;
  s.law.normal.stiffness = 4e6;
  s.law.normal.gap = 1e-3;
  return s;
}

TEST(JointImpacts, SpringGivesItsSpeedBackAndTouchesForHalfAPeriod) {
  const double h = 2e-6;
  const Impact i = bounce(falling(), 0.7, h);
  EXPECT_NEAR(i.speed, 0.7, 1e-5);
  EXPECT_EQ(i.least, 0.0);
  const double half = kTwoPi / 2 / std::sqrt(4e6 / 6.0);
  EXPECT_NEAR(static_cast<double>(i.touching) * h, half, 1e-2 * half);
}

// m x'' + c x' + k x = 0 until k x + c x' = 0: restitution of the damper that does not pull.
TEST(JointImpacts, DamperThatDoesNotPull) {
  TwoMasses s = falling();
  const double zeta = 0.25, speed = 0.7;
  s.law.normal.damping = 2 * zeta * std::sqrt(4e6 * 6.0);
  const double root = std::sqrt(1 - zeta * zeta);
  const double phase = kTwoPi / 2 - std::atan(2 * zeta * root / (1 - 2 * zeta * zeta));
  const double restitution =
      -std::exp(-zeta / root * phase) * (std::cos(phase) - zeta / root * std::sin(phase));
  // what is lost counts the spring's energy at the moment of release: m v^2 (1 - e^2) for both
  const double lost = s.mass * speed * speed * (1 - restitution * restitution);
  for (const ImpactDamper damper : {ImpactDamper::clamped, ImpactDamper::filled}) {
    s.law.normal.damper = damper;
    const Impact i = bounce(s, speed, 1e-6);
    EXPECT_NEAR(i.speed, speed * restitution, 2e-4 * speed);
    EXPECT_NEAR(i.lost, lost, 1e-3 * lost);
    EXPECT_EQ(i.least, 0.0) << "no tension";
    EXPECT_NEAR(i.first, s.law.normal.damping * speed, 5e-3 * i.first)
        << "the damper is there at first touch";
  }
}

// A damper so strong that it would throw the masses off within the step in which they touch: it
// takes as much of that step as holds them, by either name.
TEST(JointImpacts, StrongDamperHoldsAtTheEdge) {
  TwoMasses s = falling();
  const double h = 1e-4, speed = 0.7, height = 0.9 * h * speed;
  s.law.normal.damping = 1e6;
  for (const ImpactDamper damper : {ImpactDamper::clamped, ImpactDamper::filled}) {
    s.law.normal.damper = damper;
    RuntimeMasses run(s, h);
    const double start = height - s.law.normal.gap;
    run.start(Vector{{0, start, 0, start}}, Vector{{0, -speed, 0, -speed}});
    EXPECT_EQ(run.step(0, 0), status::kOk);
    const double depth = -(run.y.y1 + s.law.normal.gap);
    EXPECT_GT(depth, 0.0);
    EXPECT_LT(depth, 0.02 * h * speed);
    // mean force = momentum: of the damper over its share of the step, and of the spring
    const double way = height + depth;
    const double mean =
        s.law.normal.damping * depth / h + 0.5 * s.law.normal.stiffness * depth * depth / way;
    EXPECT_NEAR(mean * h, 2 * s.mass * (run.y.vy1 + speed), 1e-9);
    EXPECT_NEAR(run.y.impact, s.law.normal.damping * depth / h * way, 1e-9);
  }
}

// (1 + chi v0) / (1 - chi v1) = exp(chi (v0 + v1)) for the speeds before and after (Hunt and
// Crossley's law with exponent 1), whatever mass and stiffness.
TEST(JointImpacts, HuntCrossley) {
  for (const double chi : {0.2, 0.8})
    for (const double mass : {3.0, 11.0}) {
      TwoMasses s = falling();
      s.mass = mass;
      s.law.normal.damper = ImpactDamper::hunt_crossley;
      s.law.normal.damping = chi * s.law.normal.stiffness;
      const double before = 0.7;
      const Impact i = bounce(s, before, 1e-6);
      const double after = i.speed;
      EXPECT_LT(after, 0.95 * before);
      EXPECT_NEAR((1 + chi * before) / (1 - chi * after), std::exp(chi * (before + after)), 2e-5);
      EXPECT_NEAR(i.lost, mass * (before * before - after * after), 1e-9);
      EXPECT_EQ(i.least, 0.0);
    }
}

// Beyond its gap the separation unit is a spring and carries no friction.
TEST(JointNormalLaw, SeparationUnitPullsBeyondItsGap) {
  TwoMasses s = with_friction(TwoMasses{}, TangentialKind::oden_pires);
  s.stiffness_x = 1e6;
  s.damping = {200, 0};
  s.law.normal.stiffness = 1e8;
  s.law.normal.separation_stiffness = 3e7;
  s.law.normal.separation_gap = 1e-4;
  RuntimeMasses run(s, 1e-5);
  for (int k = 0; k < 40000; ++k) (void)run.step(50, -600);
  EXPECT_NEAR(run.y.y1, 1e-4 + 2 * 600 / 3e7, 1e-10);
  EXPECT_NEAR(run.y.normal[0], -1200, 1e-3);
  EXPECT_EQ(run.y.shear[0], 0.0);
  EXPECT_NEAR(run.y.x1, 50 / 1e6, 1e-9);
  for (int k = 0; k < 40000; ++k) (void)run.step(50, 600);
  EXPECT_NEAR(run.y.y1, -2 * 600 / 1e8, 1e-10);
}

TEST(JointNormalLaw, GapIsMetBeforeTheSpring) {
  TwoMasses s;
  s.stiffness_y = 1e6;
  s.damping = {300, 0};
  s.law.normal.stiffness = 1e8;
  s.law.normal.gap = 1e-4;
  RuntimeMasses run(s, 1e-5);
  const auto settle = [&](double down) {
    for (int k = 0; k < 20000; ++k) (void)run.step(0, down);
    return run.y.y1;
  };
  EXPECT_NEAR(settle(99), -99 / 1e6, 1e-10);
  EXPECT_EQ(run.y.normal[0], 0.0);
  const double total = 0.5e8 + 1e6;  // half of the interface on each mass
  EXPECT_NEAR(settle(300), -(300 + 0.5e8 * 1e-4) / total, 1e-10);
  ASSERT_TRUE(run.set("contact.gap", 2e-4));
  EXPECT_NEAR(settle(300), -(300 + 0.5e8 * 2e-4) / total, 1e-10) << "changed while running";
}

// ---- friction under a changing load -----------------------------------------------------------

// When the pressure falls friction is cut off at mu p, and the energy of its spring is lost; when
// it comes back, friction goes on from there; opening forgets all of it.
TEST(JointFriction, FollowsAFallingPressure) {
  TwoMasses s = with_friction(TwoMasses{}, TangentialKind::oden_pires);
  s.mass = 1.0;
  s.stiffness_x = 1e9;  // holds the slip
  s.damping = {3000, 2e-6};
  s.law.normal.stiffness = 1e8;
  const double modulus = 4e7;
  RuntimeMasses run(s, 2e-6);
  double pull = 0, press = 1000;
  run.start(pressed_by(s, press), Vector::Zero(4), press);
  // smooth ramps, then rest
  const auto go = [&](double pull_to, double press_to) {
    const int n = 20000;
    for (int k = 0; k < 2 * n; ++k) {
      const auto force = [&](int i) {
        const double share = i < n ? 0.5 - 0.5 * std::cos(kTwoPi / 2 * i / n) : 1.0;
        return Vector{{pull + share * (pull_to - pull), -press - share * (press_to - press),
                       -press - share * (press_to - press)}};
      };
      EXPECT_EQ(run.step(force(k), force(k + 1)), status::kOk);
    }
    pull = pull_to;
    press = press_to;
  };
  const double tolerance = 2e-4;  // what rings on
  go(1.2e4, 1000);
  const double slip = run.y.x1;
  EXPECT_NEAR(slip, 1.2e4 / (1e9 + modulus / 2), 1e-6 * slip);
  EXPECT_NEAR(run.y.shear[0], -modulus * slip, tolerance * 600);
  EXPECT_NEAR(run.y.friction, 0.0, 1e-12);
  const double before = modulus * slip;
  go(1.2e4, 400);
  EXPECT_NEAR(run.y.shear[0], -0.3 * 800, tolerance * 600) << "cut off";
  // one spring unloads from `before` to the limit, while the support hardly moves
  const double left = 0.3 * 800, way = run.y.x1 - slip;
  const double spring = 0.5 * (before * before - left * left) / modulus;
  const double lost = spring + 0.5 * (before + left) * way;
  EXPECT_NEAR(run.y.friction, lost, 0.01 * lost);
  go(1.2e4, 1000);
  EXPECT_NEAR(run.y.shear[0], -0.3 * 800, tolerance * 600) << "not restored";
  const double here = run.y.x1;
  go(1.4e4, 1000);
  EXPECT_NEAR(run.y.shear[0], -0.3 * 800 - modulus * (run.y.x1 - here), tolerance * 600)
      << "goes on from there";
  EXPECT_LT(std::abs(run.y.shear[0]), 0.3 * 2000);
  go(1.4e4, -1);
  EXPECT_EQ(run.y.shear[0], 0.0);
  // back onto the base
  for (int k = 0; k < 200000 && run.y.normal[0] == 0; ++k) (void)run.step(pull, 1000);
  EXPECT_LT(std::abs(run.y.shear[0]), 1.0) << "opening forgets";
}

// Springs that change while they are bent: what they hold less afterwards counts as lost.
TEST(JointEnergy, BooksCloseWhenTheLawChanges) {
  TwoMasses s = with_friction(TwoMasses{}, TangentialKind::oden_pires);
  s.stiffness_x = 1e7;
  s.damping = {1000, 0};
  s.law.normal.stiffness = 1e8;
  const double press = 1000;
  RuntimeMasses run(s, 1e-5);
  run.start(pressed_by(s, press), Vector::Zero(4), press);
  const double start = press * press / 0.5e8;
  const auto go = [&] {
    for (int k = 0; k < 2000; ++k) EXPECT_EQ(run.step(300, press), status::kOk);
    EXPECT_NEAR(run.y.balance(), start, 1e-12);
  };
  go();
  double lost = run.y.friction;
  ASSERT_TRUE(run.set("contact.friction_modulus", 1e7));
  go();
  EXPECT_LT(run.y.friction - lost, -1e-4) << "softer springs under the same force hold more";
  lost = run.y.impact;
  ASSERT_TRUE(run.set("contact.stiffness", 0.5e8));
  go();
  EXPECT_GT(run.y.impact - lost, 5e-3) << "softer springs, as deep, hold less: lost";
}

// Another law of friction begins without shear, also one that was in force before.
TEST(JointFriction, BeginsWithoutShearWhenTheLawChanges) {
  for (const TangentialKind kind :
       {TangentialKind::oden_pires, TangentialKind::jenkins, TangentialKind::iwan}) {
    TwoMasses s = with_friction(TwoMasses{}, kind);
    s.stiffness_x = 1e7;
    s.damping = {1000, 0};
    s.law.normal.stiffness = 1e8;
    const gen::JointLaw slippery = with_friction(s, TangentialKind::none).law;
    const gen::JointLaw other =
        with_friction(s,
                      kind == TangentialKind::iwan ? TangentialKind::jenkins : TangentialKind::iwan)
            .law;
    const double press = 1000, start = press * press / 0.5e8;
    RuntimeMasses run(s, 1e-5, {s.law, slippery, other});
    run.start(pressed_by(s, press), Vector::Zero(4), press);
    const auto go = [&](int operating_case, int steps) {
      gen::Instance& i = run.instance();
      EXPECT_EQ(set_operating_case(i.model(), i.state(), operating_case), status::kOk);
      for (int k = 0; k < steps; ++k) EXPECT_EQ(run.step(500, press), status::kOk);
      EXPECT_NEAR(run.y.balance(), start, 1e-12);
    };
    go(0, 2001);
    EXPECT_GT(std::abs(run.y.shear[0]), 100);
    const double lost = run.y.friction;
    go(1, 1);
    EXPECT_EQ(run.y.shear[0], 0.0);
    EXPECT_GT(run.y.friction, lost) << "what the springs of friction held";
    for (const int next : {0, 2}) {  // back again, and from one law of friction to another
      const double before = run.y.x1;
      go(next, 1);
      EXPECT_NEAR(run.y.shear[0], -4e7 * (run.y.x1 - before), 1e-3) << static_cast<int>(kind);
      go(next, 2000);
      EXPECT_GT(std::abs(run.y.shear[0]), 100);
    }
  }
}

// ---- order and passivity ----------------------------------------------------------------------

// Never open, never a corner: second order in the step.
TEST(JointScheme, IsOfSecondOrderWhereTheLawIsSmooth) {
  for (const bool bristle : {false, true}) {
    TwoMasses s;
    s.stiffness_x = 1e6;
    s.damping = {10, 1e-6};
    s.law.normal.stiffness = 1e8;
    s.law.normal.damper = ImpactDamper::hunt_crossley;
    s.law.normal.damping = 2e8;
    if (bristle) {
      s.law.tangential = bristles().law.tangential;
      s.law.tangential.stribeck_velocity = 0.5;
      s.law.tangential.friction_modulus = 1e3;
    }
    const double press = 1000, end = 0.01;
    const auto at_end = [&](int steps) {
      const double h = end / steps;
      RuntimeMasses run(s, h);
      run.start(pressed_by(s, press), Vector::Zero(4), press);
      for (int k = 0; k < steps; ++k) {
        const auto force = [&](int i) {
          const double t = i * h;
          // starts smoothly; only one sense of slip, where LuGre is smooth
          const double rise = t * t;
          return Vector{{3e7 * rise, -press * (1 + 4e3 * rise * std::sin(900 * t)),
                         -press * (1 + 3e3 * rise * std::cos(700 * t))}};
        };
        EXPECT_EQ(run.step(force(k), force(k + 1)), status::kOk);
        EXPECT_GT(run.y.normal[0], 0.0);
      }
      return Vector{{run.y.x1, run.y.y1, run.y.y2}};
    };
    const Vector a = at_end(1000), b = at_end(2000), c = at_end(4000);
    const double order = std::log2((a - b).norm() / (b - c).norm());
    EXPECT_NEAR(order, 2.0, 0.1) << bristle;
  }
}

// A solve that is cut off after one sweep gives forces that are not those of the laws, but never
// energy.
TEST(JointScheme, CappedSolvesNeverMakeEnergy) {
  for (const TangentialKind kind :
       {TangentialKind::none, TangentialKind::oden_pires, TangentialKind::jenkins,
        TangentialKind::iwan, TangentialKind::lugre})
    for (const double separation : {0.0, 1e8})
      for (const double h : {1e-5, 1e-4, 1e-3}) {
        TwoMasses s = with_friction(TwoMasses{}, kind);
        s.stiffness_x = 2e6;
        s.stiffness_y = 1e6;
        s.law.normal.stiffness = 1e8;
        s.law.normal.separation_stiffness = separation;
        if (kind == TangentialKind::lugre) s.law.tangential = bristles().law.tangential;
        RuntimeMasses run(s, h, 1);
        run.start(Vector::Zero(4), Vector{{0.5, -1.0, 0.3, -0.6}});
        const double start = 0.5 * 2.0 * (0.25 + 1.0 + 0.09 + 0.36);
        double largest = 0;
        for (int k = 0; k < 5000; ++k) {
          (void)run.step(0, 0);
          largest = std::max(largest, run.y.total);
        }
        EXPECT_GT(run.instance().state().statistics().capped, 0u) << static_cast<int>(kind);
        EXPECT_LE(largest, start * (1 + 1e-9))
            << static_cast<int>(kind) << " " << separation << " " << h;
      }
}

}  // namespace
}  // namespace mortise::test
