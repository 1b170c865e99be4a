// Eigenvalues of symmetric matrices, by Eigen's QL iterations: the same bits on every machine. The
// solvers are compiled here alone, once per size; sizes known to the compiler are sums of their
// own.
#pragma once

#include "generator/ground/numbers/matrix.hpp"

namespace mortise::gen {

// A = V diag(values) V^T of a symmetric (n x n) matrix, whose lower triangle is read.
// size: n, 3 and 6, or Eigen::Dynamic.
template <int size>
class SymmetricEigenOf {
 public:
  using Square = Eigen::Matrix<double, size, size>;
  using Values = Eigen::Matrix<double, size, 1>;

  // vectors: whether eigenvectors() are wanted.
  explicit SymmetricEigenOf(const Square& a, bool vectors = true);

  const Values& eigenvalues() const { return values_; }    // (n) ascending
  const Square& eigenvectors() const { return vectors_; }  // (n x n) orthonormal columns
  bool converged() const { return converged_; }            // not so for NaN

 private:
  Values values_;
  Square vectors_;
  bool converged_ = false;
};
using SymmetricEigen = SymmetricEigenOf<Eigen::Dynamic>;

inline constexpr bool kEigenvaluesOnly = false;

// K x = lambda M x; K, M (n x n) symmetric, M positive definite.
struct PencilEigen {
  Vector values;   // (n) ascending
  Matrix vectors;  // (n x n) of unit M
  bool converged = false;
};
PencilEigen pencil_eigen(const Matrix& stiffness, const Matrix& mass);

}  // namespace mortise::gen
