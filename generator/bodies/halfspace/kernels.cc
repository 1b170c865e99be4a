#include "generator/bodies/halfspace/kernels.hpp"

#include <algorithm>
#include <cmath>
#include <string>

#include "generator/bodies/halfspace/gauss_legendre.hpp"
#include "generator/ground/numbers/constants.hpp"
#include "generator/ground/text/error.hpp"
#include "generator/ground/text/number_text.hpp"

namespace mortise::gen {
namespace {

// Error named after the kernel `where` unless points >= 2 and spacing > 0 is finite.
void check_grid(const std::string& where, Eigen::Index points, double spacing) {
  demand(points >= 2, where, std::to_string(points) + " points make no grid", "ask for at least 2");
  if (!(spacing > 0.0) || !std::isfinite(spacing))
    throw Error(where, "the spacing " + number_text(spacing) + " is not positive and finite",
                "give the grid a positive length");
}

// Second difference of u^2 ln u at the distance u = 0, 1, 2, ... in spacings; arranged such that
// nothing cancels at large distance, where it tends to 2 ln u + 3.
double log_difference(Eigen::Index distance) {
  if (distance == 0) return 0.0;
  if (distance == 1) return 4.0 * std::log(2.0);
  const auto u = static_cast<double>(distance);
  return 2.0 * std::log(u) + (u * u + 1.0) * std::log1p(-1.0 / (u * u)) +
         4.0 * u * std::atanh(1.0 / u);
}

// int_0^1 (1 - s) ln(1 + t s)^2 ds for t >= -1: half a hat with the near node at the distance 1 and
// the far one at 1 + t.
double half_hat(double t) {
  if (std::abs(t) < 0.1) {  // where the closed form cancels
    double sum = 0.0, power = 1.0;
    for (int k = 1; k <= 16; ++k) {
      power *= -t;
      sum -= power / (k * (k + 1.0) * (k + 2.0));
    }
    return 2.0 * sum;
  }
  const double end = 1.0 + t;
  const double log_term = end > 0.0 ? end * end * std::log(end) : 0.0;
  return (log_term - t - 1.5 * t * t) / (t * t);
}

// int_0^h (1 - s/h) ln(d + s)^2 ds; d + s has no zero inside.
double half_hat(double d, double h) {
  if (d == 0.0) return h * (std::log(h) - 1.5);
  return h * (std::log(std::abs(d)) + half_hat(h / d));
}

constexpr double kHalfPi = 1.57079632679489661923;
// Each rule leaves errors of about 1e-14 in its cells; the far cells take nearly all the time.
constexpr Eigen::Index kNearCells = 4;  // further cells make do with the coarse rule
constexpr int kFarPoints = 6;
constexpr int kNearPoints = 12;
constexpr int kSingularPoints = 24;
constexpr int kGrading = 6;      // power of the graded rule in cells that end at the singularity
constexpr double kBeside = 0.5;  // cells as near as this share of their width count as ending there

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

// Cell that begins (side = 1) or ends (side = -1) at x, or `apart` beside it. The distance
// t^kGrading takes the edge off the logarithm.
CellIntegral singular_cell(const GaussLegendre& rule, double x, int side, double apart = 0.0) {
  CellIntegral sum;
  for (Eigen::Index q = 0; q < rule.weights.size(); ++q) {
    const double within = std::pow(rule.abscissas[q], kGrading), distance = apart + within;
    const double weight = rule.weights[q] * kGrading * within / rule.abscissas[q];
    sum.add(within, weight * ring_kernel(x, x + side * distance, distance));
  }
  if (side < 0) std::swap(sum.left, sum.right);
  return sum;
}

}  // namespace

Matrix line_compliance(Eigen::Index points, double spacing) {
  check_grid("line_compliance", points, spacing);
  Vector by_distance(points);
  for (Eigen::Index d = 0; d < points; ++d)
    by_distance[d] = -spacing / kTwoPi * (log_difference(d) - 3.0 + 2.0 * std::log(spacing));
  Matrix compliance(points, points);
  for (Eigen::Index j = 0; j < points; ++j) {
    compliance.col(j).head(j + 1) = by_distance.head(j + 1).reverse();
    compliance.col(j).tail(points - j) = by_distance.head(points - j);
  }
  return compliance;
}

Matrix line_compliance(const Vector& nodes) {
  const Eigen::Index n = nodes.size();
  const bool ascending =
      n >= 2 && nodes.allFinite() && (nodes.tail(n - 1).array() > nodes.head(n - 1).array()).all();
  demand(ascending, "line_compliance", "the nodes do not ascend or are too few",
         "give at least 2 finite positions in ascending order");
  Matrix compliance(n, n);
  for (Eigen::Index j = 0; j < n; ++j) {
    const double left = j > 0 ? nodes[j] - nodes[j - 1] : nodes[1] - nodes[0];
    const double right = j + 1 < n ? nodes[j + 1] - nodes[j] : nodes[n - 1] - nodes[n - 2];
    for (Eigen::Index i = 0; i < n; ++i) {
      const double d = nodes[j] - nodes[i];
      compliance(i, j) = -(half_hat(d, right) + half_hat(-d, left)) / kTwoPi;
    }
  }
  return compliance;
}

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

Matrix point_compliance(const Vector& nodes, double factor) {
  const Eigen::Index n = nodes.size();
  const bool ascending =
      n >= 2 && nodes.allFinite() && (nodes.tail(n - 1).array() > nodes.head(n - 1).array()).all();
  demand(ascending && nodes[0] == 0.0, "point_compliance",
         "the nodes do not ascend from the axis or are too few",
         "give at least 2 finite positions in ascending order, the first one 0");
  demand(std::isfinite(factor), "point_compliance", "the factor is not finite",
         "check the scales of the contact");
  const GaussLegendre far = gauss_legendre(kFarPoints);
  const GaussLegendre near = gauss_legendre(kNearPoints);
  const GaussLegendre singular = gauss_legendre(kSingularPoints);
  Matrix compliance = Matrix::Zero(n, n);
  for (Eigen::Index cell = 0; cell + 1 < n; ++cell) {
    const double width = nodes[cell + 1] - nodes[cell], s = nodes[cell] / width;
    for (Eigen::Index i = 0; i < n; ++i) {
      const double x = nodes[i] / width;
      const bool before = i <= cell;
      const double apart = (before ? nodes[cell] - nodes[i] : nodes[i] - nodes[cell + 1]) / width;
      const CellIntegral sum =
          apart < kBeside ? singular_cell(singular, x, before ? 1 : -1, apart)
                          : smooth_cell(apart < static_cast<double>(kNearCells) ? near : far, x, s);
      compliance(i, cell) += width * sum.left;
      compliance(i, cell + 1) += width * sum.right;
    }
  }
  return factor * compliance;
}

}  // namespace mortise::gen
