// Some rows or columns of a matrix, and matrices side by side.
#pragma once

#include <vector>

#include "generator/ground/numbers/matrix.hpp"

namespace mortise::gen {

inline Matrix columns_of(const Matrix& all, const std::vector<int>& columns) {
  Matrix some(all.rows(), static_cast<Eigen::Index>(columns.size()));
  for (std::size_t k = 0; k < columns.size(); ++k) {
    some.col(static_cast<Eigen::Index>(k)) = all.col(columns[k]);
  }
  return some;
}

inline Matrix rows_of(const Matrix& all, const std::vector<int>& rows) {
  Matrix some(static_cast<Eigen::Index>(rows.size()), all.cols());
  for (std::size_t j = 0; j < rows.size(); ++j) {
    some.row(static_cast<Eigen::Index>(j)) = all.row(rows[j]);
  }
  return some;
}

// Both of the same height.
inline Matrix side_by_side(const Matrix& a, const Matrix& b) {
  Matrix both(a.rows(), a.cols() + b.cols());
  both << a, b;
  return both;
}

}  // namespace mortise::gen
