#include "generator/reduce/bolted/reduced_contact.hpp"

#include <algorithm>
#include <cmath>

#include "generator/ground/dense/dense_solver.hpp"

namespace mortise::gen {
namespace {

using Pair = Eigen::Vector2d;

double largest_eigenvalue(const Eigen::Matrix2d& a) {
  const double mean = 0.5 * a.trace(), half = 0.5 * (a(0, 0) - a(1, 1));
  return mean + std::hypot(half, 0.5 * (a(0, 1) + a(1, 0)));
}

}  // namespace

ReducedContact::ReducedContact(const ReducedBolted& reduced, const ReducedContactOptions& options)
    : reduced_(reduced), options_(options) {
  const auto p = static_cast<Eigen::Index>(reduced.clusters.size());
  stiffness_.resize(p);
  scale_ = 0.0;
  for (Eigen::Index c = 0; c < p; ++c) {
    stiffness_[c] = largest_eigenvalue(reduced.pivot.block<2, 2>(3 * c + 1, 3 * c + 1));
    if (reduced.clusters[static_cast<std::size_t>(c)].base)
      scale_ = std::max(scale_, reduced.constant[3 * c]);
  }
  reset();
}

void ReducedContact::reset() {
  x_ = Vector::Zero(reduced_.constant.size());
  y_ = reduced_.constant;
}

// Column update of y; false: nothing changes.
bool ReducedContact::change(Eigen::Index row, double by) {
  if (by == 0.0) return false;
  x_[row] += by;
  y_ += by * reduced_.pivot.col(row);
  return true;
}

// x: gap, y: force. Returns the change of the force.
double ReducedContact::solve_base(Eigen::Index row, double friction) {
  const auto& p = reduced_.pivot;
  const double rho = stiffness_[row / 3];
  const double opened = std::max(0.0, x_[row] - y_[row] / p(row, row)) - x_[row];
  bool moved = change(row, opened);
  double most = std::abs(opened) * p(row, row);
  const Pair slip = x_.segment<2>(row + 1), stuck = before_.segment<2>(row + 1);
  const Pair pull = y_.segment<2>(row + 1) + rho * (stuck - slip);
  const double limit = friction * std::max(0.0, y_[row]), size = pull.norm();
  Pair next = stuck;
  if (size > limit) next += (limit / size - 1.0) / rho * pull;
  for (int d = 0; d < 2; ++d) {
    most = std::max(most, std::abs(next[d] - slip[d]) * rho);
    moved = change(row + 1 + d, next[d] - slip[d]) || moved;
  }
  updates_ += moved ? 1 : 0;
  return most;
}

// x: force, y: gap.
double ReducedContact::solve_open(Eigen::Index row, double friction) {
  const auto& p = reduced_.pivot;
  const double pressed = std::max(0.0, x_[row] - y_[row] / p(row, row)) - x_[row];
  bool moved = change(row, pressed);
  double most = std::abs(pressed);
  const Pair force = x_.segment<2>(row + 1);
  Pair next = force - (y_.segment<2>(row + 1) - before_.segment<2>(row + 1)) / stiffness_[row / 3];
  const double limit = friction * x_[row], size = next.norm();
  if (size > limit) next *= limit / size;
  for (int d = 0; d < 2; ++d) {
    most = std::max(most, std::abs(next[d] - force[d]));
    moved = change(row + 1 + d, next[d] - force[d]) || moved;
  }
  updates_ += moved ? 1 : 0;
  return most;
}

// Work of friction over the step: its forces at the end, and some of those before.
double ReducedContact::loss(const Vector& forces_before, double share) const {
  double lost = 0.0;
  for (std::size_t c = 0; c < reduced_.clusters.size(); ++c) {
    const auto row = 3 * static_cast<Eigen::Index>(c) + 1;
    const bool base = reduced_.clusters[c].base;
    const Vector &force = base ? y_ : x_, &gap = base ? x_ : y_;
    const Pair mean = share * forces_before.segment<2>(row) + (1.0 - share) * force.segment<2>(row);
    lost -= mean.dot(gap.segment<2>(row) - before_.segment<2>(row));
  }
  return lost;
}

double ReducedContact::advance(const Vector& free) {
  before_ = x_;
  Vector forces_before = y_;
  for (std::size_t c = 0; c < reduced_.clusters.size(); ++c)
    if (!reduced_.clusters[c].base)
      before_.segment<3>(3 * Eigen::Index(c)).swap(forces_before.segment<3>(3 * Eigen::Index(c)));
  const Vector start = x_;
  y_ = free;
  add_product(1.0, reduced_.pivot, x_, &y_);
  updates_ = 0;
  converged_ = false;
  while (!converged_ && updates_ < options_.updates) {
    double most = 0.0;
    for (std::size_t c = 0; c < reduced_.clusters.size() && updates_ < options_.updates; ++c) {
      const TractionCluster& cluster = reduced_.clusters[c];
      const auto row = 3 * static_cast<Eigen::Index>(c);
      const double friction = reduced_.friction[cluster.zone];
      most = std::max(most, cluster.base ? solve_base(row, friction) : solve_open(row, friction));
    }
    converged_ = most <= options_.tolerance * scale_;
  }
  if (!converged_ && loss(forces_before, 0.0) < 0.0) {  // passive: nothing slips
    x_ = start;
    y_ = free;
    add_product(1.0, reduced_.pivot, x_, &y_);
  }
  return loss(forces_before, 0.5);
}

}  // namespace mortise::gen
