#include "generator/ground/sparse/symmetric_product.hpp"

#include <algorithm>

#include "generator/ground/jobs/parallel_for.hpp"

namespace mortise::gen {

namespace {
constexpr double kWorthThreads = 1e8;  // products of numbers that are worth other threads
}

Matrix symmetric_product(const SparseMatrix& a, const Matrix& x) {
  constexpr int kTogether = 8;
  using Block = Eigen::Matrix<double, Eigen::Dynamic, kTogether, Eigen::RowMajor>;
  Matrix result(x.rows(), x.cols());
  const auto blocks = static_cast<std::size_t>((x.cols() + kTogether - 1) / kTogether);
  const double work = double(a.nonZeros()) * double(x.cols());
  parallel_for(blocks, work > kWorthThreads ? 0 : 1, [&](std::size_t block) {
    const Eigen::Index first = static_cast<Eigen::Index>(block) * kTogether;
    Block in(x.rows(), kTogether);
    const Eigen::Index width = std::min<Eigen::Index>(kTogether, x.cols() - first);
    in.rightCols(kTogether - width).setZero();
    in.leftCols(width) = x.middleCols(first, width);
    for (Eigen::Index i = 0; i < a.cols(); ++i) {  // column i is row i
      Eigen::Matrix<double, 1, kTogether> sum = Eigen::Matrix<double, 1, kTogether>::Zero();
      for (SparseMatrix::InnerIterator it(a, i); it; ++it) sum += it.value() * in.row(it.row());
      result.row(i).segment(first, width) = sum.head(width);
    }
  });
  return result;
}

}  // namespace mortise::gen
