// The pencil (K, M) on the null space of constraint rows, shifted and inverted: what the
// eigen-solver iterates with, and the Sturm count that checks its answer.
#pragma once

#include <memory>

#include "generator/ground/numbers/matrix.hpp"
#include "generator/ground/sparse/sparse_solver.hpp"

namespace mortise::gen {

class ShiftInvert {
 public:
  // Factorises K + s M with shift s > 0 [rad^2/s^2].
  // constraints: R (m x n) full row rank, or m = 0. The three matrices must outlive the object.
  // Throws Error if K + s M is not positive definite.
  ShiftInvert(const SparseMatrix& stiffness, const SparseMatrix& mass,
              const SparseMatrix& constraints, double shift);

  Eigen::Index size() const { return mass_.rows(); }
  double shift() const { return shift_; }
  const SparseMatrix& stiffness() const { return stiffness_; }
  const SparseMatrix& mass() const { return mass_; }
  const SparseMatrix& constraints() const { return constraints_; }

  // (K + s M) x, (K + s M)^-1 f.
  Vector shifted_product(const Vector& x) const { return shifted_ * x; }
  Matrix solve(const Matrix& f) const { return solver_->solve(f); }

  // P^T M P x, P the projector onto R x = 0 along (K + s M)^-1 R^T.
  Matrix mass_product(const Matrix& x) const;

  // P (K + s M)^-1 P^T M P x: one step of inverse iteration.
  Matrix iterate(const Matrix& x) const { return solve(mass_product(x)); }

 private:
  const SparseMatrix& stiffness_;
  const SparseMatrix& mass_;
  const SparseMatrix& constraints_;
  SparseMatrix shifted_;
  double shift_;
  std::unique_ptr<SparseSolver> solver_;
  Matrix projector_;  // (n x m) (K + s M)^-1 R^T (R (K + s M)^-1 R^T)^-1
};

// Number of modes of (K, M) with R x = 0 and omega^2 < tau [rad^2/s^2], by inertia. tau must not be
// an eigenvalue. R (m x n) full row rank, or m = 0.
Eigen::Index count_below(const SparseMatrix& stiffness, const SparseMatrix& mass,
                         const SparseMatrix& constraints, double tau);

// A shift of the size of the lowest `count` omega^2: smaller ones let rigid-body modes drown the
// others in rounding, larger ones do not separate the modes.
double suitable_shift(const SparseMatrix& stiffness, const SparseMatrix& mass, Eigen::Index count);

// Up to `wanted` lowest modes that are M-orthogonal to `known`; fewer if not all converge.
// known:   (n x k) M-orthonormal, modes found before; k = 0 allowed.
// wanted:  1 <= wanted <= n / 3.
// attempt: varies the start vector; equal arguments give equal bits.
// Returns (n x p) shapes, not normalised.
Matrix lanczos(const ShiftInvert& pencil, const Matrix& known, Eigen::Index wanted, int attempt);

}  // namespace mortise::gen
