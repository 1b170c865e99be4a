#include "generator/bodies/halfspace/gauss_legendre.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace mortise::gen {
namespace {

TEST(GaussLegendre, IntegratesPolynomialsOfItsDegreeAndNoFurther) {
  for (const int points : {1, 2, 3, 6, 12, 24}) {
    const GaussLegendre rule = gauss_legendre(points);
    const auto error = [&rule](int power) {
      return rule.weights.dot(rule.abscissas.array().pow(power).matrix()) - 1.0 / (power + 1.0);
    };
    for (int power = 0; power < 2 * points; ++power) EXPECT_NEAR(error(power), 0.0, 3e-15);
    if (points < 12) {
      EXPECT_GT(std::abs(error(2 * points)), 1e-9) << points;
    }
    EXPECT_GT(rule.weights.minCoeff(), 0.0);
    for (Eigen::Index q = 0; q < points; ++q) {
      EXPECT_GT(rule.abscissas[q], q > 0 ? rule.abscissas[q - 1] : 0.0);
      EXPECT_NEAR(rule.abscissas[q], 1.0 - rule.abscissas[points - 1 - q], 1e-15);
    }
  }
}

TEST(GaussLegendre, ThreePointsAreTheTextbookOnes) {
  const GaussLegendre rule = gauss_legendre(3);
  EXPECT_NEAR(rule.abscissas[0], 0.5 - 0.5 * std::sqrt(0.6), 1e-16);
  EXPECT_NEAR(rule.weights[1], 4.0 / 9.0, 1e-15);
}

}  // namespace
}  // namespace mortise::gen
