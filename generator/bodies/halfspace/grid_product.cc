#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <utility>

#include "generator/bodies/halfspace/grid_compliance.hpp"

namespace mortise::gen {
namespace {

constexpr std::size_t kCoupling = 3;  // of the table

// A kernel by distance on a padded grid, distances below zero from the far end. parity: factor of
// what lies beyond one of the axes.
Matrix around(const Matrix& kernel, const std::array<int, 2>& padded, double parity) {
  const Eigen::Index nx = std::min<Eigen::Index>(kernel.rows(), (padded[0] + 1) / 2);
  const Eigen::Index ny = std::min<Eigen::Index>(kernel.cols(), (padded[1] + 1) / 2);
  Matrix field = Matrix::Zero(padded[0], padded[1]);
  for (Eigen::Index j = 1 - ny; j < ny; ++j)
    for (Eigen::Index i = 1 - nx; i < nx; ++i)
      field((i + padded[0]) % padded[0], (j + padded[1]) % padded[1]) =
          ((i < 0) != (j < 0) ? parity : 1.0) * kernel(std::abs(i), std::abs(j));
  return field;
}

}  // namespace

CellBox box_of(const std::vector<Cell>& cells) {
  Cell first = cells.front(), last = first;
  for (const Cell& cell : cells) {
    first = {std::min(first.i, cell.i), std::min(first.j, cell.j)};
    last = {std::max(last.i, cell.i), std::max(last.j, cell.j)};
  }
  return {first, {last.i - first.i + 1, last.j - first.j + 1}};
}

GridProduct::GridProduct(const GridCompliance& compliance, std::vector<Cell> cells)
    : compliance_(&compliance), transform_(4, 2) {
  see(std::move(cells));
}

void GridProduct::see(std::vector<Cell> cells) {
  cells_ = std::move(cells);
  box_ = box_of(cells_);
  field_.resize(box_.cells[0], box_.cells[1]);
  const std::array<int, 2> padded{fast_length(2 * box_.cells[0] - 1, true),
                                  fast_length(2 * box_.cells[1] - 1, false)};
  if (padded == padded_) return;
  padded_ = padded;
  transform_ = PlaneTransform(padded[0], padded[1]);
  Spectra spectra;
  for (std::size_t p = 0; p < spectra.size(); ++p) {
    const Matrix& kernel = compliance_->table()[p];
    if (kernel.size() == 0) continue;
    transform_.forward(around(kernel, padded, p == kCoupling ? -1.0 : 1.0), &sum_);
    spectra[p] = sum_.real();
  }
  spectra_ = std::make_shared<const Spectra>(std::move(spectra));
}

void GridProduct::add(const Vector& force, Eigen::Ref<Vector> gap) {
  for (Eigen::Index d = 0; d < 3; ++d) {
    field_.setZero();
    Eigen::Index row = d;
    for (const Cell& cell : cells_) {
      field_(cell.i - box_.first.i, cell.j - box_.first.j) = force[row];
      row += 3;
    }
    transform_.forward(field_, &force_[static_cast<std::size_t>(d)]);
  }
  const Spectra& c = *spectra_;
  const bool coupled = c[kCoupling].size() > 0;
  for (Eigen::Index d = 0; d < 3; ++d) {
    const auto part = static_cast<std::size_t>(d);  // zz, xx, yy in the order of z, x, y
    sum_ = c[part].cwiseProduct(force_[part]);
    if (coupled && d > 0) sum_ += c[kCoupling].cwiseProduct(force_[3 - part]);
    transform_.inverse(sum_, &field_);
    Eigen::Index row = d;
    for (const Cell& cell : cells_) {
      gap[row] += field_(cell.i - box_.first.i, cell.j - box_.first.j);
      row += 3;
    }
  }
}

double GridProduct::cost() const {
  const double size = double(padded_[0]) * padded_[1];
  return 6.0 * 1.25 * size * std::log2(size);
}

GridInverse::GridInverse(const GridCompliance& compliance, std::vector<Cell> cells)
    : compliance_(&compliance), transform_(4, 2) {
  see(std::move(cells));
}

void GridInverse::see(std::vector<Cell> cells) {
  cells_ = std::move(cells);
  box_ = box_of(cells_);
  field_.resize(box_.cells[0], box_.cells[1]);
  const std::array<int, 2> padded{fast_length(box_.cells[0], true),
                                  fast_length(box_.cells[1], false)};
  if (padded == padded_) return;
  padded_ = padded;
  transform_ = PlaneTransform(padded[0], padded[1]);
  Spectra inverse;
  for (std::size_t p = 0; p < inverse.size(); ++p) {
    const Matrix& kernel = compliance_->table()[p];
    // weights of a triangle keep the spectrum positive
    const Eigen::Index nx = std::min<Eigen::Index>(kernel.rows(), padded[0]);
    const Eigen::Index ny = std::min<Eigen::Index>(kernel.cols(), padded[1]);
    Matrix field = Matrix::Zero(padded[0], padded[1]);
    for (Eigen::Index j = 1 - ny; j < ny; ++j)
      for (Eigen::Index i = 1 - nx; i < nx; ++i) {
        const Eigen::Index di = std::abs(i), dj = std::abs(j);
        field((i + padded[0]) % padded[0], (j + padded[1]) % padded[1]) +=
            (1.0 - double(di) / double(nx)) * (1.0 - double(dj) / double(ny)) * kernel(di, dj);
      }
    transform_.forward(field, &spectrum_);
    inverse[p] = spectrum_.real().cwiseInverse();
  }
  inverse_ = std::make_shared<const Spectra>(std::move(inverse));
}

void GridInverse::add(const Vector& gap, Eigen::Ref<Vector> force) {
  for (Eigen::Index d = 0; d < 3; ++d) {
    field_.setZero();
    Eigen::Index row = d;
    for (const Cell& cell : cells_) {
      field_(cell.i - box_.first.i, cell.j - box_.first.j) = gap[row];
      row += 3;
    }
    transform_.forward(field_, &spectrum_);
    spectrum_.array() *= (*inverse_)[static_cast<std::size_t>(d)].array();
    transform_.inverse(spectrum_, &field_);
    row = d;
    for (const Cell& cell : cells_) {
      force[row] += field_(cell.i - box_.first.i, cell.j - box_.first.j);
      row += 3;
    }
  }
}

}  // namespace mortise::gen
