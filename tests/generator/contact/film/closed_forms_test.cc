// Films with known pressure between rigid surfaces: slider bearings and squeeze films.
#include <gtest/gtest.h>

#include <cmath>
#include <functional>

#include "tests/generator/contact/film/gaps.hpp"

namespace mortise::gen {
namespace {

constexpr double kLambda = 0.37;

Reynolds newtonian(const FilmGrid& grid, double speed) {
  return Reynolds(grid, Lubricant(isoviscous(), kTestScale), kLambda, speed, Cavitation::penalty,
                  0.0);
}

Vector map(const Vector& x, const std::function<double(double)>& f) {
  return x.unaryExpr([&f](double v) { return f(v); });
}

// Pressure of a gap H that opens at the rate V (both at the nodes).
Vector solve(const Reynolds& law, const Vector& H, const Vector& V) {
  SpringGap gap = rigid_gap(H);
  gap.begin_stage(0.0, 10.0, Vector());
  FilmNewton newton(&law, tight());
  StageTerms terms;
  terms.shift = 10.0;
  const Vector start = H - V / terms.shift;
  terms.start = &start;
  FilmUnknowns x;
  x.U = Vector::Zero(H.size());
  EXPECT_TRUE(newton.solve(&gap, terms, 0.0, &x)) << newton.failure();
  return x.P;
}

Vector steady(const Reynolds& law, const Vector& H) {
  return solve(law, H, Vector::Zero(H.size()));
}

// Linear wedge between H1 and H2 < H1, no side flow.
double wedge_error(Eigen::Index n) {
  const FilmGrid grid = make_grid(FilmShape::line, n, 0.0, 1.0);
  const double H1 = 1.0, H2 = 0.4, slope = H1 - H2;
  const auto H = [=](double x) { return H1 - slope * x; };
  const double Hm = 2.0 * H1 * H2 / (H1 + H2);
  const auto P = [=](double x) {
    return kLambda / slope * (1.0 / H(x) - 0.5 * Hm / (H(x) * H(x)) - 1.0 / (H1 + H2));
  };
  return (steady(newtonian(grid, 1.0), map(grid.x, H)) - map(grid.x, P)).cwiseAbs().maxCoeff() /
         map(grid.x, P).maxCoeff();
}

TEST(SliderBearing, LinearWedgeIsOfSecondOrder) {
  EXPECT_LT(wedge_error(201), 1e-4);
  EXPECT_NEAR(std::log2(wedge_error(51) / wedge_error(101)), 2.0, 0.05);
  EXPECT_NEAR(std::log2(wedge_error(101) / wedge_error(201)), 2.0, 0.05);
}

// Exponential wedge: the upwind differences of H are not exact.
double exponential_error(const FilmGrid& grid) {
  const double c = 1.2;
  const auto H = [=](double x) { return std::exp(-c * x); };
  const auto second = [=](double x) { return std::expm1(2.0 * c * x) / (2.0 * c); };
  const auto third = [=](double x) { return std::expm1(3.0 * c * x) / (3.0 * c); };
  const double Hm = second(1.0) / third(1.0);
  const auto P = [=](double x) { return kLambda * (second(x) - Hm * third(x)); };
  return (steady(newtonian(grid, 1.0), map(grid.x, H)) - map(grid.x, P)).cwiseAbs().maxCoeff() /
         map(grid.x, P).maxCoeff();
}

double exponential_error(Eigen::Index n) {
  return exponential_error(make_grid(FilmShape::line, n, 0.0, 1.0));
}

TEST(SliderBearing, ExponentialWedgeIsOfSecondOrder) {
  EXPECT_LT(exponential_error(401), 1e-3);
  EXPECT_NEAR(std::log2(exponential_error(101) / exponential_error(201)), 2.0, 0.1);
  EXPECT_NEAR(std::log2(exponential_error(201) / exponential_error(401)), 2.0, 0.1);
}

// Nodes that stand now closely, now widely, 1 : 2 : 1 : 2.
FilmGrid uneven_grid(Eigen::Index n, double start, double end) {
  Vector x(n);
  x[0] = 0.0;
  for (Eigen::Index i = 1; i < n; ++i) x[i] = x[i - 1] + (i % 2 == 0 ? 1.0 : 2.0);
  x *= (end - start) / x[n - 1];
  return make_graded_grid((x.array() + start).matrix());
}

// Steady films are of second order whatever the spacing.
TEST(SliderBearing, IsOfSecondOrderOnGradedAndOnUnevenGrids) {
  const auto smooth = [](Eigen::Index n) {
    return make_graded_grid(refined_nodes(n, 0.0, 1.0, {{0.7, 6.0, 0.2}}));
  };
  const auto uneven = [](Eigen::Index n) { return uneven_grid(n, 0.0, 1.0); };
  for (const bool even : {true, false}) {
    const auto error = [&](Eigen::Index n) {
      return exponential_error(even ? smooth(n) : uneven(n));
    };
    EXPECT_LT(error(401), 1e-3);
    EXPECT_NEAR(std::log2(error(101) / error(201)), 2.0, 0.1) << even;
    EXPECT_NEAR(std::log2(error(201) / error(401)), 2.0, 0.1) << even;
  }
}

// What flows in flows out: the sum of the rows times the cells is the difference of the fluxes.
TEST(GradedGrid, RowsConserveWhatFlows) {
  const FilmGrid grid = make_graded_grid(refined_nodes(41, -1.0, 1.0, {{0.3, 5.0, 0.1}}));
  const Reynolds law(grid, Lubricant(compressible(), kTestScale), kLambda, 0.7, Cavitation::penalty,
                     0.0);
  const Vector H = map(grid.x, [](double x) { return 1.0 + 0.3 * std::sin(5.0 * x); });
  const Vector U = map(grid.x, [](double x) { return 0.5 * (1.0 - x * x); });
  Vector f;
  law.residual(U, H, StageTerms(), &f);
  double sum = 0.0;
  for (Eigen::Index i = 1; i < 40; ++i) sum += grid.spacing * grid.cell(i) * f[i];
  EXPECT_NEAR(sum, face_flux(law, U, H, 0) - face_flux(law, U, H, 39), 1e-13);
}

TEST(SliderBearing, WindFromTheRightGivesTheMirroredPressure) {
  const FilmGrid grid = make_grid(FilmShape::line, 64, -1.0, 1.0);
  const Vector H = map(grid.x, [](double x) { return 1.5 - std::tanh(x); });
  const Vector forward = steady(newtonian(grid, 1.0), H);
  const Vector back = steady(newtonian(grid, -1.0), H.reverse());
  EXPECT_LT((forward - back.reverse()).cwiseAbs().maxCoeff(), 1e-13);
  // graded: the mirrored grid
  const FilmGrid graded = make_graded_grid(refined_nodes(64, -1.0, 1.0, {{0.4, 5.0, 0.2}}));
  const FilmGrid mirrored = make_graded_grid(-graded.x.reverse());
  const Vector G = map(graded.x, [](double x) { return 1.5 - std::tanh(x); });
  const Vector one = steady(newtonian(graded, 1.0), G);
  const Vector other = steady(newtonian(mirrored, -1.0), G.reverse());
  EXPECT_LT((one - other.reverse()).cwiseAbs().maxCoeff(), 1e-13);
}

// p = 3 eta V (R^2 - r^2) / h^3 between discs, here P = lambda V (R^2 - X^2) / (4 H^3): quadratic,
// so that the finite volumes are exact.
TEST(SqueezeFilm, ParallelDiscsAreExact) {
  const double R = 2.0, H = 0.6, closing = 0.8;
  const FilmGrid grid = make_grid(FilmShape::axis, 23, 0.0, R);
  const Vector P =
      solve(newtonian(grid, 0.0), Vector::Constant(23, H), Vector::Constant(23, -closing));
  const Vector wanted = map(
      grid.x, [=](double x) { return kLambda * closing / (4.0 * H * H * H) * (R * R - x * x); });
  EXPECT_LT((P - wanted).cwiseAbs().maxCoeff() / wanted[0], 1e-12);
}

TEST(SqueezeFilm, ParallelStripsAreExact) {
  const double H = 0.6, closing = 0.8;
  const FilmGrid grid = make_grid(FilmShape::line, 23, -1.0, 1.0);
  const Vector P =
      solve(newtonian(grid, 0.0), Vector::Constant(23, H), Vector::Constant(23, -closing));
  const Vector wanted =
      map(grid.x, [=](double x) { return kLambda * closing / (2.0 * H * H * H) * (1.0 - x * x); });
  EXPECT_LT((P - wanted).cwiseAbs().maxCoeff() / wanted.maxCoeff(), 1e-12);
}

// A ball closing on a plane: P = lambda V / 4 (1/H^2 - 1/H_R^2).
double ball_error(Eigen::Index n) {
  const double closing = 0.8, R = 2.0;
  const FilmGrid grid = make_grid(FilmShape::axis, n, 0.0, R);
  const auto H = [](double x) { return 0.3 + 0.5 * x * x; };
  const auto P = [=](double x) {
    return 0.25 * kLambda * closing * (1.0 / (H(x) * H(x)) - 1.0 / (H(R) * H(R)));
  };
  const Vector found = solve(newtonian(grid, 0.0), map(grid.x, H), Vector::Constant(n, -closing));
  return (found - map(grid.x, P)).cwiseAbs().maxCoeff() / P(0.0);
}

TEST(SqueezeFilm, BallOnPlaneIsOfSecondOrder) {
  EXPECT_LT(ball_error(161), 1e-3);
  EXPECT_NEAR(std::log2(ball_error(81) / ball_error(161)), 2.0, 0.05);
}

// In a frame x = a X that grows, resting surfaces pass the nodes: with H linear in x and no
// pressure, all terms but the wind vanish, and the content at a node changes by what is carried.
TEST(MovingFrame, RestingWedgeChangesNoContentButByTheWind) {
  const FilmGrid grid = make_grid(FilmShape::line, 31, -2.0, 1.0);
  const double a = 1.4, rate = 0.6, u = 0.3, slope = 0.25;
  const Reynolds law = newtonian(grid, u);
  const Vector H = map(grid.x, [=](double X) { return 2.0 + slope * a * X; });
  // d_T H at fixed X is slope a' X
  StageTerms terms;
  terms.shift = 5.0;
  terms.frame = a;
  terms.frame_rate = rate;
  const Vector start = H - map(grid.x, [=](double X) { return slope * rate * X; }) / terms.shift;
  terms.start = &start;
  Vector f;
  law.residual(Vector::Zero(31), H, terms, &f);
  for (Eigen::Index i = 1; i < 30; ++i) EXPECT_NEAR(f[i], -u * slope, 1e-13) << i;
}

TEST(MovingFrame, PoiseuilleTermIsThatOfTheStretchedCoordinate) {
  const FilmGrid grid = make_grid(FilmShape::line, 31, -2.0, 2.0);
  const double a = 1.4;
  const Reynolds law = newtonian(grid, 0.0);
  const Vector P = map(grid.x, [=](double X) { return 4.0 * a * a - a * a * X * X; });
  StageTerms terms;
  terms.frame = a;
  Vector f;
  law.residual(P, Vector::Constant(31, 0.5), terms, &f);
  for (Eigen::Index i = 1; i < 30; ++i) EXPECT_NEAR(f[i], -2.0 * 0.125 / kLambda, 1e-11) << i;
}

}  // namespace
}  // namespace mortise::gen
