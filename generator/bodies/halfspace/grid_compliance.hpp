// Compliance of two half-spaces pressed together on a grid of equal rectangles. What a cell's
// forces do elsewhere depends on the distance alone: products take Fourier transforms.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "generator/bodies/halfspace/plane_transform.hpp"
#include "generator/bodies/halfspace/rectangle.hpp"

namespace mortise::gen {

struct CellGrid {
  std::array<int, 2> cells{};     // along x and y, at least one each
  std::array<double, 2> pitch{};  // of the cells [m], positive
};

// A cell of a grid by its column and row.
struct Cell {
  int i = 0, j = 0;
};

enum class TangentialCoupling : std::uint8_t {
  NONE,  // x and y do not see each other, as in Linder's method
  FULL,
};

class GridCompliance {
 public:
  // bodies: of both half-spaces; their compliances add up
  // Throws Error for grids or materials that are none.
  GridCompliance(const CellGrid& grid, const std::array<Material, 2>& bodies,
                 TangentialCoupling coupling);

  const CellGrid& grid() const { return grid_; }
  // Gap at `to` per force on `from` [m/N].
  RectangleCompliance between(const Cell& to, const Cell& from) const;
  // Of some cells, both components and rows z, x, y of each: (3 n x 3 n) [m/N].
  Matrix among(const std::vector<Cell>& cells) const;

  int padded_x() const { return padded_[0]; }
  int padded_y() const { return padded_[1]; }
  // Of the parts zz, xx, yy, xy on the padded grid; real, for each part is even in x and y or odd
  // in both. xy is empty without coupling.
  const std::array<Matrix, 4>& spectra() const { return spectra_; }

 private:
  CellGrid grid_;
  std::array<int, 2> padded_{};
  std::array<Matrix, 4> table_;  // by distance in cells, neither negative
  std::array<Matrix, 4> spectra_;
};

// Products with some cells of a grid. One thread at a time; make one for each.
class GridProduct {
 public:
  // compliance: outlives this
  GridProduct(const GridCompliance& compliance, std::vector<Cell> cells);

  // gap += C force. Both (3 n): z, x, y of every cell [N], [m]
  void add(const Vector& force, Eigen::Ref<Vector> gap);

 private:
  const GridCompliance& compliance_;
  std::vector<Cell> cells_;
  PlaneTransform transform_;
  Matrix field_;
  std::array<PlaneTransform::Spectrum, 3> force_;
  PlaneTransform::Spectrum sum_;
};

}  // namespace mortise::gen
