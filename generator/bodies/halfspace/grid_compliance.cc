#include "generator/bodies/halfspace/grid_compliance.hpp"

#include <cmath>
#include <cstdlib>
#include <string>
#include <utility>

#include "generator/ground/text/error.hpp"

namespace mortise::gen {
namespace {

enum Part : std::size_t { kZz, kXx, kYy, kXy };

std::array<double, 4> parts_of(const RectangleCompliance& c) { return {c.zz, c.xx, c.yy, c.xy}; }

void check_cells(const CellGrid& grid) {
  for (std::size_t d = 0; d < 2; ++d) {
    demand(grid.cells[d] >= 1 && grid.cells[d] <= 4096, "contact grid",
           std::to_string(grid.cells[d]) + " cells", "take 1 to 4096 each way");
    demand(is_positive(grid.pitch[d]), "contact grid",
           "cells of " + std::to_string(grid.pitch[d]) + " m", "give them a positive size");
  }
}

}  // namespace

GridCompliance::GridCompliance(const CellGrid& grid, const std::array<Material, 2>& bodies,
                               TangentialCoupling coupling)
    : grid_(grid) {
  check_cells(grid);
  for (const Material& body : bodies) check_material("half-space", body);
  const auto [nx, ny] = grid.cells;
  const std::size_t parts = coupling == TangentialCoupling::FULL ? 4 : 3;
  for (std::size_t p = 0; p < parts; ++p) table_[p].resize(nx, ny);
  const Rectangle cell{0.5 * grid.pitch[0], 0.5 * grid.pitch[1]};
  for (int j = 0; j < ny; ++j)
    for (int i = 0; i < nx; ++i) {
      RectangleCompliance c;
      for (const Material& body : bodies)
        c += rectangle_compliance(cell, i * grid.pitch[0], j * grid.pitch[1], body);
      if (i == 0 || j == 0) c.xy = 0.0;  // odd in both, exactly
      const std::array<double, 4> all = parts_of(c);
      for (std::size_t p = 0; p < parts; ++p) table_[p](i, j) = all[p];
    }
}

RectangleCompliance GridCompliance::between(const Cell& to, const Cell& from) const {
  const int i = to.i - from.i, j = to.j - from.j;
  const auto at = [&](Part p) { return table_[p](std::abs(i), std::abs(j)); };
  RectangleCompliance c{at(kZz), at(kXx), at(kYy), 0.0};
  if (table_[kXy].size() > 0) c.xy = ((i < 0) != (j < 0) ? -1.0 : 1.0) * at(kXy);
  return c;
}

Matrix GridCompliance::among(const std::vector<Cell>& cells) const {
  const auto n = static_cast<Eigen::Index>(cells.size());
  Matrix all = Matrix::Zero(3 * n, 3 * n);
  for (Eigen::Index b = 0; b < n; ++b)
    for (Eigen::Index a = 0; a < n; ++a) {
      const RectangleCompliance c =
          between(cells[static_cast<std::size_t>(a)], cells[static_cast<std::size_t>(b)]);
      auto block = all.block<3, 3>(3 * a, 3 * b);
      block.diagonal() << c.zz, c.xx, c.yy;
      block(1, 2) = block(2, 1) = c.xy;
    }
  return all;
}

}  // namespace mortise::gen
