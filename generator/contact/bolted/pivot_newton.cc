#include "generator/contact/bolted/pivot_newton.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "generator/ground/dense/cholesky.hpp"
#include "generator/ground/dense/dense_solver.hpp"
#include "generator/ground/text/error.hpp"

namespace mortise::gen {
namespace {

constexpr int kPivotIterations = 60;
constexpr int kSweeps = 20000;
constexpr double kSwept = 1e-9;   // of the largest force, what a sweep may leave
constexpr int kPivotRounds = 30;  // in which more points are found to close

using Pair2 = Eigen::Vector2d;

}  // namespace

PivotNewton::PivotNewton(SurfaceCompliance compliance, double friction, PivotSolve solve)
    : compliance_(std::move(compliance)), law_{friction, compliance_.stiffness()}, solve_(solve) {
  is_known_.assign(static_cast<std::size_t>(points()), false);
}

void PivotNewton::set_base(const SurfaceState& state) {
  base_.clear();
  for (Eigen::Index p = 0; p < points(); ++p) {
    const bool closed = state.status[static_cast<std::size_t>(p)] != PointStatus::OPEN;
    is_known_[static_cast<std::size_t>(p)] = closed;
    if (closed) base_.push_back(p);
  }
  known_ = base_;
  base_size_ = static_cast<Eigen::Index>(base_.size());
  const Cholesky factor(compliance_.between(base_, base_));
  demand(factor.positive(), "contact compliance", "is not positive definite",
         "two points may not be in one place");
  inverse_ = factor.inverse();
  pivoted_ = inverse_;
}

// P of more points in E.
void PivotNewton::extend(const std::vector<Eigen::Index>& added) {
  if (added.empty()) return;
  const std::vector<Eigen::Index> others(known_.begin() + base_size_, known_.end());
  const Eigen::Index old = pivoted_.rows(), more = 3 * static_cast<Eigen::Index>(added.size());
  const Eigen::Index of_base = 3 * base_size_;
  Matrix grown(old + more, old + more);
  grown.topLeftCorner(old, old) = pivoted_;
  auto corner = grown.bottomRightCorner(more, more);
  corner = compliance_.between(added, added);
  auto beside = grown.block(of_base, old, old - of_base, more);  // of E before
  beside = compliance_.between(others, added);
  if (base_size_ > 0) {
    const Matrix seen = compliance_.between(base_, added);  // C_DN
    const Matrix held = product(inverse_, seen);            // B C_DN
    grown.block(0, old, of_base, more) = -held;
    grown.block(old, 0, more, of_base) = held.transpose();
    corner -= product(seen.transpose(), held);
    if (!others.empty())  // C_ED B C_DN, C_ED B as P has it
      beside -= product(pivoted_.bottomLeftCorner(old - of_base, of_base), seen);
  }
  grown.block(old, of_base, more, old - of_base) = beside.transpose();
  pivoted_ = std::move(grown);
  for (const Eigen::Index p : added) {
    known_.push_back(p);
    is_known_[static_cast<std::size_t>(p)] = true;
  }
}

// y for x = 0: all of D sticks, the others carry nothing. moved: gaps without forces, seen from
// where friction starts (3 n).
void PivotNewton::start(const Vector& moved) {
  const auto size = 3 * static_cast<Eigen::Index>(known_.size());
  x_ = Vector::Zero(size);
  y0_ = Vector::Zero(size);
  // B and C_ED B are the columns of P on D: of -moved there, with moved itself on the others
  Vector pushed = Vector::Zero(size);
  for (Eigen::Index k = 0; k < static_cast<Eigen::Index>(known_.size()); ++k)
    (on_base(k) ? pushed : y0_).segment<3>(3 * k) =
        (on_base(k) ? -1.0 : 1.0) * moved.segment<3>(3 * known_[static_cast<std::size_t>(k)]);
  if (base_size_ > 0) add_product(1.0, pivoted_, pushed, &y0_);
  y_ = y0_;
}

Eigen::Vector3d PivotNewton::force_of(Eigen::Index k) const {
  return (on_base(k) ? y_ : x_).segment<3>(3 * k);
}

Eigen::Vector3d PivotNewton::moved_of(Eigen::Index k) const {
  return (on_base(k) ? x_ : y_).segment<3>(3 * k);
}

// Newton's step: x of those that leave their base's status, all others 0.
void PivotNewton::solve(const std::vector<Unknown>& unknowns) {
  std::vector<Eigen::Index> rows;
  for (const Unknown& u : unknowns)
    for (Eigen::Index d = on_base(u.known) && u.status == PointStatus::SLIP ? 1 : 0; d < 3; ++d)
      rows.push_back(3 * u.known + d);
  const auto n = static_cast<Eigen::Index>(rows.size());
  Matrix a(n, n);
  Matrix rhs(n, 1);
  // An equation c_y . y + c_x . x = 0 of one point, y = y_0 + P x.
  Eigen::Index row = 0;
  const auto equation = [&](Eigen::Index p, const Eigen::Vector3d& of_y,
                            const Eigen::Vector3d& of_x) {
    rhs(row, 0) = -of_y.dot(y0_.segment<3>(3 * p));
    for (Eigen::Index k = 0; k < n; ++k) {
      const Eigen::Index column = rows[static_cast<std::size_t>(k)];
      double sum = column / 3 == p ? of_x[column % 3] : 0.0;
      for (Eigen::Index d = 0; d < 3; ++d)
        if (of_y[d] != 0.0) sum += of_y[d] * pivoted_(3 * p + d, column);
      a(row, k) = sum;
    }
    ++row;
  };
  const Eigen::Vector3d none = Eigen::Vector3d::Zero();
  for (const auto& [p, status] : unknowns) {
    const bool base = on_base(p);
    if (status != PointStatus::SLIP) {  // D opens: no force; others stick: no change of the gap
      for (Eigen::Index d = 0; d < 3; ++d) equation(p, Eigen::Vector3d::Unit(d), none);
      continue;
    }
    // lambda_t - mu lambda_n d - f (I - d d^T)(lambda_t - rho (g_t - target)) = 0
    const Eigen::Vector3d force = force_of(p);
    const Pair2 pull = law_.pull(force, moved_of(p));
    const Pair2 way = pull.normalized();
    const double share = std::min(1.0, law_.friction * force[0] / pull.norm());
    const Eigen::Matrix2d turned = share * (Eigen::Matrix2d::Identity() - way * way.transpose());
    if (!base) equation(p, Eigen::Vector3d::Unit(0), none);  // the gap stays closed
    for (Eigen::Index d = 0; d < 2; ++d) {
      Eigen::Vector3d of_force(-law_.friction * way[d], -turned(d, 0), -turned(d, 1));
      of_force[d + 1] += 1.0;
      Eigen::Vector3d of_gap(0.0, law_.scale * turned(d, 0), law_.scale * turned(d, 1));
      if (base)
        equation(p, of_force, of_gap);
      else
        equation(p, of_gap, of_force);
    }
  }
  x_.setZero();
  y_ = y0_;
  if (n == 0) return;
  DenseLu lu;
  demand(lu.factorise(a), "contact", "Newton's matrix is singular",
         "two points may not be in one place");
  lu.solve(rhs);
  for (Eigen::Index k = 0; k < n; ++k) {
    x_[rows[static_cast<std::size_t>(k)]] = rhs(k, 0);
    y_ += rhs(k, 0) * pivoted_.col(rows[static_cast<std::size_t>(k)]);
  }
}

// Largest violation of the laws, as a force.
double PivotNewton::residual() const {
  double worst = 0.0;
  for (Eigen::Index k = 0; k < static_cast<Eigen::Index>(known_.size()); ++k)
    worst = std::max(worst, law_.violation(force_of(k), moved_of(k)));
  return worst;
}

// Solves the known points, from the statuses given. False: no solution was found.
bool PivotNewton::newton(std::vector<PointStatus>* status) {
  const auto count = static_cast<Eigen::Index>(known_.size());
  for (int i = 0; i < kPivotIterations; ++i, ++iterations_) {
    std::vector<Unknown> unknowns;
    for (Eigen::Index k = 0; k < count; ++k) {
      const PointStatus s = (*status)[static_cast<std::size_t>(k)];
      if (s != (on_base(k) ? PointStatus::STICK : PointStatus::OPEN)) unknowns.push_back({k, s});
    }
    solve(unknowns);
    bool same = true;
    double largest = 0.0;
    for (Eigen::Index k = 0; k < count; ++k) {
      const PointStatus s = law_.judge(force_of(k), moved_of(k));
      same = same && s == (*status)[static_cast<std::size_t>(k)];
      (*status)[static_cast<std::size_t>(k)] = s;
      largest = std::max(largest, force_of(k)[0]);
    }
    if (residual() <= kContactResidual * largest || (same && unknowns.empty())) return true;
  }
  return false;
}

// One point as if no other moved. Returns how far it was from its laws [N].
double PivotNewton::relax(Eigen::Index k) {
  const Eigen::Vector3d y = y_.segment<3>(3 * k), x = x_.segment<3>(3 * k);
  const Eigen::Matrix3d own = pivoted_.block<3, 3>(3 * k, 3 * k);
  const double stiff = own.bottomRightCorner<2, 2>().trace();  // no less than its eigenvalues
  Eigen::Vector3d next;
  next[0] = std::max(0.0, x[0] - y[0] / own(0, 0));
  if (on_base(k)) {
    const Pair2 pull = y.tail<2>() - stiff * x.tail<2>();
    const double limit = law_.friction * std::max(0.0, y[0]);
    next.tail<2>().setZero();
    if (pull.norm() > limit) next.tail<2>() = (limit / pull.norm() - 1.0) / stiff * pull;
  } else {
    Pair2 rub = x.tail<2>() - y.tail<2>() / stiff;
    const double limit = law_.friction * next[0];
    if (rub.norm() > limit) rub *= limit / rub.norm();
    next.tail<2>() = rub;
  }
  const Eigen::Vector3d change = next - x;
  x_.segment<3>(3 * k) = next;
  for (Eigen::Index d = 0; d < 3; ++d)
    if (change[d] != 0.0) y_ += change[d] * pivoted_.col(3 * k + d);
  return (on_base(k) ? own.diagonal().cwiseProduct(change) : change).norm();
}

// Relaxes the known points that are to leave their base's status, and again with who else does, for
// the prediction misses some.
void PivotNewton::sweep(std::vector<PointStatus>* status) {
  const auto count = static_cast<Eigen::Index>(known_.size());
  std::vector<bool> active(known_.size(), solve_ == PivotSolve::RELAXATION);
  double left = HUGE_VAL;
  for (bool grown = true; grown;) {
    grown = false;
    double largest = 0.0;
    for (Eigen::Index k = 0; k < count; ++k) {
      const auto at = static_cast<std::size_t>(k);
      (*status)[at] = law_.judge(force_of(k), moved_of(k));
      if (active[at] || (*status)[at] == (on_base(k) ? PointStatus::STICK : PointStatus::OPEN))
        continue;
      active[at] = grown = true;
    }
    if (!grown && left < HUGE_VAL) return;
    left = HUGE_VAL;
    for (int i = 0; i < kSweeps && !(left <= kSwept * largest); ++i, ++iterations_) {
      left = largest = 0.0;
      for (Eigen::Index k = 0; k < count; ++k) {
        if (active[static_cast<std::size_t>(k)]) left = std::max(left, relax(k));
        largest = std::max(largest, force_of(k)[0]);
      }
    }
    demand(left <= kSwept * largest, "contact", fmt::format("no solution after {} sweeps", kSweeps),
           "take smaller load steps");
    grown = true;
  }
}

double PivotNewton::advance(const Vector& free_gap, SurfaceState* state,
                            const SurfaceState* /*guess*/) {
  Vector target = state->gap;
  for (Eigen::Index p = 0; p < points(); ++p) target[3 * p] = 0.0;
  const Vector moved = free_gap - target;
  // All that were closed stick at first: from the forces before, all would seem to slip.
  std::vector<Eigen::Index> added;
  for (Eigen::Index p = 0; p < points(); ++p)
    if (state->status[static_cast<std::size_t>(p)] != PointStatus::OPEN &&
        !is_known_[static_cast<std::size_t>(p)])
      added.push_back(p);
  extend(added);
  std::vector<PointStatus> status;
  for (const Eigen::Index p : known_)
    status.push_back(state->status[static_cast<std::size_t>(p)] == PointStatus::OPEN
                         ? PointStatus::OPEN
                         : PointStatus::STICK);
  SurfaceState next;
  iterations_ = 0;
  for (int round = 0;; ++round) {
    demand(round < kPivotRounds, "contact", "more and more points close",
           "take smaller load steps");
    start(moved);
    if (solve_ != PivotSolve::NEWTON || !newton(&status)) {  // which may go round in a circle
      start(moved);
      sweep(&status);
    }
    next.force = Vector::Zero(3 * points());
    for (Eigen::Index k = 0; k < static_cast<Eigen::Index>(known_.size()); ++k)
      if (status[static_cast<std::size_t>(k)] != PointStatus::OPEN)
        next.force.segment<3>(3 * known_[static_cast<std::size_t>(k)]) = force_of(k);
    next.gap = free_gap + compliance_.product(next.force);
    const double most = kNoPenetration * next.force.cwiseAbs().maxCoeff() / law_.scale;
    added.clear();
    for (Eigen::Index p = 0; p < points(); ++p)
      if (!is_known_[static_cast<std::size_t>(p)] && next.gap[3 * p] < -most) added.push_back(p);
    if (added.empty()) break;
    extend(added);
    status.resize(known_.size(), PointStatus::STICK);
  }
  double work = 0.0;
  next.status.assign(static_cast<std::size_t>(points()), PointStatus::OPEN);
  for (Eigen::Index k = 0; k < static_cast<Eigen::Index>(known_.size()); ++k) {
    const Eigen::Index p = known_[static_cast<std::size_t>(k)];
    const PointStatus s = status[static_cast<std::size_t>(k)];
    next.status[static_cast<std::size_t>(p)] = s;
    if (s == PointStatus::OPEN) continue;
    const Eigen::Vector3d way = moved_of(k);
    next.gap.segment<3>(3 * p) = target.segment<3>(3 * p) + way;
    work -= next.force.segment<2>(3 * p + 1).dot(way.tail<2>());
  }
  *state = std::move(next);
  return work;
}

}  // namespace mortise::gen
