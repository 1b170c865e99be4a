// Differences of what is entrained, and the rate of a load that turns.
#include <gtest/gtest.h>

#include <cmath>

#include "generator/contact/film/contact_problem.hpp"
#include "generator/contact/film/reynolds.hpp"
#include "tests/robustness/film_models.hpp"

namespace mortise::gen {
namespace {

// Without pressure the content is the gap, and nothing flows but what is entrained.
double error_of_polynomial(FilmUpwind order, int degree, double speed) {
  const FilmGrid grid = make_grid(FilmShape::line, 25, -1.0, 1.0);
  LubricantSpec oil;
  oil.viscosity = 0.01;
  oil.viscosity_law = ViscosityLaw::constant;
  oil.density_law = DensityLaw::incompressible;
  const Reynolds reynolds(grid, Lubricant(oil, 1e9), 1.0, speed, Cavitation::penalty, 1e3, order);
  const Vector U = Vector::Zero(25);
  const Vector H = grid.x.unaryExpr([&](double x) { return 3.0 + std::pow(x, degree); });
  Vector f;
  reynolds.residual(U, H, {}, &f);
  double worst = 0.0;
  for (int i = 3; i < 22; ++i)  // ends have fewer neighbours
    worst = std::max(worst, std::abs(f[i] + speed * degree * std::pow(grid.x[i], degree - 1)));
  return worst;
}

TEST(Upwind, IsExactForPolynomialsOfItsOrder) {
  for (const double speed : {0.7, -0.7}) {
    EXPECT_LT(error_of_polynomial(FilmUpwind::second_order, 2, speed), 1e-12);
    EXPECT_GT(error_of_polynomial(FilmUpwind::second_order, 3, speed), 1e-4);
    EXPECT_LT(error_of_polynomial(FilmUpwind::third_order, 3, speed), 1e-12);
    EXPECT_GT(error_of_polynomial(FilmUpwind::third_order, 4, speed), 1e-6);
  }
}

// A step that ends at a corner of the load takes the rate before it: with the one behind it, which
// moves the frame of all nodes, the scheme was of first order.
TEST(FilmFrame, MovesAsBeforeACornerAtItsEnd) {
  FilmCase d = robustness::line_definition();
  d.load.times = {1e-5, 2e-5};
  d.load.values = {0.8, 1.2};
  ContactProblem problem(d, nullptr);
  const FilmFrameMotion& frame = problem.system().frame();
  const double unit = problem.scales().time, rate = 0.4 / 1e-5 * unit;
  EXPECT_NEAR(frame.rate(1e-5 / unit), 0.0, 1e-12);
  EXPECT_NEAR(frame.rate(1e-5 / unit + 1e-6), 0.5 * rate / std::sqrt(0.8), 1e-4 * rate);
  EXPECT_NEAR(frame.rate(2e-5 / unit), 0.5 * rate / std::sqrt(1.2), 1e-6 * rate);
}

}  // namespace
}  // namespace mortise::gen
