// Dense LU factorisation and products behind a small interface (LAPACK and BLAS on one thread:
// equal input gives equal bits on one machine).
#pragma once

#include <vector>

#include "generator/ground/numbers/matrix.hpp"

namespace mortise::gen {

class DenseLu {
 public:
  // Factorises A (n x n) with partial pivoting in a copy kept inside; rows are scaled by
  // 1/max|row| first, so that rows of very different size compete fairly for the pivot.
  // Returns false if A holds a NaN or an infinity, or a row or a pivot is exactly zero; the object
  // then holds no factorisation. A matrix that is singular but for rounding passes: judge the
  // solution by its residual. Error if A is not square.
  bool factorise(const Matrix& a);

  // A^-1 rhs; rhs (n) or (n x k) is overwritten. Error without a factorisation or if rhs has not
  // n rows. A NaN in a column of rhs makes that column NaN.
  void solve(Eigen::Ref<Matrix> rhs) const;

  // n, 0 before the first call of factorise()
  Eigen::Index size() const { return lu_.rows(); }
  bool ready() const { return ready_; }

 private:
  Matrix lu_;
  Vector row_scale_;
  std::vector<int> pivots_;
  bool ready_ = false;
};

// BLAS chooses its kernels by the processor, and so its last bits. Where fewer rows than these are
// condensed Eigen does it: the same file from the same definition on every machine.
inline constexpr Eigen::Index kWorthBlas = 600;

// y += alpha A x; A (m x n), x (n), y (m), not the same vector as x. Error if sizes differ.
void add_product(double alpha, const Eigen::Ref<const Matrix>& a, const Eigen::Ref<const Vector>& x,
                 Vector* y);

// C = A B; A (m x k), B (k x n). Error if sizes differ.
Matrix product(const Eigen::Ref<const Matrix>& a, const Eigen::Ref<const Matrix>& b);

// C = A^T B; A (k x m), B (k x n). Error if sizes differ.
Matrix transposed_product(const Eigen::Ref<const Matrix>& a, const Eigen::Ref<const Matrix>& b);

}  // namespace mortise::gen
