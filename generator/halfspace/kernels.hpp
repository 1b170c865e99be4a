// Compliance of elastic half-spaces on a uniform grid for piecewise linear pressure,
// dimensionless: deformation by b^2/R, pressure by p_H, lengths by b.
#pragma once

#include "generator/fe/full_model.hpp"

namespace mortise::gen {

// Line contact, Flamant: (K P)(X) = -1/(2 pi) int P ln (X - X')^2 dX' (Schmidt B.9), exact for the
// hat functions of all n nodes. spacing > 0. Symmetric Toeplitz (n x n).
Matrix line_compliance(Eigen::Index points, double spacing);

// Axisymmetric: (C P)(X) = factor int P(S) S/(X+S) K(m) dS, m = 4 X S/(X+S)^2, nodes
// X_i = i * spacing, i < n. factor = 8 R p_H / (pi E' b); 8/pi^2 with Hertz scales. Gauss
// integration, graded towards the logarithmic singularity.
Matrix point_compliance(Eigen::Index points, double spacing, double factor);

}  // namespace mortise::gen
