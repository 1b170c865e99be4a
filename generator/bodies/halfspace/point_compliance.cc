#include <algorithm>
#include <cmath>

#include "generator/bodies/halfspace/check_grid.hpp"
#include "generator/bodies/halfspace/gauss_legendre.hpp"
#include "generator/bodies/halfspace/kernels.hpp"

namespace mortise::gen {
namespace {

constexpr double kHalfPi = 1.57079632679489661923;
// Each rule leaves errors of about 1e-14 in its cells; the far cells take nearly all the time.
constexpr Eigen::Index kNearCells = 4;  // further cells make do with the coarse rule
constexpr int kFarPoints = 6;
constexpr int kNearPoints = 12;
constexpr int kSingularPoints = 24;
constexpr int kGrading = 6;  // power of the graded rule in cells that end at the singularity

// Arithmetic-geometric mean of positive numbers; the last step is exact to rounding, as the
// relative distance of the two means is squared by each.
double agm(double a, double b) {
  while (std::abs(a - b) > 1e-8 * a) {
    const double mean = 0.5 * (a + b);
    b = std::sqrt(a * b);
    a = mean;
  }
  return 0.5 * (a + b);
}

// S/(X+S) K(m), m = 4 X S/(X+S)^2, from X, S and their distance. K(m) = pi/2 / agm(1, k') with
// the complementary modulus k' = |X-S|/(X+S); one step of the mean is taken in closed form. The
// distance enters by itself, so that nothing cancels next to the singularity.
double ring_kernel(double x, double s, double distance) {
  return kHalfPi * s / agm(std::max(x, s), std::sqrt(distance * (x + s)));
}

// Integrals over one cell of the kernel times the pressures 1 - t and t, 0 < t < 1.
struct CellIntegral {
  double left = 0.0, right = 0.0;

  void add(double t, double weighted_kernel) {
    left += (1.0 - t) * weighted_kernel;
    right += t * weighted_kernel;
  }
};

// Cell [s, s+1], x is not inside.
CellIntegral smooth_cell(const GaussLegendre& rule, double x, double s) {
  CellIntegral sum;
  for (Eigen::Index q = 0; q < rule.weights.size(); ++q) {
    const double t = rule.abscissas[q];
    sum.add(t, rule.weights[q] * ring_kernel(x, s + t, std::abs(s + t - x)));
  }
  return sum;
}

// Cell that begins (side = 1) or ends (side = -1) at x. The distance t^kGrading takes the edge off
// the logarithm.
CellIntegral singular_cell(const GaussLegendre& rule, double x, int side) {
  CellIntegral sum;
  for (Eigen::Index q = 0; q < rule.weights.size(); ++q) {
    const double distance = std::pow(rule.abscissas[q], kGrading);
    const double weight = rule.weights[q] * kGrading * distance / rule.abscissas[q];
    sum.add(distance, weight * ring_kernel(x, x + side * distance, distance));
  }
  if (side < 0) std::swap(sum.left, sum.right);
  return sum;
}

}  // namespace

Matrix point_compliance(Eigen::Index points, double spacing, double factor) {
  check_grid("point_compliance", points, spacing);
  if (!std::isfinite(factor))
    throw Error("point_compliance", "the factor is not finite", "check the scales of the contact");
  const GaussLegendre far = gauss_legendre(kFarPoints);
  const GaussLegendre near = gauss_legendre(kNearPoints);
  const GaussLegendre singular = gauss_legendre(kSingularPoints);
  // the kernel depends on X/S only: lengths are counted in spacings
  Matrix compliance = Matrix::Zero(points, points);
  for (Eigen::Index cell = 0; cell + 1 < points; ++cell)
    for (Eigen::Index i = 0; i < points; ++i) {
      const auto x = static_cast<double>(i);
      const auto s = static_cast<double>(cell);
      const Eigen::Index gap = i > cell ? i - cell - 1 : cell - i;
      const CellIntegral sum = gap == 0 ? singular_cell(singular, x, i == cell ? 1 : -1)
                                        : smooth_cell(gap < kNearCells ? near : far, x, s);
      compliance(i, cell) += sum.left;
      compliance(i, cell + 1) += sum.right;
    }
  return factor * spacing * compliance;
}

}  // namespace mortise::gen
