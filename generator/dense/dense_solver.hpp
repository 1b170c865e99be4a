// Dense LU factorisation behind a small interface (LAPACK, one thread: equal input gives equal
// bits on one machine).
#pragma once

#include <vector>

#include "generator/fe/full_model.hpp"

namespace mortise::gen {

class DenseLu {
 public:
  // Factorises A (n x n) in place of the matrix kept inside; rows are scaled by 1/max|row| first.
  // Returns false if A is singular or not finite; the object then holds no factorisation.
  bool factorise(const Matrix& a);

  // A^-1 rhs; rhs (n) or (n x k) is overwritten. Needs a factorisation.
  void solve(Eigen::Ref<Matrix> rhs) const;

  Eigen::Index size() const { return lu_.rows(); }
  bool ready() const { return ready_; }

 private:
  Matrix lu_;
  Vector row_scale_;
  std::vector<int> pivots_;
  bool ready_ = false;
};

// y += alpha A x, by BLAS.
void add_product(double alpha, const Matrix& a, const Vector& x, Vector* y);

// C = A B, by BLAS.
Matrix product(const Matrix& a, const Matrix& b);

}  // namespace mortise::gen
