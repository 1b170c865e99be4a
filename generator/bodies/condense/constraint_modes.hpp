// Constraint modes of an interface R: what component mode synthesis knows of statics.
//
//   Psi = K^-1 R^T (R K^-1 R^T)^-1   unit interface motions, loaded through R^T only
//
// A floating K is replaced by K + R^T S R (S diagonal, positive), which has the same Psi.
#pragma once

#include <memory>

#include "generator/ground/numbers/matrix.hpp"
#include "generator/ground/sparse/sparse_solver.hpp"

namespace mortise::gen {

struct ConstraintModes {
  Matrix shapes;                         // Psi (n x m), R Psi = I
  std::unique_ptr<SparseSolver> solver;  // of K, or of K + R^T S R if it floats
  Eigen::Index rigid_body_modes = 0;     // of the free structure
};

// stiffness, mass: (n x n) symmetric, both triangles [SI].
// interface_rows:  R (m x n), m >= 1. Linearly dependent rows are an Error naming the row.
// Throws Error if the interface does not hold a floating structure, or if nothing is stiff.
ConstraintModes constraint_modes(const SparseMatrix& stiffness, const SparseMatrix& mass,
                                 const SparseMatrix& interface_rows);

// masters: (k x n). Returns them and below them a row for every rigid-body motion of (K, M) that
// they leave free, such as sliding along a flat contact: single dofs that hold it. Which ones does
// not matter, as those motions load nothing.
SparseMatrix with_holding_rows(const SparseMatrix& stiffness, const SparseMatrix& mass,
                               const SparseMatrix& masters);

}  // namespace mortise::gen
