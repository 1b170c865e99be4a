// The minimum of a gap known at the nodes of a coarse grid.
#pragma once

#include "generator/fe/full_model.hpp"

namespace mortise::gen {

// Of the parabola through the lowest node and its neighbours; the lowest node itself at either end.
// x, H (n): positions, ascending, and gap.
inline double smallest_gap(const Vector& x, const Vector& H) {
  Eigen::Index i = 0;
  const double lowest = H.minCoeff(&i);
  if (i == 0 || i + 1 == H.size()) return lowest;
  const double left = x[i] - x[i - 1], right = x[i + 1] - x[i];
  const double down = (H[i] - H[i - 1]) / left, up = (H[i + 1] - H[i]) / right;
  const double curvature = (up - down) / (left + right);             // half the second derivative
  const double slope = (down * right + up * left) / (left + right);  // at the node
  return curvature > 0.0 ? lowest - 0.25 * slope * slope / curvature : lowest;
}

}  // namespace mortise::gen
