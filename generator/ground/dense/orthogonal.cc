#include "generator/ground/dense/orthogonal.hpp"

#include <Eigen/QR>

namespace mortise::gen {
namespace {

using Complete = Eigen::CompleteOrthogonalDecomposition<Matrix>;

Complete complete(const Matrix& a, std::optional<double> threshold) {
  Complete solver;
  if (threshold) solver.setThreshold(*threshold);
  solver.compute(a);
  return solver;
}

}  // namespace

PivotedColumns pivoted_columns(const Matrix& a, std::optional<double> threshold) {
  Eigen::ColPivHouseholderQR<Matrix> qr(a);
  if (threshold) qr.setThreshold(*threshold);
  const auto& order = qr.colsPermutation().indices();
  return {{order.data(), order.data() + order.size()}, qr.rank()};
}

Matrix complement(const Matrix& a) {
  const Eigen::ColPivHouseholderQR<Matrix> qr(a);
  const Matrix q = qr.householderQ();
  return q.rightCols(a.rows() - qr.rank());
}

Matrix complement_of_independent(const Matrix& a) {
  const Eigen::HouseholderQR<Matrix> qr(a);
  const Matrix q = qr.householderQ();
  return q.rightCols(a.rows() - a.cols());
}

struct MinimumNorm::Factor {
  Complete solver;
};

MinimumNorm::MinimumNorm(const Matrix& a, std::optional<double> threshold)
    : factor_(std::make_unique<Factor>(Factor{complete(a, threshold)})) {}
MinimumNorm::~MinimumNorm() = default;
MinimumNorm::MinimumNorm(MinimumNorm&& other) noexcept = default;
MinimumNorm& MinimumNorm::operator=(MinimumNorm&& other) noexcept = default;

Vector MinimumNorm::solve(const Vector& b) const { return factor_->solver.solve(b); }

Matrix MinimumNorm::solve(const Matrix& b) const { return factor_->solver.solve(b); }

Matrix MinimumNorm::pseudo_inverse() const { return factor_->solver.pseudoInverse(); }

Vector3 minimum_norm(const Eigen::Matrix3d& a, const Vector3& b) {
  return Eigen::CompleteOrthogonalDecomposition<Eigen::Matrix3d>(a).solve(b);
}

Matrix least_squares_pivoted(const Matrix& a, const Matrix& b) {
  return a.colPivHouseholderQr().solve(b);
}

}  // namespace mortise::gen
