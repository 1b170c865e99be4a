#include "generator/reduce/bolted/shape_sensitivity.hpp"

#include <map>
#include <utility>

#include "generator/ground/dense/cholesky.hpp"
#include "generator/ground/dense/dense_solver.hpp"
#include "generator/ground/numbers/rows.hpp"
#include "generator/ground/text/error.hpp"
#include "generator/reduce/bolted/reduced_contact.hpp"
#include "generator/reduce/bolted/reduced_stepper.hpp"

namespace mortise::gen {
namespace {

using Index = Eigen::Index;
using Pair = Eigen::Vector2d;

constexpr ReducedContactOptions kClosely{1e-5, 60000};
constexpr Index kTogether = 16;  // steps whose derivatives are multiplied at once

}  // namespace

WeightedClusters weighted_clusters(const BoltedSystem& system, const CondensedPoints& points,
                                   const TractionShapes& shapes) {
  WeightedClusters w;
  std::map<Index, std::size_t> place;
  for (std::size_t k = 0; k < points.points.size(); ++k) place[points.points[k]] = k;
  w.clusters = shapes.clusters;
  w.cluster_of.assign(points.points.size(), 0);
  w.weight.resize(static_cast<Index>(points.points.size()));
  w.constant = Vector::Zero(3 * static_cast<Index>(shapes.clusters.size()));
  for (Index c = 0; c < shapes.shapes.outerSize(); ++c)
    for (SparseMatrix::InnerIterator z(shapes.shapes, c); z; ++z) {
      const std::size_t k = place.at(z.row());
      w.cluster_of[k] = static_cast<int>(c);
      w.weight[Index(k)] = z.value();
      if (shapes.clusters[static_cast<std::size_t>(c)].base)
        w.constant.segment<3>(3 * c) += system.preloaded.state.force.segment<3>(3 * z.row());
    }
  return w;
}

ShapeSensitivity::ShapeSensitivity(const CondensedPoints& points, const BoltedSystem& system,
                                   WeightedClusters clusters)
    : points_(points), clusters_(std::move(clusters)) {
  const auto n = static_cast<Index>(points.points.size());
  const auto p = static_cast<Index>(clusters_.clusters.size());
  Index pd = 0;
  while (pd < p && clusters_.clusters[static_cast<std::size_t>(pd)].base) ++pd;
  const Index d = 3 * pd, o = 3 * (p - pd), nd = 3 * points.closed, no = 3 * n - nd;
  Vector sum = Vector::Zero(p);
  for (Index k = 0; k < n; ++k)
    sum[clusters_.cluster_of[static_cast<std::size_t>(k)]] += clusters_.weight[k];
  share_.resize(n);
  Entries entries;
  for (Index k = 0; k < n; ++k) {
    const int c = clusters_.cluster_of[static_cast<std::size_t>(k)];
    share_[k] = clusters_.weight[k] / sum[c];
    for (int e = 0; e < 3; ++e) entries.emplace_back(3 * int(k) + e, 3 * c + e, share_[k]);
  }
  const SparseMatrix z = sparse_matrix(3 * n, 3 * p, entries);
  seen_ = points.compliance * z;
  const Matrix among = z.transpose() * seen_, driven = z.transpose() * points.by_modes;
  const Cholesky factor(0.5 * (among.topLeftCorner(d, d) + among.topLeftCorner(d, d).transpose()));
  demand(factor.positive(), "traction shapes", "depend on each other", "ask for fewer of them");
  held_ = factor.inverse();
  held_ = 0.5 * (held_ + held_.transpose()).eval();
  base_by_modes_ = product(held_, driven.topRows(d));
  const Matrix lost = product(held_, among.topRightCorner(d, o));  // B K
  beside_ = lost.transpose();
  reduced_.omega = system.modes.omega;
  reduced_.zeta = system.zeta;
  reduced_.friction =
      Vector::Constant(static_cast<Index>(system.structure->zones.size()), system.friction);
  reduced_.clusters = clusters_.clusters;
  reduced_.constant = clusters_.constant;
  reduced_.constant.tail(o) = Vector(z.transpose() * points.gap).tail(o);
  reduced_.from_modes.resize(d + o, driven.cols());
  reduced_.from_modes << -base_by_modes_, driven.bottomRows(o);
  reduced_.pivot.resize(d + o, d + o);
  const Matrix own = among.bottomRightCorner(o, o);
  reduced_.pivot << held_, -lost, beside_, 0.5 * (own + own.transpose());
  on_modes_ = contact_on_modes(reduced_);

  const Matrix to_points = seen_.transpose();  // Z^T M, symmetric blocks
  const Matrix base_points = to_points.topLeftCorner(d, nd);
  closed_to_base_ = product(held_, base_points);
  closed_to_open_ = to_points.bottomLeftCorner(o, nd) - product(beside_, base_points);
  closed_to_modes_ =
      points.by_modes.topRows(nd).transpose() - product(base_by_modes_.transpose(), base_points);
  open_to_base_ = product(held_, to_points.topRightCorner(d, no));
  open_to_open_ = to_points.bottomRightCorner(o, no);
}

double ShapeSensitivity::cost(const BoltedSnapshots& path) const {
  ReducedContact contact(reduced_, kClosely);
  double sum = 0.0;
  for (Index k = 0; k < path.eta.cols(); ++k) {
    contact.advance(reduced_.constant + reduced_.from_modes * path.eta.col(k));
    sum += path.scale[k] * path.scale[k] *
           (on_modes_ * contact.x() - path.on_modes.col(k)).cwiseProduct(path.weight).squaredNorm();
  }
  return sum;
}

// The derivatives of one step after another.
class ShapeStep {
 public:
  ShapeStep(const ShapeSensitivity& s)
      : s_(s),
        n_(s.share_.size()),
        d_(s.held_.rows()),
        rows_(s.reduced_.constant.size()),
        contact_(s.reduced_, kClosely),
        x_by_(Matrix::Zero(rows_, n_)),
        remembered_(Matrix::Zero(rows_, n_)) {}

  // Moves on to eta; derivatives of F into by (m x n).
  void advance(const Vector& eta, Matrix* by) {
    Vector before = contact_.x();
    for (Index row = d_; row < rows_; ++row) before[row] = contact_.y()[row];
    contact_.advance(s_.reduced_.constant + s_.reduced_.from_modes * eta);
    see_fields(eta);
    explicit_parts(by);
    implicit_parts(before);
    by->noalias() += product(s_.on_modes_, x_by_);
  }
  Vector force() const { return s_.on_modes_ * contact_.x(); }

 private:
  void see_fields(const Vector& eta) {
    const Index nd = 3 * s_.points_.closed;
    const Vector& x = contact_.x();
    taken_ = s_.reduced_.constant.head(d_) - contact_.y().head(d_);  // q = L_0 - L
    given_ = s_.held_ * x.head(d_);                                  // r = B s
    const Vector open = x.tail(rows_ - d_);
    moved_ = s_.points_.by_modes * eta;
    if (open.size() > 0) moved_.noalias() += s_.seen_.rightCols(open.size()) * open;
    moved_.head(nd).noalias() -= s_.seen_.topLeftCorner(nd, d_) * taken_;
    moved_.tail(3 * n_ - nd).noalias() += s_.seen_.bottomLeftCorner(3 * n_ - nd, d_) * given_;
    moved_ += s_.points_.gap;
    slid_ = s_.seen_.topLeftCorner(nd, d_) * given_;  // f
    mean_moved_ = Vector::Zero(rows_);
    mean_slid_ = Vector::Zero(d_);
    for (Index k = 0; k < n_; ++k) {
      const Index c = cluster(k);
      mean_moved_.segment<3>(c) += s_.share_[k] * moved_.segment<3>(3 * k);
      if (3 * k < nd) mean_slid_.segment<3>(c) += s_.share_[k] * slid_.segment<3>(3 * k);
    }
  }

  void explicit_parts(Matrix* by) {
    y_by_.setZero(rows_, n_);
    by->setZero(s_.on_modes_.rows(), n_);
    const Index nd = 3 * s_.points_.closed;
    for (Index k = 0; k < n_; ++k) {
      const Index c = cluster(k);
      const double z = s_.share_[k];
      const Eigen::Vector3d off = z * (moved_.segment<3>(3 * k) - mean_moved_.segment<3>(c));
      auto y = y_by_.col(k);
      if (3 * k < nd) {
        const Eigen::Vector3d q = z * taken_.segment<3>(c), r = z * given_.segment<3>(c);
        const Eigen::Vector3d slid = z * (slid_.segment<3>(3 * k) - mean_slid_.segment<3>(c));
        y.head(d_).noalias() =
            s_.closed_to_base_.middleCols<3>(3 * k) * q - s_.held_.middleCols<3>(c) * off;
        y.segment<3>(c) -= q;
        y.tail(rows_ - d_).noalias() =
            s_.closed_to_open_.middleCols<3>(3 * k) * r - s_.beside_.middleCols<3>(c) * slid;
        by->col(k).noalias() = s_.closed_to_modes_.middleCols<3>(3 * k) * r -
                               s_.base_by_modes_.middleRows<3>(c).transpose() * slid;
      } else {
        const Eigen::Vector3d force = z * contact_.x().segment<3>(c);
        if (!force.isZero(0.0)) {
          const Index at = 3 * k - nd;
          y.head(d_).noalias() = s_.beside_.middleRows<3>(c - d_).transpose() * force -
                                 s_.open_to_base_.middleCols<3>(at) * force;
          y.tail(rows_ - d_).noalias() =
              (s_.open_to_open_.middleCols<3>(at) - s_.reduced_.pivot.block(d_, c, rows_ - d_, 3)) *
              force;
          by->col(k).noalias() =
              (s_.points_.by_modes.middleRows<3>(3 * k) - s_.reduced_.from_modes.middleRows<3>(c))
                  .transpose() *
              force;
        }
        y.segment<3>(c) += off;
      }
    }
  }

  // One equation in the derivatives: its parts of rows of y, of rows of x, of what is remembered.
  struct Law {
    std::vector<std::pair<Index, double>> y, x, remembered;
  };

  void along(Index row, const Eigen::Matrix2d& of_y, const Eigen::Matrix2d& of_x,
             const Eigen::Matrix2d& of_memory, const Pair& of_normal, bool normal_is_y) {
    for (int e = 0; e < 2; ++e) {
      Law law;
      for (int f = 0; f < 2; ++f) {
        if (of_y(e, f) != 0.0) law.y.emplace_back(row + 1 + f, of_y(e, f));
        if (of_x(e, f) != 0.0) law.x.emplace_back(row + 1 + f, of_x(e, f));
        if (of_memory(e, f) != 0.0) law.remembered.emplace_back(row + 1 + f, of_memory(e, f));
      }
      (normal_is_y ? law.y : law.x).emplace_back(row, of_normal[e]);
      laws_.push_back(std::move(law));
      unknown_.push_back(row + 1 + e);
    }
  }

  // What the law of every cluster says of derivatives; rows of x that are unknown in it.
  void see_laws(const Vector& before) {
    const Vector &x = contact_.x(), &y = contact_.y();
    laws_.clear();
    unknown_.clear();
    for (Index c = 0; c < rows_ / 3; ++c) {
      const Index row = 3 * c;
      const TractionCluster& cluster = s_.reduced_.clusters[static_cast<std::size_t>(c)];
      const double friction = s_.reduced_.friction[cluster.zone], rho = contact_.stiffness(c);
      const Eigen::Matrix2d one = Eigen::Matrix2d::Identity(), none = Eigen::Matrix2d::Zero();
      x_by_.middleRows<3>(row).setZero();
      if (x[row] > 0.0) {  // opened, of the base; pressed, of the others: y_n stays zero
        laws_.push_back({{{row, 1.0}}, {}, {}});
        unknown_.push_back(row);
      }
      if (cluster.base) {
        const Pair slip = x.segment<2>(row + 1) - before.segment<2>(row + 1);
        if (slip.isZero(0.0)) {  // sticks
          x_by_.middleRows<2>(row + 1) = remembered_.middleRows<2>(row + 1);
          continue;
        }
        const Pair pull = y.segment<2>(row + 1) - rho * slip, n = pull.normalized();
        const double f = friction * std::max(0.0, y[row]) / pull.norm();
        const Eigen::Matrix2d across = f * (one - n * n.transpose());
        along(row, one - across, rho * across, rho * across,
              x[row] > 0.0 ? Pair::Zero() : Pair(-friction * n), true);
      } else if (x[row] > 0.0) {
        const Pair next =
            x.segment<2>(row + 1) - (y.segment<2>(row + 1) - before.segment<2>(row + 1)) / rho;
        const double limit = friction * x[row];
        if (next.norm() <= limit) {
          along(row, one, none, one, Pair::Zero(), false);
        } else {
          const Pair n = next.normalized();
          const Eigen::Matrix2d across = limit / next.norm() * (one - n * n.transpose());
          along(row, across / rho, one - across, across / rho, -friction * n, false);
        }
      }
    }
  }

  void implicit_parts(const Vector& before) {
    see_laws(before);
    // y by what is known of x
    std::vector<Index> known;
    for (Index row = 0; row < d_; ++row)
      if (!x_by_.row(row).isZero(0.0)) known.push_back(row);
    if (!known.empty())
      y_by_ += product(s_.reduced_.pivot(Eigen::all, known), x_by_(known, Eigen::all));
    const auto u = static_cast<Index>(unknown_.size());
    if (u > 0) {
      Matrix a = Matrix::Zero(u, u), rhs = Matrix::Zero(u, n_);
      std::vector<Index> place(static_cast<std::size_t>(rows_), -1);
      for (Index k = 0; k < u; ++k) place[static_cast<std::size_t>(unknown_[k])] = k;
      for (Index k = 0; k < u; ++k) {
        const Law& law = laws_[static_cast<std::size_t>(k)];
        for (const auto& [row, by] : law.y) {
          for (Index j = 0; j < u; ++j)
            a(k, j) += by * s_.reduced_.pivot(row, unknown_[static_cast<std::size_t>(j)]);
          rhs.row(k) -= by * y_by_.row(row);
        }
        for (const auto& [row, by] : law.x)
          if (place[static_cast<std::size_t>(row)] >= 0)
            a(k, place[static_cast<std::size_t>(row)]) += by;
        for (const auto& [row, by] : law.remembered) rhs.row(k) += by * remembered_.row(row);
      }
      DenseLu lu;  // statuses on an edge may have no derivative: then x stays, and the fit tries
      if (lu.factorise(a)) {
        lu.solve(rhs);
        for (Index k = 0; k < u; ++k) x_by_.row(unknown_[static_cast<std::size_t>(k)]) = rhs.row(k);
        y_by_ += product(s_.reduced_.pivot(Eigen::all, unknown_), rhs);
      }
    }
    for (Index c = 0; c < rows_ / 3; ++c)
      remembered_.middleRows<2>(3 * c + 1) = s_.reduced_.clusters[static_cast<std::size_t>(c)].base
                                                 ? x_by_.middleRows<2>(3 * c + 1)
                                                 : y_by_.middleRows<2>(3 * c + 1);
  }

  Index cluster(Index point) const {
    return 3 * s_.clusters_.cluster_of[static_cast<std::size_t>(point)];
  }

  const ShapeSensitivity& s_;
  Index n_, d_, rows_;
  ReducedContact contact_;
  Vector taken_, given_, moved_, slid_, mean_moved_, mean_slid_;
  Matrix x_by_, y_by_, remembered_;  // derivatives (3 p x n)
  std::vector<Law> laws_;
  std::vector<Index> unknown_;
};

ShapeFitSums ShapeSensitivity::sums(const BoltedSnapshots& path) const {
  const Index m = path.weight.size(), n = share_.size();
  ShapeFitSums sums{0.0, Matrix::Zero(n, n), Vector::Zero(n)};
  ShapeStep step(*this);
  Matrix stacked(kTogether * m, n), by;
  Index filled = 0;
  for (Index k = 0; k < path.eta.cols(); ++k) {
    step.advance(path.eta.col(k), &by);
    const Vector here = path.scale[k] * path.weight;
    const Vector off = (step.force() - path.on_modes.col(k)).cwiseProduct(here);
    by = here.asDiagonal() * by;
    sums.cost += off.squaredNorm();
    sums.slope.noalias() += by.transpose() * off;
    stacked.middleRows(m * filled, m) = by;
    if (++filled == kTogether || k + 1 == path.eta.cols()) {
      const auto rows = stacked.topRows(m * filled);
      sums.curvature += product(rows.transpose(), rows);
      filled = 0;
    }
  }
  return sums;
}

}  // namespace mortise::gen
