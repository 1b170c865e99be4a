#include <cmath>

#include "generator/constants.hpp"
#include "generator/halfspace/check_grid.hpp"
#include "generator/halfspace/kernels.hpp"

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

}  // namespace mortise::gen
