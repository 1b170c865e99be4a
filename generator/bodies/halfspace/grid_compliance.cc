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
  padded_ = {fast_length(2 * nx - 1, true), fast_length(2 * ny - 1, false)};
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
  PlaneTransform transform(padded_[0], padded_[1]);
  PlaneTransform::Spectrum spectrum;
  for (std::size_t p = 0; p < parts; ++p) {
    const double mirrored = p == kXy ? -1.0 : 1.0;
    Matrix around = Matrix::Zero(padded_[0], padded_[1]);  // distances below zero from the far end
    for (int j = 1 - ny; j < ny; ++j)
      for (int i = 1 - nx; i < nx; ++i)
        around((i + padded_[0]) % padded_[0], (j + padded_[1]) % padded_[1]) =
            ((i < 0) != (j < 0) ? mirrored : 1.0) * table_[p](std::abs(i), std::abs(j));
    transform.forward(around, &spectrum);
    spectra_[p] = spectrum.real();
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

GridProduct::GridProduct(const GridCompliance& compliance, std::vector<Cell> cells)
    : compliance_(compliance),
      cells_(std::move(cells)),
      transform_(compliance.padded_x(), compliance.padded_y()),
      field_(compliance.grid().cells[0], compliance.grid().cells[1]) {}

void GridProduct::add(const Vector& force, Eigen::Ref<Vector> gap) {
  for (Eigen::Index d = 0; d < 3; ++d) {
    field_.setZero();
    Eigen::Index row = d;
    for (const Cell& cell : cells_) {
      field_(cell.i, cell.j) = force[row];
      row += 3;
    }
    transform_.forward(field_, &force_[static_cast<std::size_t>(d)]);
  }
  const std::array<Matrix, 4>& c = compliance_.spectra();
  const bool coupled = c[kXy].size() > 0;
  for (Eigen::Index d = 0; d < 3; ++d) {
    const auto part = static_cast<std::size_t>(d);  // zz, xx, yy in the order of z, x, y
    sum_ = c[part].cwiseProduct(force_[part]);
    if (coupled && d > 0) sum_ += c[kXy].cwiseProduct(force_[3 - part]);
    transform_.inverse(sum_, &field_);
    Eigen::Index row = d;
    for (const Cell& cell : cells_) {
      gap[row] += field_(cell.i, cell.j);
      row += 3;
    }
  }
}

}  // namespace mortise::gen
