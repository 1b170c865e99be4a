// The rows of a least squares problem that never stand together.
#pragma once

#include "generator/ground/dense/decompositions.hpp"

namespace mortise::gen {

// Rows of the least squares problem, one column per node, folded into a triangle as they come: only
// |G x - G 1| counts, which the triangular factor of G gives as well.
class FoldedRows {
 public:
  explicit FoldedRows(Eigen::Index columns)
      : buffer_(Matrix::Zero(kRows * columns, columns)), columns_(columns) {}

  void add(const Matrix& rows) {
    if (filled_ + rows.rows() > buffer_.rows()) fold();
    buffer_.middleRows(filled_, rows.rows()) = rows;
    filled_ += rows.rows();
  }

  const Matrix& factor() {
    fold();
    factor_ = buffer_.topRows(columns_);
    return factor_;
  }

 private:
  static constexpr Eigen::Index kRows = 6;  // buffer, in heights of the triangle

  void fold() {
    buffer_.bottomRows(buffer_.rows() - filled_).setZero();
    buffer_.topRows(columns_) = triangular_factor(buffer_);
    filled_ = columns_;
  }

  Matrix buffer_, factor_;
  Eigen::Index columns_, filled_ = 0;
};

}  // namespace mortise::gen
