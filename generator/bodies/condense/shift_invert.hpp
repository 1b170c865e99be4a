// The pencil (K, M) on the null space of constraint rows, shifted and inverted: what the
// eigen-solver iterates with, and the Sturm count that checks its answer.
#pragma once

#include <memory>

#include "generator/bodies/condense/modes.hpp"
#include "generator/ground/numbers/matrix.hpp"
#include "generator/ground/sparse/sparse_solver.hpp"

namespace mortise::gen {

class ShiftInvert {
 public:
  // Factorises A = K + s M with shift s > 0 [rad^2/s^2].
  // constraints: R (m x n) full row rank, or m = 0. The three matrices must outlive the object.
  // Throws Error if A is not positive definite.
  ShiftInvert(const SparseMatrix& stiffness, const SparseMatrix& mass,
              const SparseMatrix& constraints, double shift);

  // With the factor of statics, s = 0: A = K + R^T S R or K, which are the same where R x = 0.
  // Everything must outlive the object. Throws Error as above.
  ShiftInvert(const SparseMatrix& stiffness, const SparseMatrix& mass,
              const SparseMatrix& constraints, const HeldStatics& statics);

  Eigen::Index size() const { return mass_.rows(); }
  double shift() const { return shift_; }
  const SparseMatrix& stiffness() const { return stiffness_; }
  const SparseMatrix& mass() const { return mass_; }
  const SparseMatrix& constraints() const { return constraints_; }

  const SparseSolver& solver() const { return *solver_; }  // of A
  const Matrix& projector() const { return *projector_; }  // Psi (n x m)

  // P A^-1 f, P the projector onto R x = 0 along A^-1 R^T: the motion under loads f (n x k).
  Matrix motion(const Matrix& f) const;

  // P A^-1 P^T M P x: one step of inverse iteration.
  Matrix iterate(const Matrix& x) const;

 private:
  void require_positive() const;

  const SparseMatrix& stiffness_;
  const SparseMatrix& mass_;
  const SparseMatrix& constraints_;
  double shift_;
  std::unique_ptr<SparseSolver> own_solver_;
  Matrix own_projector_;
  const SparseSolver* solver_;
  const Matrix* projector_;  // Psi (n x m) = A^-1 R^T (R A^-1 R^T)^-1; P = 1 - Psi R
};

// Number of modes of (K, M) with R x = 0 and omega^2 < tau [rad^2/s^2], by inertia. tau must not be
// an eigenvalue. R (m x n) full row rank, or m = 0.
Eigen::Index count_below(const SparseMatrix& stiffness, const SparseMatrix& mass,
                         const SparseMatrix& constraints, double tau);

// The iteration of this process; the engine in use may have its own (engine.hpp).
// Up to `wanted` lowest modes that are M-orthogonal to `known`; fewer if not all converge.
// known:   (n x k) M-orthonormal, modes found before; k = 0 allowed.
// wanted:  1 <= wanted <= n / 3.
// attempt: varies the start vectors; equal arguments give equal bits.
// Returns (n x p) shapes, M-orthonormal.
Matrix lanczos(const ShiftInvert& pencil, const Matrix& known, Eigen::Index wanted, int attempt);

}  // namespace mortise::gen
