// Compliance of elastic half-spaces for piecewise linear pressure, dimensionless: deformation by
// b^2/R, pressure by p_H, lengths by b.
#pragma once

#include "generator/ground/numbers/matrix.hpp"

namespace mortise::gen {

// Line contact, Flamant: (K P)(X) = -1/(2 pi) int P ln (X - X')^2 dX' (Schmidt B.9), exact for the
// hat functions of all n nodes; those of the first and last node reach one spacing beyond the grid.
// The displacement is known but for a constant, entries may be negative.
//   points   n >= 2, else Error
//   spacing  distance of the nodes [b], positive and finite, else Error
// Returns K (n x n), symmetric Toeplitz.
Matrix line_compliance(Eigen::Index points, double spacing);

// line_compliance() for nodes anywhere, exact for their hat functions; those of the first and last
// node reach as far beyond the grid as to their neighbour.
//   nodes    x (n >= 2), strictly ascending and finite [b], else Error
// Returns K (n x n), not symmetric.
Matrix line_compliance(const Vector& nodes);

// Axisymmetric contact: (C P)(X) = factor int P(S) S/(X+S) K(m) dS, m = 4 X S/(X+S)^2, K the
// complete elliptic integral of the first kind (Schmidt B.14); nodes X_i = i * spacing, i < n.
// Nothing presses beyond the last node. Gauss integration, graded towards the logarithmic
// singularity at S = X, relative error about 1e-14.
//   points   n >= 2, else Error
//   spacing  distance of the nodes [b], positive and finite, else Error
//   factor   8 R p_H / (pi E' b) [-]; 8/pi^2 with Hertz scales. Finite, else Error
// Returns C (n x n), not symmetric; row 0 is the axis.
Matrix point_compliance(Eigen::Index points, double spacing, double factor);

// point_compliance() for nodes anywhere.
//   nodes    X (n >= 2), strictly ascending from X_0 = 0, finite [b], else Error
// Returns C (n x n), relative error about 1e-9 next to cells far longer than their neighbours.
Matrix point_compliance(const Vector& nodes, double factor);

}  // namespace mortise::gen
