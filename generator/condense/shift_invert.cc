#include "generator/condense/shift_invert.hpp"

#include <Eigen/Cholesky>
#include <Eigen/Eigenvalues>

#include "generator/condense/modes.hpp"
#include "generator/error.hpp"

namespace mortise::gen {
namespace {

// s against the level of rigid-body modes: far above their noise, far below elastic modes.
constexpr double kShiftOverRigid = 1e3;

}  // namespace

ShiftInvert::ShiftInvert(const SparseMatrix& stiffness, const SparseMatrix& mass,
                         const SparseMatrix& constraints)
    : stiffness_(stiffness),
      mass_(mass),
      constraints_(constraints),
      shift_(kShiftOverRigid * rigid_body_level(stiffness, mass)) {
  shifted_ = stiffness + shift_ * mass;
  solver_ = factorize(shifted_, "K + s M");
  if (solver_->negative_pivots() > 0)
    throw Error("modes",
                "the stiffness matrix has " + std::to_string(solver_->negative_pivots()) +
                    " negative eigenvalue(s) beyond rounding",
                "check the export: a preload beyond buckling, or a damaged matrix");
  if (constraints.rows() == 0) return;
  const Matrix rows = Matrix(constraints.transpose());
  const Matrix flexible = solver_->solve(rows);
  const Matrix gram = rows.transpose() * flexible;
  projector_ = gram.ldlt().solve(flexible.transpose()).transpose();
}

Matrix ShiftInvert::mass_product(const Matrix& x) const {
  if (constraints_.rows() == 0) return mass_ * x;
  const Matrix inside = x - projector_ * (constraints_ * x);
  const Matrix y = mass_ * inside;
  const Matrix reaction = projector_.transpose() * y;
  return y - constraints_.transpose() * reaction;
}

Eigen::Index ShiftInvert::count_below(double tau) const {
  const SparseMatrix a = stiffness_ - tau * mass_;
  const auto solver = factorize(a, "K - tau M");
  if (constraints_.rows() == 0) return solver->negative_pivots();
  // inertia of the saddle-point matrix [A R^T; R 0] by its Schur complement -R A^-1 R^T
  const Matrix rows = Matrix(constraints_.transpose());
  const Matrix gram = rows.transpose() * solver->solve(rows);
  const Eigen::SelfAdjointEigenSolver<Matrix> eigen(0.5 * (gram + gram.transpose()),
                                                    Eigen::EigenvaluesOnly);
  return solver->negative_pivots() - (eigen.eigenvalues().array() < 0.0).count();
}

}  // namespace mortise::gen
