#include "generator/bodies/condense/shift_invert.hpp"

#include <cmath>
#include <optional>
#include <vector>

#include "generator/bodies/condense/engine.hpp"
#include "generator/bodies/condense/modes.hpp"
#include "generator/bodies/condense/selected_dofs.hpp"
#include "generator/ground/dense/cholesky.hpp"
#include "generator/ground/dense/dense_solver.hpp"
#include "generator/ground/dense/symmetric_eigen.hpp"
#include "generator/ground/numbers/rows.hpp"
#include "generator/ground/sparse/symmetric_product.hpp"
#include "generator/ground/text/error.hpp"

namespace mortise::gen {
namespace {

// What the constraints leave, R T = 0, where no dof stands in two of them: in each the dof of the
// largest entry follows the others.
std::optional<SparseMatrix> unconstrained(const SparseMatrix& constraints) {
  const Eigen::Index n = constraints.cols();
  std::vector<Eigen::Index> row(static_cast<std::size_t>(n), -1);
  Vector entry = Vector::Zero(n), largest = Vector::Zero(constraints.rows());
  std::vector<Eigen::Index> pivot(static_cast<std::size_t>(constraints.rows()), -1);
  for (Eigen::Index j = 0; j < n; ++j)
    for (SparseMatrix::InnerIterator it(constraints, j); it; ++it) {
      if (it.value() == 0.0) continue;
      if (row[static_cast<std::size_t>(j)] >= 0) return std::nullopt;
      row[static_cast<std::size_t>(j)] = it.row();
      entry[j] = it.value();
      if (std::abs(it.value()) <= std::abs(largest[it.row()])) continue;
      largest[it.row()] = it.value();
      pivot[static_cast<std::size_t>(it.row())] = j;
    }
  if ((largest.array() == 0.0).any()) return std::nullopt;
  Entries entries;
  int column = 0;
  for (Eigen::Index j = 0; j < n; ++j) {
    const Eigen::Index r = row[static_cast<std::size_t>(j)];
    const Eigen::Index p = r < 0 ? -1 : pivot[static_cast<std::size_t>(r)];
    if (p == j) continue;
    entries.emplace_back(static_cast<int>(j), column, 1.0);
    if (p >= 0) entries.emplace_back(static_cast<int>(p), column, -entry[j] / largest[r]);
    ++column;
  }
  return sparse_matrix(n, column, entries);
}

}  // namespace

ShiftInvert::ShiftInvert(const SparseMatrix& stiffness, const SparseMatrix& mass,
                         const SparseMatrix& constraints, double shift)
    : stiffness_(stiffness), mass_(mass), constraints_(constraints), shift_(shift) {
  const SparseMatrix shifted = stiffness + shift_ * mass;
  own_solver_ = condensation_engine().factorize(shifted, "K + s M");
  solver_ = own_solver_.get();
  require_positive();
  if (constraints.rows() > 0) {
    const Matrix rows = Matrix(constraints.transpose());
    const Matrix flexible = solver_->solve(rows);
    const Matrix gram = constraints * flexible;
    own_projector_ = PivotedCholesky(gram).divide(flexible);
  }
  projector_ = &own_projector_;
}

ShiftInvert::ShiftInvert(const SparseMatrix& stiffness, const SparseMatrix& mass,
                         const SparseMatrix& constraints, const HeldStatics& statics)
    : stiffness_(stiffness),
      mass_(mass),
      constraints_(constraints),
      shift_(0.0),
      solver_(statics.solver),
      projector_(&statics.constraint_modes) {
  require_positive();
}

void ShiftInvert::require_positive() const {
  demand(solver_->negative_pivots() == 0, "modes",
         "the stiffness matrix has " + std::to_string(solver_->negative_pivots()) +
             " negative eigenvalue(s) beyond rounding",
         "check the export: a preload beyond buckling, or a damaged matrix");
}

Matrix ShiftInvert::motion(const Matrix& f) const {
  if (constraints_.rows() == 0) return solver_->solve(f);
  const bool few = constraints_.rows() < kWorthBlas;
  const Matrix reaction =
      few ? Matrix(projector_->transpose() * f) : transposed_product(*projector_, f);
  return solver_->solve(f - constraints_.transpose() * reaction);
}

Matrix ShiftInvert::iterate(const Matrix& x) const {
  if (constraints_.rows() == 0) return motion(symmetric_product(mass_, x));
  const Matrix across = constraints_ * x;
  const bool few = constraints_.rows() < kWorthBlas;
  const Matrix inside = x - (few ? Matrix(*projector_ * across) : product(*projector_, across));
  return motion(symmetric_product(mass_, inside));
}

Eigen::Index count_below(const SparseMatrix& stiffness, const SparseMatrix& mass,
                         const SparseMatrix& constraints, double tau) {
  if (constraints.rows() > 0) {
    const std::vector<Eigen::Index> kept = free_dofs(constraints);
    if (!kept.empty())
      return count_below(submatrix(stiffness, kept), submatrix(mass, kept), SparseMatrix(), tau);
  }
  if (constraints.rows() > 0) {
    if (const auto span = unconstrained(constraints)) {
      const SparseMatrix across = span->transpose();
      return count_below(across * stiffness * *span, across * mass * *span, SparseMatrix(), tau);
    }
  }
  const SparseMatrix a = stiffness - tau * mass;
  if (constraints.rows() == 0) return condensation_engine().negative_eigenvalues(a, "K - tau M");
  const auto solver = condensation_engine().factorize(a, "K - tau M");
  // inertia of the saddle-point matrix [A R^T; R 0] by its Schur complement -R A^-1 R^T
  const Matrix gram = constraints * solver->solve(Matrix(constraints.transpose()));
  const SymmetricEigen eigen(0.5 * (gram + gram.transpose()), kEigenvaluesOnly);
  return solver->negative_pivots() - (eigen.eigenvalues().array() < 0.0).count();
}

}  // namespace mortise::gen
