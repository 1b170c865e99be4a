// Orthogonal decompositions by Eigen's Householder reflections, compiled here alone: the same bits
// on every machine. By LAPACK: decompositions.hpp.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "generator/ground/numbers/matrix.hpp"

namespace mortise::gen {

// The columns of A (m x n), the most independent first. threshold: of the largest pivot, below
// which the rest counts as dependent; Eigen's own if none is given.
struct PivotedColumns {
  std::vector<Eigen::Index> order;  // (n) columns of A
  Eigen::Index rank = 0;
};
PivotedColumns pivoted_columns(const Matrix& a, std::optional<double> threshold = {});

// Orthonormal columns that complete those spanned by A (m x n): (m x m - rank).
Matrix complement(const Matrix& a);
// complement() of an A of full rank n <= m, without pivots: (m x m - n).
Matrix complement_of_independent(const Matrix& a);

// x (n x k) with the smallest |A x - B|, the one with the smallest |x| where A (m x n) is
// deficient.
class MinimumNorm {
 public:
  explicit MinimumNorm(const Matrix& a, std::optional<double> threshold = {});
  ~MinimumNorm();
  MinimumNorm(MinimumNorm&& other) noexcept;
  MinimumNorm& operator=(MinimumNorm&& other) noexcept;

  Vector solve(const Vector& b) const;
  Matrix solve(const Matrix& b) const;
  Matrix pseudo_inverse() const;  // (n x m)

 private:
  struct Factor;
  std::unique_ptr<Factor> factor_;
};
Vector3 minimum_norm(const Eigen::Matrix3d& a, const Vector3& b);
// x (n x k) with the smallest |A x - B|, A (m x n) of full rank, columns pivoted.
Matrix least_squares_pivoted(const Matrix& a, const Matrix& b);

}  // namespace mortise::gen
