#include "generator/contact/bolted/surface_compliance.hpp"

#include <utility>

namespace mortise::gen {

SurfaceCompliance::SurfaceCompliance(std::vector<SurfaceGrid> grids) : grids_(std::move(grids)) {
  for (std::size_t g = 0; g < grids_.size(); ++g) {
    for (const Cell& cell : grids_[g].cells) place_.push_back({g, cell});
    products_.emplace_back(*grids_[g].half_spaces, grids_[g].cells);
  }
}

SurfaceCompliance::SurfaceCompliance(std::vector<SurfaceGrid> grids, const SparseMatrix& rows,
                                     const Matrix& flexibility)
    : SurfaceCompliance(std::move(grids)) {
  rows_ = &rows;
  by_point_ = rows;
  flexibility_ = &flexibility;
}

Matrix SurfaceCompliance::between(const PointList& to, const PointList& from) const {
  Matrix block = Matrix::Zero(3 * static_cast<Eigen::Index>(to.size()),
                              3 * static_cast<Eigen::Index>(from.size()));
  Vector answer;  // of the structure's boundary to a force at one point
  for (std::size_t b = 0; b < from.size(); ++b) {
    const PointPlace& source = place_[static_cast<std::size_t>(from[b])];
    const auto column = 3 * static_cast<Eigen::Index>(b);
    for (std::size_t a = 0; a < to.size(); ++a) {
      const PointPlace& sink = place_[static_cast<std::size_t>(to[a])];
      if (sink.grid != source.grid) continue;
      const RectangleCompliance c =
          grids_[source.grid].half_spaces->between(sink.cell, source.cell);
      auto part = block.block<3, 3>(3 * static_cast<Eigen::Index>(a), column);
      part.diagonal() << c.zz, c.xx, c.yy;
      part(1, 2) = part(2, 1) = c.xy;
    }
    if (flexibility_ == nullptr) continue;
    for (Eigen::Index d = 0; d < 3; ++d) {
      answer.setZero(flexibility_->rows());
      for (decltype(by_point_)::InnerIterator w(by_point_, 3 * from[b] + d); w; ++w)
        answer += w.value() * flexibility_->col(w.col());
      for (std::size_t a = 0; a < to.size(); ++a)
        for (Eigen::Index e = 0; e < 3; ++e)
          for (decltype(by_point_)::InnerIterator w(by_point_, 3 * to[a] + e); w; ++w)
            block(3 * static_cast<Eigen::Index>(a) + e, column + d) += w.value() * answer[w.col()];
    }
  }
  return block;
}

Vector SurfaceCompliance::product(const Vector& force) {
  Vector gap = Vector::Zero(force.size());
  Eigen::Index first = 0;
  for (std::size_t g = 0; g < grids_.size(); ++g) {
    const auto size = 3 * static_cast<Eigen::Index>(grids_[g].cells.size());
    products_[g].add(force.segment(first, size), gap.segment(first, size));
    first += size;
  }
  if (flexibility_ != nullptr) gap += *rows_ * (*flexibility_ * (rows_->transpose() * force));
  return gap;
}

double SurfaceCompliance::stiffness() const {
  double sum = 0.0;
  for (const SurfaceGrid& grid : grids_) {
    const RectangleCompliance own = grid.half_spaces->between({}, {});
    sum += 3.0 / (own.zz + own.xx + own.yy);
  }
  return sum / static_cast<double>(grids_.size());
}

}  // namespace mortise::gen
