#include <gtest/gtest.h>

#include <cmath>
#include <iostream>
#include <limits>

#include "generator/bodies/halfspace/kernels.hpp"
#include "generator/ground/numbers/constants.hpp"
#include "generator/ground/text/error.hpp"

namespace mortise::gen {
namespace {

constexpr double kHertzFactor = 8.0 / (kPi * kPi);

// Displacement by the pressure 1 on a disc of radius 1 for factor = 4/pi: 2 at the centre.
double under_disc(double x) {
  if (x <= 1.0) return 4.0 / kPi * std::comp_ellint_2(x);
  const double k = 1.0 / x;
  return 4.0 / kPi * x * (std::comp_ellint_2(k) - (1.0 - k * k) * std::comp_ellint_1(k));
}

Vector radii(Eigen::Index points, double length) { return Vector::LinSpaced(points, 0.0, length); }

Vector hertz_pressure(const Vector& x) { return (1.0 - x.array().square()).max(0.0).sqrt(); }

// Largest deviation of X^2/2 + C P from 1 under the pressure P = sqrt(1 - X^2), for X < reach.
double hertz_deviation(Eigen::Index points, double length, double reach) {
  const Vector x = radii(points, length);
  const Vector gap =
      0.5 * x.cwiseAbs2() + point_compliance(points, x[1], kHertzFactor) * hertz_pressure(x);
  double worst = 0.0;
  for (Eigen::Index i = 0; i < points; ++i)
    if (x[i] < reach) worst = std::max(worst, std::abs(gap[i] - 1.0));
  return worst;
}

TEST(PointCompliance, UniformPressureOnADiscHasItsClosedForm) {
  for (const Eigen::Index points : {2, 3, 4, 9, 100, 401}) {
    const double h = 1.0 / static_cast<double>(points - 1);
    const Vector u = point_compliance(points, h, 4.0 / kPi) * Vector::Ones(points);
    // to the few digits less that the library's integral has near k = 1
    for (Eigen::Index i = 0; i + 1 < points; ++i)
      EXPECT_NEAR(u[i], under_disc(static_cast<double>(i) * h), 1e-12) << i << " of " << points;
    EXPECT_NEAR(u[0], 2.0, 1e-14);
    EXPECT_NEAR(u[points - 1], 4.0 / kPi, 1e-13);
  }
}

TEST(PointCompliance, DisplacementBesideADiscTendsToThatOfItsEdges) {
  // the pressure falls from 1 to 0 within one spacing: the mean of two discs but for h^2
  double coarse = 0.0;
  for (const Eigen::Index inner : {40, 80, 160}) {
    const double h = 1.0 / (static_cast<double>(inner) + 0.5);
    const Eigen::Index points = 3 * inner;
    Vector pressure = Vector::Zero(points);
    pressure.head(inner + 1).setOnes();
    const Vector u = point_compliance(points, h, 4.0 / kPi) * pressure;
    double worst = 0.0;
    for (Eigen::Index i = inner + inner / 4; i < points; ++i)
      worst = std::max(worst, std::abs(u[i] - under_disc(static_cast<double>(i) * h)));
    if (coarse > 0.0) {
      EXPECT_NEAR(std::log2(coarse / worst), 2.0, 0.1);
    }
    coarse = worst;
  }
  EXPECT_LT(coarse, 1e-4);
}

TEST(PointCompliance, HertzianPressureFlattensTheBall) {
  EXPECT_LT(hertz_deviation(503, 3.1, 0.98), 2.7e-4);
  // edge at a node: the square root limits the order to 3/2
  double coarse = hertz_deviation(101, 2.0, 0.9);
  for (const Eigen::Index points : {201, 401, 801}) {
    const double fine = hertz_deviation(points, 2.0, 0.9);
    const double order = std::log2(coarse / fine);
    std::cout << points << " points: " << fine << ", order " << order << "\n";
    EXPECT_NEAR(order, 1.5, 0.1);
    coarse = fine;
  }
}

// Outside, Hertz: (2/pi) [(1 - X^2/2) asin(1/X) + sqrt(X^2 - 1)/2] tends to the displacement by a
// force at the centre, 4/(3 pi X).
TEST(PointCompliance, FarAwayOnlyTheForceCounts) {
  const Eigen::Index points = 801;
  const Vector x = radii(points, 40.0);
  const double h = x[1];
  const Vector pressure = hertz_pressure(x);
  const Vector u = point_compliance(points, h, kHertzFactor) * pressure;
  double force = pressure[0] * h * h / 6.0;  // int P S dS of the hats
  for (Eigen::Index i = 1; i < points; ++i) force += pressure[i] * x[i] * h;
  EXPECT_NEAR(force, 1.0 / 3.0, 4e-3);
  for (Eigen::Index i = 60; i < points; ++i) {
    const double s = x[i];
    const double exact =
        2.0 / kPi * ((1.0 - 0.5 * s * s) * std::asin(1.0 / s) + 0.5 * std::sqrt(s * s - 1.0));
    EXPECT_NEAR(u[i] / (3.0 * force * exact), 1.0, 2e-3 / (s * s)) << s;
    EXPECT_NEAR(u[i] * s / (kHertzFactor * 0.5 * kPi * force), 1.0, 0.11 / (s * s)) << s;
  }
}

TEST(PointCompliance, RowOfTheAxisIsHalfPiTimesTheHats) {
  // X = 0: K = pi/2, the row holds pi/2 times the areas of the hats
  const Eigen::Index points = 12;
  const double h = 0.3;
  const Matrix c = point_compliance(points, h, 1.7);
  for (Eigen::Index j = 0; j < points; ++j) {
    const double area = j == 0 || j == points - 1 ? 0.5 * h : h;
    EXPECT_NEAR(c(0, j) / (1.7 * 0.5 * kPi * area), 1.0, 1e-14) << j;
  }
  // the hat at the axis is a cone of radius h: seen from far, a force
  for (const Eigen::Index i : {8, 11}) {
    const double x = static_cast<double>(i) * h;
    EXPECT_NEAR(c(i, 0) / (1.7 * 0.5 * kPi * h * h / 6.0 / x), 1.0, 0.1 * h * h / (x * x));
  }
}

TEST(PointCompliance, WorkOfTwoPressuresIsReciprocal) {
  // Betti: int P1 u2 X dX = int P2 u1 X dX but for the trapezoidal rule
  double coarse = 0.0;
  for (const Eigen::Index points : {101, 201, 401}) {
    const Vector x = radii(points, 2.0);
    const Matrix c = point_compliance(points, x[1], 1.0);
    const Vector p1 = (1.0 - x.array().square() / 4.0).square();
    const Vector p2 = x.array().square() * (2.0 - x.array()).square();
    const double one = p1.cwiseProduct(x).dot(c * p2) * x[1];
    const double two = p2.cwiseProduct(x).dot(c * p1) * x[1];
    const double difference = std::abs(one / two - 1.0);
    if (coarse > 0.0) {
      EXPECT_GT(std::log2(coarse / difference), 1.7);
    }
    coarse = difference;
  }
  EXPECT_LT(coarse, 1e-5);
}

TEST(PointCompliance, PressurePushesEverywhereAndLessFurtherOut) {
  const Eigen::Index points = 200;
  const Matrix c = point_compliance(points, 0.02, kHertzFactor);
  EXPECT_GT(c.minCoeff(), 0.0);
  const Vector u = c * hertz_pressure(radii(points, 0.02 * (points - 1.0)));
  for (Eigen::Index i = 1; i < points; ++i) EXPECT_LT(u[i], u[i - 1]) << i;
  for (Eigen::Index i = 2; i < points; ++i) EXPECT_LT(c(i, 0), c(i - 1, 0)) << i;
}

TEST(PointCompliance, ScalesWithSpacingAndFactor) {
  const Matrix c = point_compliance(25, 0.25, 1.0);
  EXPECT_EQ(point_compliance(25, 0.5, 1.0), 2.0 * c);
  EXPECT_EQ(point_compliance(25, 0.25, 4.0), 4.0 * c);
  // and does not depend on what lies further out, but for the last half hat
  EXPECT_EQ(point_compliance(40, 0.25, 1.0).topLeftCorner(25, 24), c.leftCols(24));
}

TEST(PointCompliance, RefusesGridsThatAreNone) {
  EXPECT_THROW(point_compliance(1, 0.1, 1.0), Error);
  for (const double bad : {std::numeric_limits<double>::infinity(), std::nan("")}) {
    EXPECT_THROW(point_compliance(10, bad, 1.0), Error);
    EXPECT_THROW(point_compliance(10, 0.1, bad), Error);
  }
  EXPECT_THROW(point_compliance(10, 0.0, 1.0), Error);
}

TEST(PointCompliance, OfNodesAnywhereIsThatOfEquidistantOnes) {
  const Vector x = radii(60, 1.5);
  const Matrix wanted = point_compliance(60, x[1], kHertzFactor);
  EXPECT_LT((point_compliance(x, kHertzFactor) - wanted).cwiseAbs().maxCoeff(), 1e-13);
}

// Narrow cells between wide ones, as an edge has them.
TEST(PointCompliance, ConstantPressureDoesNotFeelTheNodes) {
  Vector x(9);
  x << 0.0, 0.3, 0.6, 0.605, 0.61, 0.612, 0.62, 0.8, 1.0;
  const Vector u = point_compliance(x, 4.0 / kPi) * Vector::Ones(9);
  for (Eigen::Index i = 0; i + 1 < 9; ++i) EXPECT_NEAR(u[i], under_disc(x[i]), 1e-8) << i;
}

TEST(PointCompliance, NodesAscendFromTheAxis) {
  Vector x(3);
  x << 0.0, 0.5, 0.5;
  EXPECT_THROW(point_compliance(x, 1.0), Error);
  x << 0.1, 0.5, 0.7;
  EXPECT_THROW(point_compliance(x, 1.0), Error);
  x << 0.0, 0.5, 0.7;
  EXPECT_THROW(point_compliance(x, std::numeric_limits<double>::infinity()), Error);
}

}  // namespace
}  // namespace mortise::gen
