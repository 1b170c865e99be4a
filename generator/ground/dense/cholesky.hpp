// Triangular factors of symmetric matrices by Eigen, compiled here alone: the same bits on every
// machine, where LAPACK's are the processor's.
#pragma once

#include <Eigen/Cholesky>

#include "generator/ground/numbers/matrix.hpp"

namespace mortise::gen {

// A = L L^T of a symmetric positive definite (n x n) matrix, whose lower triangle is read.
class Cholesky {
 public:
  Cholesky() = default;
  explicit Cholesky(Matrix a);

  // Whether the last matrix was positive definite, which solving takes for granted.
  bool positive() const { return factor_.info() == Eigen::Success; }

  Vector solve(const Vector& b) const;  // A^-1 b (n)
  Matrix solve(const Matrix& b) const;  // A^-1 B (n x k)
  Matrix inverse() const;               // A^-1 (n x n)

  Matrix solve_lower(Matrix b) const;      // L^-1 B (n x k)
  Matrix divide_by_upper(Matrix b) const;  // B L^-T (k x n)

 private:
  Eigen::LLT<Matrix> factor_;
};

// P A P^T = L diag(pivots) L^T of a symmetric (n x n) matrix, definite or nearly so; its lower
// triangle is read.
class PivotedCholesky {
 public:
  explicit PivotedCholesky(const Matrix& a);

  Vector pivots() const;                 // (n)
  Vector solve(const Vector& b) const;   // A^-1 b (n)
  Matrix solve(const Matrix& b) const;   // A^-1 B (n x k)
  Matrix divide(const Matrix& b) const;  // B A^-1 (k x n)

 private:
  Eigen::LDLT<Matrix> factor_;
};

// *k -= C A^-1 C^T of a symmetric A (n x n): the stiffness of an element loses its inner unknowns.
// (m, n): (8, 4) and (24, 9)
template <int m, int n>
void condense_inner(const Eigen::Matrix<double, n, n>& a, const Eigen::Matrix<double, m, n>& c,
                    Eigen::Matrix<double, m, m>* k);

}  // namespace mortise::gen
