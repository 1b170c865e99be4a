#include "generator/ground/dense/cholesky.hpp"

#include <utility>

namespace mortise::gen {

Cholesky::Cholesky(Matrix a) : factor_(std::move(a)) {}

Vector Cholesky::solve(const Vector& b) const { return factor_.solve(b); }

Matrix Cholesky::solve(const Matrix& b) const { return factor_.solve(b); }

Matrix Cholesky::inverse() const {
  return factor_.solve(Matrix::Identity(factor_.rows(), factor_.cols()));
}

Matrix Cholesky::solve_lower(Matrix b) const {
  factor_.matrixL().solveInPlace(b);
  return b;
}

Matrix Cholesky::divide_by_upper(Matrix b) const {
  factor_.matrixU().solveInPlace<Eigen::OnTheRight>(b);
  return b;
}

PivotedCholesky::PivotedCholesky(const Matrix& a) : factor_(a) {}

Vector PivotedCholesky::pivots() const { return factor_.vectorD(); }

Vector PivotedCholesky::solve(const Vector& b) const { return factor_.solve(b); }

Matrix PivotedCholesky::solve(const Matrix& b) const { return factor_.solve(b); }

// In the order of sums of a right-hand side that is stored by rows.
Matrix PivotedCholesky::divide(const Matrix& b) const {
  return factor_.solve(b.transpose()).transpose();
}

template <int m, int n>
void condense_inner(const Eigen::Matrix<double, n, n>& a, const Eigen::Matrix<double, m, n>& c,
                    Eigen::Matrix<double, m, m>* k) {
  *k -= c * a.ldlt().solve(c.transpose());
}

template void condense_inner(const Eigen::Matrix<double, 4, 4>&, const Eigen::Matrix<double, 8, 4>&,
                             Eigen::Matrix<double, 8, 8>*);
template void condense_inner(const Eigen::Matrix<double, 9, 9>&,
                             const Eigen::Matrix<double, 24, 9>&, Eigen::Matrix<double, 24, 24>*);

}  // namespace mortise::gen
