// One-sided springs of joints: whatever their stiffness, no step makes energy, and without dampers
// and friction none loses any. Two masses that bounce on their springs, in the runtime and at full
// order; closed forms of a bounce.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "generator/ground/numbers/constants.hpp"
#include "generator/judge/analyses/linearization.hpp"
#include "tests/physics/bounces.hpp"

namespace mortise::test {
namespace {

using gen::ImpactDamper;
using gen::Vector;

TwoMasses bouncing(double stiffness, double separation, std::mt19937* draw) {
  TwoMasses masses;
  masses.stiffness_y = 1e4 * between(0.2, 1.0, draw);
  masses.law.normal.stiffness = stiffness;
  masses.law.normal.gap = std::max(0.0, 1e-4 * between(-0.2, 1.0, draw));
  masses.law.normal.separation_stiffness = separation;
  masses.law.normal.separation_gap = separation > 0.0 ? 1e-4 : 0.0;
  return masses;
}

// Share of the energy: the force of a spring, at most sqrt(2 E k), times what solves leave of the
// motion.
double rounding(double stiffness) { return 1e-12 + 4e-16 * std::sqrt(stiffness); }

class StiffJoint : public ::testing::TestWithParam<double> {};

TEST_P(StiffJoint, NeitherMakesNorLosesEnergy) {
  std::mt19937 draw(3);
  long crossed = 0;
  for (const double separation : {0.0, GetParam() > 1e12 ? 0.0 : GetParam()})
    for (int k = 0; k < 8; ++k) {
      const TwoMasses masses = bouncing(GetParam(), separation, &draw);
      const Vector v = both_falling(&draw);
      const Bounces run = bounces_in_runtime(masses, v, 1e-4, 2000);
      const Bounces full = bounces_at_full_order(masses, v, 1e-4, 500);
      crossed += run.crossed;
      for (const Bounces* b : {&run, &full}) {
        SCOPED_TRACE(b == &run ? "runtime" : "full order");
        EXPECT_EQ(b->unsolved, 0) << k;
        EXPECT_LT(b->gained, rounding(GetParam())) << k;
        EXPECT_LT(b->lost, rounding(GetParam())) << k;
        EXPECT_LT(b->balance, 1e-9) << k;
      }
    }
  EXPECT_GT(crossed, 50);
}

INSTANTIATE_TEST_SUITE_P(Stiffness, StiffJoint, ::testing::Values(1e5, 1e7, 1e9, 1e12, 1e15));

// Dampers up to far above the critical one: they lose, and never gain.
TEST(StiffJointDampers, NeverGain) {
  std::mt19937 draw(4);
  for (const ImpactDamper damper :
       {ImpactDamper::clamped, ImpactDamper::filled, ImpactDamper::hunt_crossley})
    for (int k = 0; k < 24; ++k) {
      const double stiffness = std::pow(10.0, between(5.0, 15.0, &draw));
      TwoMasses masses = bouncing(stiffness, k % 2 == 0 ? 0.0 : std::min(1e12, stiffness), &draw);
      masses.law.normal.damper = damper;
      masses.law.normal.damping = damper == ImpactDamper::hunt_crossley
                                      ? stiffness * std::pow(10.0, between(-2.0, 1.0, &draw))
                                      : std::pow(10.0, between(1.0, 5.0, &draw));
      const Vector v = both_falling(&draw);
      const Bounces run = bounces_in_runtime(masses, v, 1e-4, 500);
      const Bounces full = bounces_at_full_order(masses, v, 1e-4, 200);
      for (const Bounces* b : {&run, &full}) {
        SCOPED_TRACE(b == &run ? "runtime" : "full order");
        EXPECT_EQ(b->unsolved, 0) << k;
        EXPECT_LT(b->gained, rounding(stiffness)) << k << " " << stiffness;
        EXPECT_GT(b->total, 1e-9) << k << " " << stiffness;
      }
    }
}

// ---- closed forms of a bounce

TwoMasses falling_alike(double stiffness) {
  TwoMasses masses;
  masses.law.normal.stiffness = 2 * stiffness;  // half of the interface is each mass's
  return masses;
}

// Half a period on the spring, then the speed that it had: whatever the step.
TEST(BounceOnASpring, GivesAllBack) {
  const double k = 1e6, v = 0.7;
  const TwoMasses masses = falling_alike(k);
  const double omega = std::sqrt(k / masses.mass);
  const SpringBounce exact{1.0, gen::kTwoPi / 2 / omega};
  for (const double share : {0.01, 0.3, 3.0, 100.0})
    EXPECT_LT(rebound_errors(masses, v, exact, share / omega).speed, 1e-11) << share;
  const double coarse = rebound_errors(masses, v, exact, 0.1 / omega).time;
  const double fine = rebound_errors(masses, v, exact, 0.05 / omega).time;
  EXPECT_LT(coarse, 2e-3);
  EXPECT_NEAR(std::log2(coarse / fine), 2.0, 0.3);
}

// m x'' + c x' + k x = 0 until k x + c x' = 0.
TEST(BounceOnASpring, LinearDamperHasTheRestitutionOfItsOscillator) {
  const double k = 1e6, v = 0.7, zeta = 0.25;
  TwoMasses masses = falling_alike(k);
  const double omega = std::sqrt(k / masses.mass);
  masses.law.normal.damping = 2 * 2 * zeta * omega * masses.mass;
  const double root = std::sqrt(1 - zeta * zeta);
  const double phase = gen::kTwoPi / 2 - std::atan(2 * zeta * root / (1 - 2 * zeta * zeta));
  const double end = std::cos(phase) - zeta / root * std::sin(phase);
  const SpringBounce exact{-end * std::exp(-zeta / root * phase), 1.0};
  const double coarse = rebound_errors(masses, v, exact, 0.05 / omega).speed;
  const double fine = rebound_errors(masses, v, exact, 0.025 / omega).speed;
  EXPECT_LT(coarse, 2e-3);
  EXPECT_NEAR(std::log2(coarse / fine), 2.0, 0.4);
}

// (1 + chi v0) / (1 - chi v1) = exp(chi (v0 + v1)) for the speeds before and after.
TEST(BounceOnASpring, HuntCrossleyHasItsRestitution) {
  const double k = 1e6, chi = 0.8;
  TwoMasses masses = falling_alike(k);
  masses.law.normal.damper = ImpactDamper::hunt_crossley;
  masses.law.normal.damping = chi * masses.law.normal.stiffness;
  const double omega = std::sqrt(k / masses.mass);
  for (const double v : {0.1, 0.7, 3.0}) {
    double after = 0.5 * v;
    for (int i = 0; i < 200; ++i)  // a contraction
      after = (1 - (1 + chi * v) * std::exp(-chi * (v + after))) / chi;
    const SpringBounce exact{after / v, 1.0};
    const double coarse = rebound_errors(masses, v, exact, 0.05 / omega).speed;
    const double fine = rebound_errors(masses, v, exact, 0.025 / omega).speed;
    EXPECT_LT(coarse, 5e-3) << v;
    EXPECT_NEAR(std::log2(coarse / fine), 2.0, 0.4) << v;
  }
}

// ---- the step as a map

// Both masses alike: d(y, vy at t_n+1) / d(y, vy at t_n).
struct StepSlope {
  double y_y, y_v, v_y, v_v;
};

StepSlope slope_of(RuntimeMasses* run) {
  const gen::StateSpace space = gen::linearize(run->instance(), Vector::Zero(6), "test");
  const auto both = [&](int row, int column) {
    return space.a(row, column) + space.a(row, column + 2);
  };
  EXPECT_EQ(space.a.rows(), 8);
  return {both(1, 1), both(1, 5), both(5, 1), both(5, 5)};
}

// By energy, for y moves with the mean velocity: v1^2 + w^2 min(0, y1)^2 = v0^2 + w^2 min(0, y0)^2.
void expect_slope(const TwoMasses& masses, double y0, double v0, double h) {
  SCOPED_TRACE(y0);
  RuntimeMasses run(masses, h);
  run.start(Vector{{0, y0, 0, y0}}, Vector{{0, v0, 0, v0}});
  const StepSlope found = slope_of(&run);
  EXPECT_EQ(run.step(0, 0), status::kOk);
  const double squared = masses.law.normal.stiffness / 2 / masses.mass;
  const double v1 = run.y.vy1, pushed = squared * std::min(0.0, run.y.y1);
  const double divisor = v1 + pushed * h / 2;
  const StepSlope exact{0, 0, (squared * std::min(0.0, y0) - pushed) / divisor,
                        (v0 - pushed * h / 2) / divisor};
  EXPECT_NEAR(found.v_v, exact.v_v, 1e-7 * std::abs(exact.v_v));
  EXPECT_NEAR(found.v_y, exact.v_y, 1e-7 * std::abs(exact.v_y));
  EXPECT_NEAR(found.y_v, h / 2 * (1 + exact.v_v), 1e-7 * h);
  EXPECT_NEAR(found.y_y, 1 + h / 2 * exact.v_y, 1e-7);
}

TEST(StiffJointLinearised, WhereItTakesHoldAndLetsGo) {
  const double h = 1e-4, v = 0.7;
  for (const double stiffness : {1e6, 1e9}) {
    const TwoMasses masses = falling_alike(stiffness);
    expect_slope(masses, 0.6 * v * h, -v, h);
    expect_slope(masses, -0.1 * v * h, v, h);
  }
}

// Springs that change while they are pressed have the force of the new ones at once.
TEST(StiffJointSprings, ParametersThatChangeMakeNoEnergyInTheSteps) {
  TwoMasses masses = falling_alike(1e7);
  masses.law.normal.separation_stiffness = 2e7;
  const double h = 1e-4;
  for (const double sign : {-1.0, 1.0}) {  // pressed, pulled
    RuntimeMasses run(masses, h);
    run.start(Vector{{0, sign * 1e-4, 0, sign * 1e-4}}, Vector{{0, sign * 0.1, 0, sign * 0.1}});
    EXPECT_EQ(run.step(0, 0), status::kOk);
    for (const double stiffness : {1e6, 1.5e8, 3e5, 1e8}) {
      ASSERT_TRUE(run.set("contact.separation_stiffness", stiffness));
      ASSERT_TRUE(run.set("contact.stiffness", stiffness));
      const double opened = run.y.y1;
      const double held = run.y.kinetic + 0.5 * stiffness * opened * opened;
      EXPECT_EQ(run.step(0, 0), status::kOk);
      EXPECT_NEAR(run.y.total, held, 1e-11 * held) << sign << " " << stiffness;
    }
  }
}

// So has an overlap at the start that no force is given for.
TEST(StiffJointSprings, OverlapAtTheStartMakesNoEnergy) {
  const TwoMasses masses = falling_alike(1e8);
  for (const double v : {-0.3, 0.3}) {
    RuntimeMasses run(masses, 1e-4);
    run.start(Vector{{0, -1e-5, 0, -1e-5}}, Vector{{0, v, 0, v}});
    const double held = masses.mass * v * v + 1e8 * 1e-10;
    EXPECT_EQ(run.step(0, 0), status::kOk);
    EXPECT_NEAR(run.y.total, held, 1e-12 * held) << v;
  }
}

}  // namespace
}  // namespace mortise::test
