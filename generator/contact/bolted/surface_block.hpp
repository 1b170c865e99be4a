// Compliance of some of the points of bolted surfaces: products, and about the inverse of what the
// half-spaces have in it.
#pragma once

#include <array>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "generator/contact/bolted/surface_compliance.hpp"
#include "generator/ground/dense/cholesky.hpp"

namespace mortise::gen {

class SurfaceBlock {
 public:
  using PointList = SurfaceCompliance::PointList;

  explicit SurfaceBlock(std::shared_ptr<const SurfaceCompliance> whole)
      : whole_(std::move(whole)) {}

  // points: ascending
  void see(const PointList& points);

  // C* x. x and the result (3 k): z, x, y of every point [N], [m]
  const Vector& product(const Vector& x);

  // The half-spaces' part of it, C x.
  const Vector& half_spaces(const Vector& x);

  // About C^-1 r of the half-spaces alone, positive definite. r and the result (3 k) [m], [N]
  const Vector& inverse(const Vector& r);

  // The structure's part: W of the points in the boundary coordinates that they move, F of these.
  const SurfaceCompliance::PointRows& rows() const { return rows_; }  // (3 k x t)
  const Matrix& flexibility() const { return flexibility_; }          // (t x t)
  const std::vector<Eigen::Index>& touched() const { return touched_; }

 private:
  // The points of one grid: few of them are quicker by their matrices.
  struct Patch {
    Eigen::Index first = 0, size = 0;  // rows of x
    bool dense = false;
    std::optional<GridProduct> product;
    std::optional<GridInverse> inverse;
    std::array<Matrix, 3> part;      // zz, xx, yy
    std::array<Cholesky, 3> factor;  // of them
    Matrix xy;                       // empty without coupling
  };
  // Every patch with points, beside each other where that is worth it.
  template <class Work>
  void each_patch(const Work& work);
  void fill(Patch* patch, std::size_t grid, const std::vector<Cell>& cells) const;

  std::shared_ptr<const SurfaceCompliance> whole_;
  std::vector<Patch> patches_;  // of every grid
  SurfaceCompliance::PointRows rows_;
  Matrix flexibility_;
  std::vector<Eigen::Index> touched_;
  Vector gap_, force_;
};

}  // namespace mortise::gen
