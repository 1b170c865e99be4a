// Constraints that hold single dofs, the usual case: those dofs drop out of the matrices.
#pragma once

#include <vector>

#include "generator/fe/full_model.hpp"

namespace mortise::gen {

// The dofs (ascending) that R x = 0 leaves free if every row of `constraints` (m x n, full row
// rank) has a single entry; empty if one has more.
std::vector<Eigen::Index> free_dofs(const SparseMatrix& constraints);

// Rows and columns `kept` (ascending) of a square matrix.
SparseMatrix submatrix(const SparseMatrix& matrix, const std::vector<Eigen::Index>& kept);

}  // namespace mortise::gen
