#include "generator/contact/film/grid.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "generator/ground/text/error.hpp"

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

const std::vector<GridRefinement> kTwoPlaces = {{-0.8, 3.0, 0.3}, {0.9, 9.0, 0.05}};

TEST(GradedGrid, NodesFollowTheDensity) {
  const Vector x = refined_nodes(2001, -4.0, 2.0, kTwoPlaces);
  EXPECT_EQ(x[0], -4.0);
  EXPECT_EQ(x[2000], 2.0);
  const auto density = [](double at) {
    double sum = 1.0;
    for (const GridRefinement& r : kTwoPlaces) {
      sum += r.factor / (1.0 + std::pow((at - r.at) / r.width, 2));
    }
    return sum;
  };
  const double unit = (x[1] - x[0]) * density(0.5 * (x[0] + x[1]));
  for (Eigen::Index i = 1; i < 2000; ++i) {
    EXPECT_NEAR((x[i + 1] - x[i]) * density(0.5 * (x[i] + x[i + 1])) / unit, 1.0, 2e-4) << i;
  }
  const Vector even = refined_nodes(31, -4.0, 2.0, {});
  EXPECT_LT((even - make_grid(FilmShape::line, 31, -4.0, 2.0).x).cwiseAbs().maxCoeff(), 1e-13);
}

TEST(GradedGrid, WeightsIntegrateHatFunctions) {
  const FilmGrid grid = make_graded_grid(refined_nodes(23, -4.0, 2.0, kTwoPlaces));
  EXPECT_FALSE(grid.equidistant());
  EXPECT_NEAR(grid.weights().sum(), 6.0, 1e-14);
  EXPECT_NEAR(grid.weights().dot(values(grid, [](double x) { return 3.0 * x + 1.0; })), -12.0,
              1e-13);
  double hat = 0.5 * (grid.x[8] - grid.x[6]);
  EXPECT_NEAR(grid.weights()[7], hat, 1e-15);
}

TEST(GradedGrid, CentralValueIsThatOfTheCubicThroughFourNodes) {
  const auto cubic = [](double x) { return 3.0 + x - 2.0 * x * x + 5.0 * x * x * x; };
  for (const double start : {-1.0, -1.03, -0.01, -2.99}) {
    const FilmGrid grid = make_graded_grid(refined_nodes(31, start, start + 3.0, kTwoPlaces));
    EXPECT_NEAR(grid.central(values(grid, cubic)), 3.0, 1e-11) << start;
  }
  // of the four nodes around 0, and of no others
  FilmGrid grid = make_graded_grid(refined_nodes(31, -1.5, 1.5, kTwoPlaces));
  Vector one = Vector::Zero(31);
  Eigen::Index above = 0;
  while (grid.x[above] <= 0.0) ++above;
  for (const Eigen::Index i : {above - 2, above - 1, above, above + 1}) one[i] = 1.0;
  EXPECT_NEAR(grid.central(one), 1.0, 1e-13);
  // a node at 0 gives its own value
  grid.x[above] = 0.0;
  one[above] = 7.0;
  EXPECT_NEAR(make_graded_grid(grid.x).central(one), 7.0, 1e-13);
}

TEST(GradedGrid, RefusesWhatIsNoGrid) {
  EXPECT_THROW(make_graded_grid(Vector::LinSpaced(3, 0.0, 1.0)), Error);
  Vector x = Vector::LinSpaced(9, 0.0, 1.0);
  x[4] = x[3];
  EXPECT_THROW(make_graded_grid(x), Error);
  x[4] = std::nan("");
  EXPECT_THROW(make_graded_grid(x), Error);
  EXPECT_THROW(refined_nodes(3, 0.0, 1.0, {}), Error);
  EXPECT_THROW(refined_nodes(9, 1.0, 1.0, {}), Error);
  EXPECT_THROW(refined_nodes(9, 0.0, 1.0, {{0.5, -1.0, 0.1}}), Error);
  EXPECT_THROW(refined_nodes(9, 0.0, 1.0, {{0.5, 1.0, 0.0}}), Error);
  EXPECT_THROW(refined_nodes(9, 0.0, 1.0, {{0.5, -0.7, 0.1}, {0.5, -0.7, 0.1}}), Error);
}

}  // namespace
}  // namespace mortise::gen
