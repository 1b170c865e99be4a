// Rectangles under uniform traction against spot values, integrals and each other.
#include <gtest/gtest.h>

#include <cmath>

#include "generator/bodies/halfspace/gauss_legendre.hpp"
#include "generator/bodies/halfspace/grid_compliance.hpp"
#include "generator/ground/numbers/constants.hpp"
#include "generator/ground/numbers/dice.hpp"

namespace mortise::gen {
namespace {

Material steel() {
  Material m;
  m.young = 194000.0;  // N, mm
  m.poisson = 0.2854;
  m.density = 7.861e-9;
  return m;
}

RectangleCompliance pair_of(const Rectangle& cell, double x, double y) {
  RectangleCompliance c = rectangle_compliance(cell, x, y, steel());
  c += rectangle_compliance(cell, x, y, steel());
  return c;
}

// Computed by numerical integration of the point solutions, to 8e-15 [mm/N].
TEST(Rectangle, SpotValues) {
  struct Spot {
    double x, y, zz, xx, yy;
  };
  const Spot spots[] = {
      {0.0, 0.0, 1.345464367223144e-05, 1.654562624983648e-05, 1.573723414815964e-05},
      {1.0, 0.0, 3.2374636464856853e-06, 4.475790231544367e-06, 3.2921291195112666e-06},
      {0.0, 0.6, 4.852721855473195e-06, 5.22258179417463e-06, 6.420962697001328e-06},
      {2.0, 1.2, 1.3037628539019221e-06, 1.6807544228342003e-06, 1.4474736618288776e-06},
      {10.0, -3.0, 2.8887670558496634e-07, 3.9467577729688634e-07, 2.9845044631909913e-07}};
  for (const Spot& s : spots) {
    const RectangleCompliance c = pair_of({0.5, 0.3}, s.x, s.y);  // cells of 1 x 0.6
    EXPECT_NEAR(c.zz / s.zz, 1.0, 1e-12);
    EXPECT_NEAR(c.xx / s.xx, 1.0, 1e-12);
    EXPECT_NEAR(c.yy / s.yy, 1.0, 1e-12);
  }
}

// Boussinesq and Cerruti: point forces, summed over the rectangle seen from afar.
TEST(Rectangle, IsTheSumOfPointForces) {
  const Rectangle cell{1.0, 0.6};
  const GaussLegendre rule = gauss_legendre(40);
  const Material m = steel();
  const double nu = m.poisson, unit = (1.0 + nu) / (kPi * m.young);
  for (const auto& [x, y] : {std::pair{2.3, 1.2}, {10.0, -3.0}, {-1.7, 0.2}, {0.3, 1.4}}) {
    RectangleCompliance sum;
    for (Eigen::Index i = 0; i < 40; ++i)
      for (Eigen::Index j = 0; j < 40; ++j) {
        const double dx = x - cell.half_x * (2.0 * rule.abscissas[i] - 1.0);
        const double dy = y - cell.half_y * (2.0 * rule.abscissas[j] - 1.0);
        const double r = std::hypot(dx, dy), w = rule.weights[i] * rule.weights[j] * unit / r;
        sum.zz += w * (1.0 - nu);
        sum.xx += w * (1.0 - nu + nu * dx * dx / (r * r));
        sum.yy += w * (1.0 - nu + nu * dy * dy / (r * r));
        sum.xy += w * nu * dx * dy / (r * r);
      }
    const RectangleCompliance c = rectangle_compliance(cell, x, y, m);
    EXPECT_NEAR(c.zz / sum.zz, 1.0, 1e-11);
    EXPECT_NEAR(c.xx / sum.xx, 1.0, 1e-11);
    EXPECT_NEAR(c.yy / sum.yy, 1.0, 1e-11);
    EXPECT_NEAR(c.xy / sum.xy, 1.0, 1e-9);
  }
}

TEST(GridCompliance, ProductsAreThoseOfTheMatrix) {
  for (const TangentialCoupling coupling : {TangentialCoupling::NONE, TangentialCoupling::FULL})
    for (const auto& [nx, ny] : {std::pair{1, 1}, {7, 4}, {12, 31}}) {
      const GridCompliance grid({{nx, ny}, {1e-3, 0.6e-3}}, {steel(), steel()}, coupling);
      std::vector<Cell> cells;
      for (int j = 0; j < ny; ++j)
        for (int i = 0; i < nx; ++i)
          if ((3 * i + 5 * j) % 7 != 2) cells.push_back({i, j});
      const auto n = 3 * static_cast<Eigen::Index>(cells.size());
      const Vector force = Vector::LinSpaced(n, -1.0, 2.0).array().sin();
      Vector gap = Vector::Ones(n);
      GridProduct(grid, cells).add(force, gap);
      const Matrix among = grid.among(cells);
      EXPECT_LT((among - among.transpose()).cwiseAbs().maxCoeff(), 1e-20);
      const Vector exact = Vector::Ones(n) + among * force;
      EXPECT_LT((gap - exact).cwiseAbs().maxCoeff(), 1e-14);
    }
}

}  // namespace
}  // namespace mortise::gen
