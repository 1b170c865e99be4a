// Compliance of two half-spaces pressed together on a grid of equal rectangles. What a cell's
// forces do elsewhere depends on the distance alone: products take Fourier transforms.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
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
  // Compliance among some cells, rows and columns z, x, y of each: (3 n x 3 n) [m/N].
  Matrix among(const std::vector<Cell>& cells) const;

  // By distance in cells, neither negative: zz, xx, yy, xy (cells along x x along y) [m/N]; xy is
  // empty without coupling.
  const std::array<Matrix, 4>& table() const { return table_; }

 private:
  CellGrid grid_;
  std::array<Matrix, 4> table_;
};

// The smallest rectangle of a grid around some of its cells.
struct CellBox {
  Cell first;                  // its corner of least column and row
  std::array<int, 2> cells{};  // along x and y
};
CellBox box_of(const std::vector<Cell>& cells);

// Products with some cells of a grid, on the box around them. One thread at a time; make one for
// each. Copies share what does not change.
class GridProduct {
 public:
  // compliance: outlives this. cells: at least one
  GridProduct(const GridCompliance& compliance, std::vector<Cell> cells);

  // Other cells of the same grid; cheap as long as the box stays about the same.
  void see(std::vector<Cell> cells);

  // gap += C force. Both (3 n): z, x, y of every cell [N], [m]
  void add(const Vector& force, Eigen::Ref<Vector> gap);

  // Products of real numbers that add() takes, about.
  double cost() const;

 private:
  using Spectra = std::array<Matrix, 4>;  // real, for each part is even in x and y or odd in both

  const GridCompliance* compliance_;
  std::vector<Cell> cells_;
  CellBox box_;
  std::array<int, 2> padded_{};
  std::shared_ptr<const Spectra> spectra_;  // of the parts zz, xx, yy, xy on the padded box
  PlaneTransform transform_;
  Matrix field_;
  std::array<PlaneTransform::Spectrum, 3> force_;
  PlaneTransform::Spectrum sum_;
};

// About the inverse of C among some cells, x and y without their coupling: that of the circulant
// matrix of the box (T. Chan's, positive definite), where only these cells are seen.
class GridInverse {
 public:
  GridInverse(const GridCompliance& compliance, std::vector<Cell> cells);

  void see(std::vector<Cell> cells);

  // force += about C^-1 gap. Both (3 n) [m], [N]
  void add(const Vector& gap, Eigen::Ref<Vector> force);

 private:
  using Spectra = std::array<Matrix, 3>;

  const GridCompliance* compliance_;
  std::vector<Cell> cells_;
  CellBox box_;
  std::array<int, 2> padded_{};
  std::shared_ptr<const Spectra> inverse_;  // of zz, xx, yy
  PlaneTransform transform_;
  Matrix field_;
  PlaneTransform::Spectrum spectrum_;
};

}  // namespace mortise::gen
