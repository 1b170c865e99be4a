#include <cmath>

#include "generator/bodies/halfspace/check_grid.hpp"
#include "generator/bodies/halfspace/kernels.hpp"
#include "generator/ground/numbers/constants.hpp"

namespace mortise::gen {
namespace {

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
  if (!ascending)
    throw Error("line_compliance", "the nodes do not ascend or are too few",
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

}  // namespace mortise::gen
