#include "generator/film/grid.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace mortise::gen {
namespace {

Vector values(const FilmGrid& grid, double (*f)(double)) {
  return grid.x.unaryExpr([f](double x) { return f(x); });
}

TEST(Grid, NodesAndUnknowns) {
  const FilmGrid line = make_grid(FilmShape::line, 7, -4.0, 2.0);
  EXPECT_EQ(line.spacing, 1.0);
  EXPECT_EQ(line.x[0], -4.0);
  EXPECT_EQ(line.x[6], 2.0);
  EXPECT_EQ(line.first(), 1);
  EXPECT_EQ(line.unknowns(), 5);
  const FilmGrid axis = make_grid(FilmShape::axis, 5, 0.0, 2.0);
  EXPECT_EQ(axis.first(), 0);
  EXPECT_EQ(axis.unknowns(), 4);
}

// Exact for piecewise linear pressures that vanish at the prescribed nodes.
TEST(Grid, WeightsIntegrateHatFunctions) {
  const FilmGrid line = make_grid(FilmShape::line, 21, -1.0, 1.0);
  EXPECT_NEAR(line.weights().sum(), 2.0, 1e-14);
  EXPECT_NEAR(line.weights().dot(values(line, [](double x) { return 1.0 - std::abs(x); })), 1.0,
              1e-14);
  const FilmGrid axis = make_grid(FilmShape::axis, 21, 0.0, 2.0);
  // int (2 - x) x dx = 4/3
  EXPECT_NEAR(axis.weights().dot(values(axis, [](double x) { return 2.0 - x; })), 4.0 / 3.0, 1e-13);
}

TEST(Grid, WeightsConvergeWithTheSquareOfTheSpacing) {
  const auto error = [](Eigen::Index n) {
    const FilmGrid axis = make_grid(FilmShape::axis, n, 0.0, 1.0);
    return axis.weights().dot(values(axis, [](double x) { return 1.0 - x * x; })) - 0.25;
  };
  EXPECT_NEAR(std::log2(error(41) / error(81)), 2.0, 0.01);
}

// Cubics are exact wherever the zero lies between the nodes; none lies on it here.
TEST(Grid, CentralValueIsThatOfTheCubicThroughFourNodes) {
  const auto cubic = [](double x) { return 3.0 + x - 2.0 * x * x + 5.0 * x * x * x; };
  for (const double start : {-1.0, -1.03, -0.11, -0.04, -2.9}) {
    const FilmGrid line = make_grid(FilmShape::line, 31, start, start + 3.0);
    EXPECT_NEAR(line.central(values(line, cubic)), 3.0, 1e-12) << start;
  }
  const FilmGrid node = make_grid(FilmShape::line, 1001, -4.0, 2.0);
  EXPECT_NEAR(node.central(values(node, cubic)), 3.0, 1e-10);
  const FilmGrid axis = make_grid(FilmShape::axis, 4, 0.0, 1.0);
  EXPECT_EQ(axis.central(values(axis, cubic)), 3.0);
}

}  // namespace
}  // namespace mortise::gen
