// Rows at which shapes of the residual are interpolated.
#pragma once

#include <vector>

#include "generator/ground/numbers/matrix.hpp"

namespace mortise::gen {

// Rows of orthonormal columns `shapes` (n x k), one per column, in the order found: the largest
// entry of the first, then where interpolating the next column at the rows so far errs most.
std::vector<int> deim_rows(const Matrix& shapes);

// The same k rows from the first pivots of a QR factorisation of the transpose.
std::vector<int> qdeim_rows(const Matrix& shapes);

// Schmidt figure 3.3 for two sets of columns (n x k each): k rows, where the squared errors of both
// interpolations add up to the most.
std::vector<int> joint_rows(const Matrix& first, const Matrix& second);

}  // namespace mortise::gen
