#include "generator/ground/sparse/symmetric_product.hpp"

#include <algorithm>

namespace mortise::gen {

Matrix symmetric_product(const SparseMatrix& a, const Matrix& x) {
  constexpr int kTogether = 8;
  using Block = Eigen::Matrix<double, Eigen::Dynamic, kTogether, Eigen::RowMajor>;
  Matrix result(x.rows(), x.cols());
  Block in(x.rows(), kTogether);
  for (Eigen::Index first = 0; first < x.cols(); first += kTogether) {
    const Eigen::Index width = std::min<Eigen::Index>(kTogether, x.cols() - first);
    in.rightCols(kTogether - width).setZero();
    in.leftCols(width) = x.middleCols(first, width);
    for (Eigen::Index i = 0; i < a.cols(); ++i) {  // column i is row i
      Eigen::Matrix<double, 1, kTogether> sum = Eigen::Matrix<double, 1, kTogether>::Zero();
      for (SparseMatrix::InnerIterator it(a, i); it; ++it) sum += it.value() * in.row(it.row());
      result.row(i).segment(first, width) = sum.head(width);
    }
  }
  return result;
}

}  // namespace mortise::gen
