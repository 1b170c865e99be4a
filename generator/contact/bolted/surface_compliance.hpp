// How the points of all bolted zones give way to each other: half-spaces, and the structure between
// them (Linder eq. 33). Known by its products and its blocks; never formed whole.
#pragma once

#include <vector>

#include "generator/bodies/halfspace/grid_compliance.hpp"
#include "generator/ground/numbers/matrix.hpp"

namespace mortise::gen {

// Boundary elements of one zone.
struct SurfaceGrid {
  const GridCompliance* half_spaces;  // outlives its users
  std::vector<Cell> cells;
};

class SurfaceCompliance {
 public:
  using PointList = std::vector<Eigen::Index>;

  // Half-spaces alone.
  explicit SurfaceCompliance(std::vector<SurfaceGrid> grids);
  // rows: W, motions of the points, z, x, y of each (3 n x boundary). flexibility: F (boundary x
  // boundary) [m/N]. Both outlive this.
  SurfaceCompliance(std::vector<SurfaceGrid> grids, const SparseMatrix& rows,
                    const Matrix& flexibility);

  Eigen::Index points() const { return static_cast<Eigen::Index>(place_.size()); }

  // C* of these points: (3 to x 3 from) [m/N].
  Matrix between(const PointList& to, const PointList& from) const;

  // C* lambda, of all points; force and the result (3 n) [N], [m].
  Vector product(const Vector& force);

  // Force per gap of a point on its own half-spaces, as a mean [N/m].
  double stiffness() const;

  // What it is made of.
  struct PointPlace {
    std::size_t grid;
    Cell cell;
  };
  using PointRows = Eigen::SparseMatrix<double, Eigen::RowMajor>;
  const std::vector<SurfaceGrid>& grids() const { return grids_; }
  const std::vector<PointPlace>& places() const { return place_; }  // of every point
  const PointRows& rows() const { return by_point_; }               // W; empty without a structure
  const Matrix* flexibility() const { return flexibility_; }        // F; null without a structure

 private:
  std::vector<SurfaceGrid> grids_;
  std::vector<PointPlace> place_;      // of every point
  std::vector<GridProduct> products_;  // of every grid
  const SparseMatrix* rows_ = nullptr;
  PointRows by_point_;  // the same
  const Matrix* flexibility_ = nullptr;
};

}  // namespace mortise::gen
