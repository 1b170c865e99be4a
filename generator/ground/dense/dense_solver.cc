#include "generator/ground/dense/dense_solver.hpp"

#include <algorithm>
#include <limits>
#include <string>

#include "generator/ground/dense/blas_call.hpp"
#include "generator/ground/text/error.hpp"

namespace mortise::gen {
namespace {

constexpr double kOne = 1.0;

// op(A) B, op(A) (rows x inner) as BLAS names it.
Matrix multiply(const char* op, const Eigen::Ref<const Matrix>& a,
                const Eigen::Ref<const Matrix>& b, Eigen::Index rows, Eigen::Index inner) {
  Matrix c = Matrix::Zero(rows, b.cols());
  const int m = extent(rows);
  const int n = extent(b.cols());
  const int k = extent(inner);
  const int lda = std::max(leading(extent(a.rows())), leading(a.outerStride()));
  const int ldb = std::max(leading(k), leading(b.outerStride()));
  const int ldc = leading(m);
  const BlasTurn turn;
  dgemm_(op, "N", &m, &n, &k, &kOne, a.data(), &lda, b.data(), &ldb, &kOne, c.data(), &ldc);
  return c;
}

}  // namespace

bool DenseLu::factorise(const Matrix& a) {
  ready_ = false;
  check_equal(a.cols(), a.rows(), "the number of columns of a matrix to factorise");
  lu_.resize(a.rows(), a.cols());
  row_scale_.setZero(a.rows());
  for (Eigen::Index j = 0; j < a.cols(); ++j) row_scale_ = row_scale_.cwiseMax(a.col(j).cwiseAbs());
  row_scale_ = row_scale_.cwiseInverse();
  // zero rows give infinite scales; a NaN may slip through the maximum
  if (!row_scale_.allFinite() || !a.allFinite()) return false;
  for (Eigen::Index j = 0; j < a.cols(); ++j) lu_.col(j) = a.col(j).cwiseProduct(row_scale_);

  const int n = extent(a.rows());
  const int lda = leading(n);
  int info = 0;
  pivots_.resize(static_cast<std::size_t>(n));
  const BlasTurn turn;
  dgetrf_(&n, &n, lu_.data(), &lda, pivots_.data(), &info);
  ready_ = info == 0 && lu_.diagonal().allFinite();
  return ready_;
}

void DenseLu::solve(Eigen::Ref<Matrix> rhs) const {
  if (!ready_)
    throw Error("dense", "a system is to be solved that was not factorised",
                "call factorise() and heed its result");
  check_equal(rhs.rows(), size(), "the number of rows of a right-hand side");
  if (rhs.size() == 0) return;
  rhs.array().colwise() *= row_scale_.array();
  const int n = extent(size());
  const int columns = extent(rhs.cols());
  const int lda = leading(n);
  const int ldb = std::max(lda, leading(rhs.outerStride()));
  int info = 0;
  const BlasTurn turn;
  dgetrs_("N", &n, &columns, lu_.data(), &lda, pivots_.data(), rhs.data(), &ldb, &info);
}

void add_product(double alpha, const Eigen::Ref<const Matrix>& a, const Eigen::Ref<const Vector>& x,
                 Vector* y) {
  check_equal(x.size(), a.cols(), "the size of the vector to multiply");
  check_equal(y->size(), a.rows(), "the size of the vector to add to");
  const int m = extent(a.rows());
  const int n = extent(a.cols());
  const int lda = std::max(leading(m), leading(a.outerStride()));
  const int step = 1;
  const BlasTurn turn;
  dgemv_("N", &m, &n, &alpha, a.data(), &lda, x.data(), &step, &kOne, y->data(), &step);
}

Matrix product(const Eigen::Ref<const Matrix>& a, const Eigen::Ref<const Matrix>& b) {
  check_equal(b.rows(), a.cols(), "the number of rows of the right factor");
  return multiply("N", a, b, a.rows(), a.cols());
}

Matrix transposed_product(const Eigen::Ref<const Matrix>& a, const Eigen::Ref<const Matrix>& b) {
  check_equal(b.rows(), a.rows(), "the number of rows of the right factor");
  return multiply("T", a, b, a.cols(), a.rows());
}

}  // namespace mortise::gen
