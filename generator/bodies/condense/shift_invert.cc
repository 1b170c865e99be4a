#include "generator/bodies/condense/shift_invert.hpp"

#include <Eigen/Cholesky>
#include <Eigen/Eigenvalues>

#include "generator/bodies/condense/modes.hpp"
#include "generator/ground/text/error.hpp"

namespace mortise::gen {
namespace {

// The search for a shift: from far above the noise of rigid-body modes upwards.
constexpr double kFirstOverRigid = 1e3;
constexpr double kLastOverRigid = 1e13;
constexpr double kStride = 100.0;

}  // namespace

ShiftInvert::ShiftInvert(const SparseMatrix& stiffness, const SparseMatrix& mass,
                         const SparseMatrix& constraints, double shift)
    : stiffness_(stiffness), mass_(mass), constraints_(constraints), shift_(shift) {
  shifted_ = stiffness + shift_ * mass;
  solver_ = factorize(shifted_, "K + s M");
  demand(solver_->negative_pivots() == 0, "modes",
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

Eigen::Index count_below(const SparseMatrix& stiffness, const SparseMatrix& mass,
                         const SparseMatrix& constraints, double tau) {
  const SparseMatrix a = stiffness - tau * mass;
  const auto solver = factorize(a, "K - tau M");
  if (constraints.rows() == 0) return solver->negative_pivots();
  // inertia of the saddle-point matrix [A R^T; R 0] by its Schur complement -R A^-1 R^T
  const Matrix rows = Matrix(constraints.transpose());
  const Matrix gram = rows.transpose() * solver->solve(rows);
  const Eigen::SelfAdjointEigenSolver<Matrix> eigen(0.5 * (gram + gram.transpose()),
                                                    Eigen::EigenvaluesOnly);
  return solver->negative_pivots() - (eigen.eigenvalues().array() < 0.0).count();
}

double suitable_shift(const SparseMatrix& stiffness, const SparseMatrix& mass, Eigen::Index count) {
  const double level = rigid_body_level(stiffness, mass);
  const Eigen::Index enough = count + 6;  // rigid-body modes tell nothing about the spectrum
  double shift = kFirstOverRigid * level;
  while (shift * kStride < kLastOverRigid * level &&
         count_below(stiffness, mass, SparseMatrix(), shift * kStride) < enough)
    shift *= kStride;
  return shift;
}

}  // namespace mortise::gen
