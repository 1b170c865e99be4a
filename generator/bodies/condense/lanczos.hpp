// Implicitly restarted Lanczos on a shifted and inverted pencil, with deflation.
#pragma once

#include "generator/bodies/condense/shift_invert.hpp"

namespace mortise::gen {

// Up to `wanted` lowest modes that are M-orthogonal to `known`; fewer if not all converge.
// known:   (n x k) M-orthonormal, modes found before; k = 0 allowed.
// wanted:  1 <= wanted <= n / 3.
// attempt: varies the start vector; equal arguments give equal bits.
// Returns (n x p) shapes, not normalised.
Matrix lanczos(const ShiftInvert& pencil, const Matrix& known, Eigen::Index wanted, int attempt);

}  // namespace mortise::gen
