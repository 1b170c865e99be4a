// Gives mode shapes a sign and, within (nearly) equal frequencies, an orientation that do not
// depend on rounding.
#pragma once

#include "generator/ground/numbers/matrix.hpp"

namespace mortise::gen {

// omega:  (p) [rad/s] ascending. Frequencies that agree to 1e-6 (a symmetric mesh exported
//         with 14 digits) are replaced by their mean.
// shapes: (n x p). Modes of one frequency are rotated (orthogonally, so M-orthonormality stays)
//         until the row of `guide` on which they act most moves the first of them only, the
//         strongest remaining row the second one, and so on; where `guide` rows do not tell them
//         apart the shapes' own rows do. Then the largest entry of each shape is made positive
//         (the first of equals).
// guide:  (k x n) rows that matter, e.g. the contact rows; k = 0 allowed.
void orient_modes(Vector* omega, Matrix* shapes, const SparseMatrix& guide);

}  // namespace mortise::gen
