#include "generator/contact/bolted/surface_block.hpp"

#include "generator/ground/dense/dense_solver.hpp"
#include "generator/ground/jobs/parallel_for.hpp"
#include "generator/ground/text/error.hpp"

namespace mortise::gen {
namespace {

constexpr double kWorthThread = 2e6;  // products of real numbers

// Cost of a patch of this many points, in products of real numbers, for three matrices.
double dense_cost(std::size_t points) { return 3.0 * double(points) * double(points); }

// A strided part of x through a symmetric matrix.
void add_part(const Matrix& part, const Vector& x, Eigen::Index from, Eigen::Index to, Vector* y) {
  const Eigen::Index n = part.rows();
  const Vector gathered = x(Eigen::seqN(from, n, 3));
  Vector sum = Vector::Zero(n);
  add_product(1.0, part, gathered, &sum);
  (*y)(Eigen::seqN(to, n, 3)) += sum;
}

}  // namespace

void SurfaceBlock::fill(Patch* patch, std::size_t grid, const std::vector<Cell>& cells) const {
  const GridCompliance& half_spaces = *whole_->grids()[grid].half_spaces;
  if (cells.empty()) return;
  if (patch->product) {
    patch->product->see(cells);
    patch->inverse->see(cells);
  } else {
    patch->product.emplace(half_spaces, cells);
    patch->inverse.emplace(half_spaces, cells);
  }
  patch->dense = dense_cost(cells.size()) < patch->product->cost();
  if (!patch->dense) return;
  const auto n = static_cast<Eigen::Index>(cells.size());
  const bool coupled = half_spaces.table()[3].size() > 0;
  for (Matrix& part : patch->part) part.resize(n, n);
  patch->xy.resize(coupled ? n : 0, coupled ? n : 0);
  for (Eigen::Index b = 0; b < n; ++b)
    for (Eigen::Index a = 0; a < n; ++a) {
      const RectangleCompliance c = half_spaces.between(cells[static_cast<std::size_t>(a)],
                                                        cells[static_cast<std::size_t>(b)]);
      patch->part[0](a, b) = c.zz;
      patch->part[1](a, b) = c.xx;
      patch->part[2](a, b) = c.yy;
      if (coupled) patch->xy(a, b) = c.xy;
    }
  for (std::size_t p = 0; p < 3; ++p) {
    patch->factor[p] = Cholesky(patch->part[p]);
    demand(patch->factor[p].positive(), "contact compliance", "is not positive definite",
           "two points may not be in one place");
  }
}

void SurfaceBlock::see(const PointList& points) {
  const std::size_t grids = whole_->grids().size();
  patches_.resize(grids);
  std::vector<std::vector<Cell>> cells(grids);
  for (const Eigen::Index p : points) {
    const SurfaceCompliance::PointPlace& place = whole_->places()[static_cast<std::size_t>(p)];
    cells[place.grid].push_back(place.cell);
  }
  Eigen::Index first = 0;
  for (std::size_t g = 0; g < grids; ++g) {
    patches_[g].first = first;
    patches_[g].size = 3 * static_cast<Eigen::Index>(cells[g].size());
    first += patches_[g].size;
    fill(&patches_[g], g, cells[g]);
  }
  if (whole_->flexibility() == nullptr) return;
  const SurfaceCompliance::PointRows& all = whole_->rows();
  std::vector<int> at(static_cast<std::size_t>(all.cols()), -1);
  touched_.clear();
  std::vector<Eigen::Triplet<double>> entries;
  for (const Eigen::Index p : points)
    for (Eigen::Index d = 0; d < 3; ++d)
      for (SurfaceCompliance::PointRows::InnerIterator w(all, 3 * p + d); w; ++w)
        at[static_cast<std::size_t>(w.col())] = 0;
  for (std::size_t c = 0; c < at.size(); ++c)
    if (at[c] == 0) {
      at[c] = static_cast<int>(touched_.size());
      touched_.push_back(static_cast<Eigen::Index>(c));
    }
  int row = 0;
  for (const Eigen::Index p : points)
    for (Eigen::Index d = 0; d < 3; ++d, ++row)
      for (SurfaceCompliance::PointRows::InnerIterator w(all, 3 * p + d); w; ++w)
        entries.emplace_back(row, at[static_cast<std::size_t>(w.col())], w.value());
  rows_.resize(row, static_cast<Eigen::Index>(touched_.size()));
  rows_.setFromTriplets(entries.begin(), entries.end());
  flexibility_ = (*whole_->flexibility())(touched_, touched_);
}

template <class Work>
void SurfaceBlock::each_patch(const Work& work) {
  double cost = 0.0;
  for (const Patch& patch : patches_)
    if (patch.size > 0)
      cost += patch.dense ? dense_cost(std::size_t(patch.size) / 3) : patch.product->cost();
  parallel_for(patches_.size(), cost > kWorthThread ? 0 : 1, [&](std::size_t k) {
    if (patches_[k].size > 0) work(patches_[k]);
  });
}

const Vector& SurfaceBlock::half_spaces(const Vector& x) {
  gap_.setZero(x.size());
  each_patch([&](Patch& patch) {
    if (!patch.dense) {
      patch.product->add(x.segment(patch.first, patch.size), gap_.segment(patch.first, patch.size));
      return;
    }
    for (Eigen::Index d = 0; d < 3; ++d)
      add_part(patch.part[static_cast<std::size_t>(d)], x, patch.first + d, patch.first + d, &gap_);
    if (patch.xy.size() == 0) return;
    add_part(patch.xy, x, patch.first + 1, patch.first + 2, &gap_);
    add_part(patch.xy, x, patch.first + 2, patch.first + 1, &gap_);
  });
  return gap_;
}

const Vector& SurfaceBlock::product(const Vector& x) {
  half_spaces(x);
  if (flexibility_.size() > 0) {
    const Vector load = rows_.transpose() * x;
    Vector moved = Vector::Zero(load.size());
    add_product(1.0, flexibility_, load, &moved);
    gap_ += rows_ * moved;
  }
  return gap_;
}

const Vector& SurfaceBlock::inverse(const Vector& r) {
  force_.setZero(r.size());
  each_patch([&](Patch& patch) {
    if (!patch.dense) {
      patch.inverse->add(r.segment(patch.first, patch.size),
                         force_.segment(patch.first, patch.size));
      return;
    }
    for (Eigen::Index d = 0; d < 3; ++d) {
      const auto at = Eigen::seqN(patch.first + d, patch.size / 3, 3);
      force_(at) = patch.factor[static_cast<std::size_t>(d)].solve(Vector(r(at)));
    }
  });
  return force_;
}

}  // namespace mortise::gen
