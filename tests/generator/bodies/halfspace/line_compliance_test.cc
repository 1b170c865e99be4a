#include <gtest/gtest.h>

#include <cmath>
#include <iostream>
#include <limits>

#include "generator/bodies/halfspace/kernels.hpp"
#include "generator/ground/numbers/constants.hpp"
#include "generator/ground/text/error.hpp"

namespace mortise::gen {
namespace {

// Nodes on [-length/2, length/2].
Vector nodes(Eigen::Index points, double length) {
  return Vector::LinSpaced(points, -0.5 * length, 0.5 * length);
}

// Largest deviation of X^2/2 + K P from its value under the pressure P = sqrt(1 - X^2), which is
// (1 + 2 ln 2)/4, for |X| <= reach.
double hertz_deviation(Eigen::Index points, double reach) {
  const Vector x = nodes(points, 4.0);
  const Vector pressure = (1.0 - x.array().square()).max(0.0).sqrt();
  const Vector gap = 0.5 * x.cwiseAbs2() + line_compliance(points, x[1] - x[0]) * pressure;
  double worst = 0.0;
  for (Eigen::Index i = 0; i < points; ++i)
    if (std::abs(x[i]) <= reach)
      worst = std::max(worst, std::abs(gap[i] - 0.25 * (1.0 + 2.0 * std::log(2.0))));
  return worst;
}

TEST(LineCompliance, HertzianPressureFlattensTheCylinder) {
  double coarse = hertz_deviation(201, 0.9);
  for (const Eigen::Index points : {401, 801, 1601}) {
    const double fine = hertz_deviation(points, 0.9);
    const double order = std::log2(coarse / fine);
    std::cout << points << " points: " << fine << ", order " << order << "\n";
    EXPECT_NEAR(order, 1.5, 0.1);  // the pressure rises as a square root at the edge
    coarse = fine;
  }
  EXPECT_LT(coarse, 2.1e-5);
}

TEST(LineCompliance, EntriesAreTheIntegralOfTheLogarithmOverAHat) {
  // int of the hat times ln x^2, from its second antiderivative as it stands
  const auto antiderivative = [](double x) {
    return x == 0.0 ? 0.0 : x * x * (std::log(std::abs(x)) - 1.5);
  };
  const double h = 0.013;
  const Matrix k = line_compliance(40, h);
  for (Eigen::Index i = 0; i < 40; ++i) {
    const double d = static_cast<double>(i) * h;
    const double integral =
        (antiderivative(d + h) - 2.0 * antiderivative(d) + antiderivative(d - h)) / h;
    EXPECT_NEAR(k(i, 0), -integral / (2.0 * kPi), 1e-13);
  }
}

TEST(LineCompliance, FarHatsActAsLineForces) {
  // -(h/pi) (ln d - (h/d)^2/12 - (h/d)^4/60 - ...)
  const double h = 1e-3;
  const Matrix k = line_compliance(3001, h);
  for (const Eigen::Index i : {100, 1000, 3000}) {
    const auto u = static_cast<double>(i);
    const double series = -std::log(u * h) + 1.0 / (12.0 * u * u) + 1.0 / (60.0 * std::pow(u, 4));
    EXPECT_NEAR(k(i, 0) * kPi / h, series, 1e-13) << i;
  }
}

TEST(LineCompliance, IsSymmetricToeplitz) {
  const Matrix k = line_compliance(30, 0.1);
  EXPECT_EQ(k, k.transpose());
  EXPECT_EQ(k.topLeftCorner(29, 29), k.bottomRightCorner(29, 29));
}

TEST(LineCompliance, PressuresWithoutNetForceStoreWork) {
  // the elastic energy of self-balanced pressures is positive: K is definite on them
  const Eigen::Index n = 101;
  const Matrix k = line_compliance(n, 0.05);
  for (int waves = 1; waves < 50; ++waves) {
    Vector p(n);
    for (Eigen::Index i = 0; i < n; ++i)
      p[i] = std::cos(waves * kPi * (static_cast<double>(i) + 0.5) / static_cast<double>(n));
    EXPECT_GT(p.dot(k * p), 0.0) << waves;
  }
}

TEST(LineCompliance, RefusesGridsThatAreNone) {
  EXPECT_THROW(line_compliance(1, 0.1), Error);
  for (const double spacing : {0.0, -1.0, std::numeric_limits<double>::infinity(), std::nan("")})
    EXPECT_THROW(line_compliance(10, spacing), Error) << spacing;
}

// Nodes on [-2, 2] that stand closer around the edges of the contact at -1 and 1.
Vector graded_nodes(Eigen::Index points) {
  Vector x(points);
  for (Eigen::Index i = 0; i < points; ++i) {
    const double s = -2.0 + 4.0 * static_cast<double>(i) / static_cast<double>(points - 1);
    x[i] = s - 0.9 / (2.0 * kPi) * std::sin(2.0 * kPi * s);
  }
  return x;
}

TEST(GradedLineCompliance, EquidistantNodesGiveTheSameMatrix) {
  for (const double h : {1e-3, 0.07, 3.0}) {
    const Vector x = Vector::LinSpaced(60, 5.0, 5.0 + 59.0 * h);
    const Matrix wanted = line_compliance(60, h);
    EXPECT_LT((line_compliance(x) - wanted).cwiseAbs().maxCoeff(),
              1e-12 * wanted.cwiseAbs().maxCoeff())
        << h;
  }
}

// A pressure linear between coarse nodes is so between the fine ones, too: the deformation is the
// same to rounding.
TEST(GradedLineCompliance, IsExactForPiecewiseLinearPressure) {
  const Eigen::Index n = 21;
  const Vector coarse = graded_nodes(n);
  Vector fine(5 * (n - 1) + 1), p(n), q(fine.size());
  for (Eigen::Index i = 0; i < n; ++i) p[i] = i == 0 || i + 1 == n ? 0.0 : std::cos(7.0 * i);
  const double share[] = {0.0, 0.07, 0.3, 0.31, 0.8};
  for (Eigen::Index i = 0; i + 1 < n; ++i) {
    for (Eigen::Index k = 0; k < 5; ++k) {
      fine[5 * i + k] = coarse[i] + share[k] * (coarse[i + 1] - coarse[i]);
      q[5 * i + k] = p[i] + share[k] * (p[i + 1] - p[i]);
    }
  }
  fine[5 * (n - 1)] = coarse[n - 1];
  q[5 * (n - 1)] = 0.0;
  const Vector wanted = line_compliance(coarse) * p, found = line_compliance(fine) * q;
  for (Eigen::Index i = 0; i < n; ++i) EXPECT_NEAR(found[5 * i], wanted[i], 1e-14) << i;
}

TEST(GradedLineCompliance, FlattensTheCylinderBetterThanAnEvenGrid) {
  const Vector x = graded_nodes(201);
  const Vector pressure = (1.0 - x.array().square()).max(0.0).sqrt();
  const Vector gap = 0.5 * x.cwiseAbs2() + line_compliance(x) * pressure;
  double worst = 0.0;
  for (Eigen::Index i = 0; i < 201; ++i) {
    if (std::abs(x[i]) > 0.9) continue;
    worst = std::max(worst, std::abs(gap[i] - 0.25 * (1.0 + 2.0 * std::log(2.0))));
  }
  EXPECT_LT(worst, 0.25 * hertz_deviation(201, 0.9));
}

TEST(GradedLineCompliance, RefusesNodesThatDoNotAscend) {
  EXPECT_THROW(line_compliance(Vector::Zero(1)), Error);
  Vector x = graded_nodes(9);
  x[4] = x[3];
  EXPECT_THROW(line_compliance(x), Error);
  x[4] = std::nan("");
  EXPECT_THROW(line_compliance(x), Error);
}

}  // namespace
}  // namespace mortise::gen
