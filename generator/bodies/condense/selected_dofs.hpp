// Constraints that hold dofs one by one: the held ones drop out.
#pragma once

#include <vector>

#include "generator/ground/numbers/matrix.hpp"

namespace mortise::gen {

// The dofs (ascending) that R x = 0 leaves free if every row of `constraints` (m x n, full row
// rank) has a single entry, the usual case; empty if one has more.
std::vector<Eigen::Index> free_dofs(const SparseMatrix& constraints);

// Rows and columns `kept` (ascending) of a square matrix.
SparseMatrix submatrix(const SparseMatrix& matrix, const std::vector<Eigen::Index>& kept);

}  // namespace mortise::gen
