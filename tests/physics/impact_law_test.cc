// Impact units of joints that are no linear springs: closed forms of Hertz', Hunt and Crossley's
// and Lankarani and Nikravesh's impacts; no step makes energy; the runtime against the full order.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "generator/ground/numbers/constants.hpp"
#include "generator/judge/analyses/linearization.hpp"
#include "tests/physics/bounces.hpp"

namespace mortise::test {
namespace {

using gen::ImpactDamper;

// Each mass on k g^e: half of the interface is its own.
TwoMasses on_power(double k, double exponent) {
  TwoMasses masses;
  masses.law.normal.stiffness = 2 * k;
  masses.law.normal.exponent = exponent;
  return masses;
}

// Depth d of m x'' = -k x^e that begins with v: m v^2 / 2 = k d^(e+1) / (e + 1).
double deepest(const TwoMasses& masses, double v) {
  const gen::NormalLaw& law = masses.law.normal;
  const double e = law.exponent, k = 0.5 * law.stiffness;
  return std::pow(0.5 * (e + 1) * masses.mass * v * v / k, 1 / (e + 1));
}
// Until x = 0 again; for e = 3/2 2.943 d / v, which is 3.218 (m^2 / (k^2 v))^(1/5).
double duration(const TwoMasses& masses, double v) {
  const double n = masses.law.normal.exponent + 1;
  return 2 * deepest(masses, v) / v * std::sqrt(gen::kTwoPi / 2) * std::tgamma(1 + 1 / n) /
         std::tgamma(0.5 + 1 / n);
}

TEST(HertzImpact, HasItsDurationAndGivesAllBack) {
  const double v = 0.7;
  EXPECT_NEAR(duration(on_power(1e9, 1.5), v) * v / deepest(on_power(1e9, 1.5), v), 2.943, 5e-4);
  for (const double exponent : {1.5, 1.1, 2.4, 3.0}) {
    const TwoMasses masses = on_power(1e6 * std::pow(1e4, exponent - 1), exponent);
    const SpringBounce exact{1.0, duration(masses, v)};
    for (const double share : {0.005, 0.1, 1.0, 50.0})
      EXPECT_LT(rebound_errors(masses, v, exact, share * exact.time).speed, 1e-11)
          << exponent << " " << share;
    const double coarse = rebound_errors(masses, v, exact, exact.time / 30).time;
    const double fine = rebound_errors(masses, v, exact, exact.time / 60).time;
    EXPECT_LT(coarse, 5e-3) << exponent;
    EXPECT_NEAR(std::log2(coarse / fine), 2.0, 0.4) << exponent;
  }
}

// Largest force of an impact over that by energy, k d^e.
TEST(HertzImpact, HasItsLargestForce) {
  for (const double exponent : {1.5, 2.2})
    for (const double v : {0.05, 0.7, 4.0}) {
      const TwoMasses masses = on_power(1e9, exponent);
      const double depth = deepest(masses, v), h = duration(masses, v) / 400;
      RuntimeMasses run(masses, h);
      run.start(Vector{{0, v * h, 0, v * h}}, Vector{{0, -v, 0, -v}});
      double most = 0.0;
      for (int k = 0; k < 500; ++k) {
        EXPECT_EQ(run.step(0, 0), status::kOk);
        most = std::max(most, 0.5 * run.y.normal[0]);
      }
      const double exact = 1e9 * std::pow(depth, exponent);
      EXPECT_NEAR(most, exact, 1e-4 * exact) << exponent << " " << v;
    }
}

// (1 + chi v0) / (1 - chi v1) = exp(chi (v0 + v1)): from m v dv / (1 + chi v) = -k x^e dx, for
// every exponent. beta: chi v0. Returns v1 / v0.
double restitution(double beta) {
  double ratio = 0.5;
  for (int i = 0; i < 400; ++i)  // a contraction
    ratio = (1 - (1 + beta) * std::exp(-beta * (1 + ratio))) / beta;
  return ratio;
}

void expect_restitution(const TwoMasses& masses, double v, double exact) {
  SCOPED_TRACE(v);
  const double time = duration(masses, v);
  const double coarse = rebound_errors(masses, v, {exact, 1.0}, time / 50).speed;
  const double fine = rebound_errors(masses, v, {exact, 1.0}, time / 100).speed;
  EXPECT_LT(coarse, 8e-3);
  EXPECT_NEAR(std::log2(coarse / fine), 2.0, 0.5);
}

TEST(HuntCrossleyImpact, HasItsRestitution) {
  for (const double exponent : {1.5, 2.2}) {
    TwoMasses masses = on_power(1e9, exponent);
    masses.law.normal.damper = ImpactDamper::hunt_crossley;
    masses.law.normal.damping = 0.8 * masses.law.normal.stiffness;
    for (const double v : {0.1, 0.7, 3.0}) expect_restitution(masses, v, restitution(0.8 * v));
  }
}

TwoMasses lankarani(double exponent, double restitution) {
  TwoMasses masses = on_power(1e9, exponent);
  masses.law.normal.damper = ImpactDamper::lankarani_nikravesh;
  masses.law.normal.restitution = restitution;
  masses.law.normal.impact_velocity = 1e-3;
  return masses;
}

// One at every velocity, near the one that is asked for where that is near 1.
TEST(LankaraniNikraveshImpact, HasOneRestitution) {
  for (const double exponent : {1.0, 1.5})
    for (const double asked : {0.95, 0.8, 0.3}) {
      const double exact = restitution(0.75 * (1 - asked * asked));
      EXPECT_NEAR(exact, asked, 1.5 * (1 - asked) * (1 - asked));
      for (const double v : {0.02, 0.7, 5.0})
        expect_restitution(lankarani(exponent, asked), v, exact);
    }
}

// Slower touches than the least velocity come back better, and rest rings down.
TEST(LankaraniNikraveshImpact, CountsSlowTouchesWithTheLeastVelocity) {
  TwoMasses masses = lankarani(1.5, 0.5);
  masses.law.normal.impact_velocity = 0.4;
  for (const double v : {0.1, 0.2})
    expect_restitution(masses, v, restitution(0.75 * 0.75 * v / 0.4));
}

// The second impact is damped by its own velocity, not by that of the first.
TEST(LankaraniNikraveshImpact, RemembersTheLastTouch) {
  const TwoMasses masses = lankarani(1.5, 0.6);
  const double exact = restitution(0.75 * (1 - 0.36)), v = 1.0, h = duration(masses, v) / 200;
  RuntimeMasses run(masses, h);
  run.start(Vector{{0, v * h, 0, v * h}}, Vector{{0, -v, 0, -v}});
  const auto bounce = [&] {
    for (int k = 0; k < 2000 && !(run.y.vy1 > 0 && run.y.normal[0] == 0); ++k)
      EXPECT_EQ(run.step(0, 0), status::kOk);
    return run.y.vy1;
  };
  const double first = bounce();
  EXPECT_NEAR(first, exact * v, 2e-3);
  run.step(0, 2 * masses.mass * first / h);  // turned back
  EXPECT_NEAR(run.y.vy1, -first, 1e-12);
  EXPECT_NEAR(bounce(), exact * exact * v, 4e-3);
}

// ---- energy

TwoMasses random_masses(ImpactDamper damper, double damped, std::mt19937* draw) {
  TwoMasses masses;
  gen::NormalLaw& law = masses.law.normal;
  masses.stiffness_y = 1e4 * between(0.2, 1.0, draw);
  law.exponent = between(1.0, 3.0, draw);
  law.stiffness = std::pow(10.0, between(5.0, 11.0, draw)) * std::pow(1e5, law.exponent - 1);
  law.damper = damper;
  law.gap = 1e-4 * between(0.0, 1.0, draw);
  if (between(0.0, 1.0, draw) < 0.5) {
    law.separation_stiffness = std::pow(10.0, between(5.0, 10.0, draw));
    law.separation_gap = 1e-4;
  }
  const double share = std::pow(10.0, between(-2.0, 1.0, draw));
  if (damped > 0.0)
    law.damping = damper == ImpactDamper::hunt_crossley ? share * law.stiffness : 1e4 * share;
  law.restitution = between(0.0, 1.0, draw);
  law.impact_velocity = std::pow(10.0, between(-4.0, 0.0, draw));
  return masses;
}

// Share of the energy: the largest force times what solves leave of the motion.
double rounding(const TwoMasses& masses) {
  const double depth = deepest(masses, 1.5);
  const double force =
      0.5 * masses.law.normal.stiffness * std::pow(depth, masses.law.normal.exponent);
  return 2e-12 + 1e-15 * force / std::sqrt(masses.mass);
}

struct Damping {
  ImpactDamper damper;
  double damped;
};

class ImpactEnergy : public ::testing::TestWithParam<Damping> {};

TEST_P(ImpactEnergy, NoStepMakesAny) {
  std::mt19937 draw(5);
  const bool losing = GetParam().damped > 0.0;
  long crossed = 0;
  for (int k = 0; k < 24; ++k) {
    const TwoMasses masses = random_masses(GetParam().damper, GetParam().damped, &draw);
    const Vector v = both_falling(&draw);
    const Bounces run = bounces_in_runtime(masses, v, 1e-4, 600);
    const Bounces full = bounces_at_full_order(masses, v, 1e-4, 150);
    crossed += run.crossed;
    for (const Bounces* b : {&run, &full}) {
      SCOPED_TRACE(b == &run ? "runtime" : "full order");
      SCOPED_TRACE(masses.law.normal.exponent);
      EXPECT_EQ(b->unsolved, 0) << k;
      EXPECT_LT(b->gained, rounding(masses)) << k << " " << masses.law.normal.stiffness;
      if (!losing) EXPECT_LT(b->lost, rounding(masses)) << k << " " << masses.law.normal.stiffness;
      EXPECT_LT(b->balance, 1e-9) << k;
    }
    if (losing) EXPECT_GT(run.total, 1e-9) << k;
  }
  EXPECT_GT(crossed, 50);
}

INSTANTIATE_TEST_SUITE_P(Dampers, ImpactEnergy,
                         ::testing::Values(Damping{ImpactDamper::clamped, 0.0},
                                           Damping{ImpactDamper::clamped, 1.0},
                                           Damping{ImpactDamper::hunt_crossley, 1.0},
                                           Damping{ImpactDamper::lankarani_nikravesh, 1.0}));

// ---- the step as a map

// Both masses alike, by energy: v1^2 + 2 V(y1)/m = v0^2 + 2 V(y0)/m, where y moves with the mean
// velocity.
TEST(ImpactLinearised, AsTheStepsOfTheEnergy) {
  const double v = 0.7, h = 1e-4;
  for (const double exponent : {1.5, 2.5})
    for (const double y0 : {0.6 * v * h, -0.1 * v * h, -3.0 * v * h}) {
      SCOPED_TRACE(y0);
      const TwoMasses masses = on_power(1e6 * std::pow(1e4, exponent - 1), exponent);
      const double v0 = y0 > 0 ? -v : v;
      RuntimeMasses run(masses, h);
      run.start(Vector{{0, y0, 0, y0}}, Vector{{0, v0, 0, v0}});
      const gen::StateSpace space = gen::linearize(run.instance(), Vector::Zero(6), "test");
      const double v_y = space.a(5, 1) + space.a(5, 3), v_v = space.a(5, 5) + space.a(5, 7);
      EXPECT_EQ(run.step(0, 0), status::kOk);
      const auto pushed = [&](double y) {
        return 0.5 * masses.law.normal.stiffness / masses.mass *
               -std::pow(std::max(0.0, -y), exponent);
      };
      const double v1 = run.y.vy1, divisor = v1 + pushed(run.y.y1) * h / 2;
      EXPECT_NEAR(v_v, (v0 - pushed(run.y.y1) * h / 2) / divisor, 1e-6 * std::abs(v_v));
      EXPECT_NEAR(v_y, (pushed(y0) - pushed(run.y.y1)) / divisor, 1e-6 * std::abs(v_y));
    }
}

// ---- parameters and cases

TEST(ImpactParameters, ThatChangeMakeNoEnergyInTheSteps) {
  const double h = 1e-4;
  RuntimeMasses run(on_power(1e9, 1.5), h);
  run.start(Vector{{0, -1e-4, 0, -1e-4}}, Vector{{0, -0.1, 0, -0.1}});
  EXPECT_EQ(run.step(0, 0), status::kOk);
  for (const double exponent : {1.4, 1.6, 1.0, 2.0}) {
    ASSERT_TRUE(run.set("contact.impact_exponent", exponent));
    const double depth = -run.y.y1;
    if (depth <= 0) break;
    const double held = run.y.kinetic + 2 * 1e9 / (exponent + 1) * std::pow(depth, exponent + 1);
    EXPECT_EQ(run.step(0, 0), status::kOk);
    EXPECT_NEAR(run.y.total, held, 1e-11 * held) << exponent;
  }
}

// A joint with one case of a linear spring steps in it as one that knows no other: the same bits.
TEST(ImpactParameters, LinearCasesKeepTheirBits) {
  const double h = 1e-5;
  for (const ImpactDamper damper : {ImpactDamper::clamped, ImpactDamper::hunt_crossley}) {
    TwoMasses linear = on_power(1e7, 1.0);
    linear.stiffness_y = 1e4;
    linear.law.normal.damper = damper;
    linear.law.normal.damping = damper == ImpactDamper::clamped ? 200.0 : 1e6;
    RuntimeMasses alone(linear, h), beside(linear, h, {linear.law, on_power(1e9, 1.5).law});
    for (RuntimeMasses* run : {&alone, &beside})
      run->start(Vector{{0, 1e-5, 0, 3e-5}}, Vector{{0, -0.5, 0, -0.3}});
    for (int k = 0; k < 600; ++k) {
      EXPECT_EQ(alone.step(1.0, 20.0), beside.step(1.0, 20.0));
      for (double TwoMassesOutputs::*of : {&TwoMassesOutputs::y1, &TwoMassesOutputs::y2,
                                           &TwoMassesOutputs::vy1, &TwoMassesOutputs::total})
        ASSERT_EQ(alone.y.*of, beside.y.*of) << k;
    }
  }
}

}  // namespace
}  // namespace mortise::test
