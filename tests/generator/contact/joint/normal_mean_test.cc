// The mean of a normal law over a step: what it does is what springs give and dampers take.
#include "generator/contact/joint/normal_mean.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>

#include "generator/contact/joint/laws.hpp"

namespace mortise::gen {
namespace {

constexpr double kDuration = 1e-4;
constexpr double kExponents[] = {1.0, 1.5, 2.0, 3.0};
constexpr ImpactDamper kDampers[] = {ImpactDamper::clamped, ImpactDamper::hunt_crossley,
                                     ImpactDamper::lankarani_nikravesh};

// A law and a way across its edges, of any sizes against each other.
struct RandomWay {
  NormalLaw law;
  NormalWay way;

  RandomWay(ImpactDamper damper, bool damped, std::mt19937* draw, double exponent = 1.0) {
    std::uniform_real_distribution<double> unit(-1.0, 1.0);
    const auto power = [&](double low, double high) {
      return std::pow(10.0, 0.5 * (low + high) + 0.5 * (high - low) * unit(*draw));
    };
    law.stiffness = power(5, 15);
    law.stiffness *= std::pow(1e5, exponent - 1);
    law.exponent = exponent;
    law.restitution = 0.3;
    law.impact_velocity = power(-3, 0);
    law.damper = damper;
    law.gap = 1e-5 * unit(*draw);
    if (damped)
      law.damping =
          law.stiffness *
          (damper == ImpactDamper::hunt_crossley ? power(-3, 2) : kDuration * power(-3, 2));
    law.separation_stiffness = unit(*draw) > 0.0 ? power(5, 15) : 0.0;
    law.separation_gap = std::max(0.0, -law.gap) + 1e-6;
    way.from = -law.gap + 1e-5 * unit(*draw);
    way.to = -law.gap + 1e-5 * unit(*draw);
    way.start_rate = unit(*draw);
    way.duration = kDuration;
    way.approach = std::abs(unit(*draw));
  }
  double given() const {
    const double work = mean_traction(law, way).normal * (way.to - way.from);
    return work - (normal_energy(law, way.from) - normal_energy(law, way.to));
  }
  double size() const { return normal_energy(law, way.from) + normal_energy(law, way.to); }
  // In given(); a power takes a digit more.
  double rounding() const { return (law.exponent == 1.0 ? 1e-14 : 2e-14) * size(); }
};

TEST(MeanTraction, DoesTheWorkOfTheSprings) {
  std::mt19937 draw(1);
  for (int k = 0; k < 2000; ++k) {
    const RandomWay r(ImpactDamper::clamped, false, &draw, kExponents[k % 4]);
    EXPECT_NEAR(r.given(), 0.0, r.rounding()) << k;
  }
}

TEST(MeanTraction, OfDampersNeverGives) {
  std::mt19937 draw(2);
  for (const ImpactDamper damper : kDampers) {
    int takes = 0;
    for (int k = 0; k < 2000; ++k) {
      const RandomWay r(damper, true, &draw, kExponents[k % 4]);
      EXPECT_LE(r.given(), r.rounding()) << k;
      takes += r.given() < -1e-3 * r.size() ? 1 : 0;
    }
    EXPECT_GT(takes, 400);
  }
}

// One solution, and Newton's slope: it falls as the opening grows, without a jump.
TEST(MeanTraction, FallsWithoutAJump) {
  std::mt19937 draw(3);
  for (const ImpactDamper damper : kDampers)
    for (int k = 0; k < 400; ++k) {
      RandomWay r(damper, true, &draw, kExponents[k % 4]);
      MeanTraction before{};
      const double step = 4e-8;
      for (int i = -500; i <= 500; ++i) {
        r.way.to = -r.law.gap + i * step;
        const MeanTraction now = mean_traction(r.law, r.way);
        EXPECT_LE(now.per_opening, 0.0);
        const double fall = before.normal - now.normal;
        const double rounding = 1e-12 * (r.law.exponent == 1.0 ? std::abs(now.normal)
                                                               : std::max(std::abs(before.normal),
                                                                          std::abs(now.normal)));
        const double most = -step * (before.per_opening + now.per_opening);
        if (i > -500) EXPECT_GE(fall, -rounding);
        if (i > -500) EXPECT_LE(fall, most + rounding);
        before = now;
      }
    }
}

TEST(MeanTraction, SlopeIsItsDerivative) {
  std::mt19937 draw(4);
  for (const ImpactDamper damper : kDampers)
    for (int k = 0; k < 400; ++k) {
      RandomWay r(damper, true, &draw, kExponents[k % 4]);
      const auto at = [&](double to) {
        r.way.to = to;
        return mean_traction(r.law, r.way);
      };
      const double to = r.way.to, e = 1e-11;
      const double slope = (at(to + e).normal - at(to - e).normal) / (2 * e);
      EXPECT_NEAR(at(to).per_opening, slope, 1e-4 * std::abs(slope)) << k;
    }
}

}  // namespace
}  // namespace mortise::gen
