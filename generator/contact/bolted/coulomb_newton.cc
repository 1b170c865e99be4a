#include "generator/contact/bolted/coulomb_newton.hpp"

#include <fmt/format.h>

#include <Eigen/Cholesky>
#include <algorithm>
#include <cmath>
#include <utility>

#include "generator/ground/dense/dense_solver.hpp"
#include "generator/ground/text/error.hpp"

namespace mortise::gen {
namespace {

constexpr int kIterations = 60;
constexpr double kResidual = 1e-11;  // of the largest force

using Pair2 = Eigen::Vector2d;

}  // namespace

CoulombNewton::CoulombNewton(Matrix compliance, double friction)
    : compliance_(std::move(compliance)), friction_(friction) {
  is_base_.assign(static_cast<std::size_t>(points()), false);
  pivoted_ = compliance_;
  scale_ = 1.0 / compliance_.diagonal().mean();
}

void CoulombNewton::set_base(const SurfaceState& state) {
  base_.clear();
  std::vector<Eigen::Index> in, out;  // rows
  for (Eigen::Index p = 0; p < points(); ++p) {
    const bool closed = state.status[static_cast<std::size_t>(p)] != PointStatus::OPEN;
    is_base_[static_cast<std::size_t>(p)] = closed;
    if (closed) base_.push_back(p);
    for (Eigen::Index d = 0; d < 3; ++d) (closed ? in : out).push_back(3 * p + d);
  }
  const Eigen::LLT<Matrix> factor(compliance_(in, in));
  demand(factor.info() == Eigen::Success, "contact compliance", "is not positive definite",
         "two points may not be in one place");
  const Matrix inverse = factor.solve(Matrix::Identity(factor.rows(), factor.rows()));
  const Matrix between = product(inverse, Matrix(compliance_(in, out)));
  pivoted_(in, in) = inverse;
  pivoted_(in, out) = -between;
  pivoted_(out, in) = between.transpose();
  pivoted_(out, out) = compliance_(out, out) - product(Matrix(compliance_(out, in)), between);
}

// y for x = 0: all of D sticks, the others carry nothing.
void CoulombNewton::start(const Vector& free_gap, const Vector& target) {
  target_ = target;
  const Vector moved = free_gap - target;
  x_ = Vector::Zero(moved.size());
  y0_ = moved;
  // B and C_OD B are the columns of P on D: of -moved there, with moved itself on the others
  Vector pushed = Vector::Zero(moved.size());
  for (const Eigen::Index p : base_) {
    pushed.segment<3>(3 * p) = -moved.segment<3>(3 * p);
    y0_.segment<3>(3 * p).setZero();
  }
  if (!base_.empty()) add_product(1.0, pivoted_, pushed, &y0_);
  y_ = y0_;
}

PointStatus CoulombNewton::judge(Eigen::Index p) const {
  const bool base = on_base(p);
  const Eigen::Vector3d force = (base ? y_ : x_).segment<3>(3 * p);
  const Eigen::Vector3d moved = (base ? x_ : y_).segment<3>(3 * p);
  if (force[0] - scale_ * moved[0] <= 0.0) return PointStatus::OPEN;
  if (force[0] <= 0.0) return PointStatus::STICK;  // closes: nothing is known of its friction yet
  const Pair2 pull = force.tail<2>() - scale_ * moved.tail<2>();
  return pull.norm() > friction_ * force[0] ? PointStatus::SLIP : PointStatus::STICK;
}

// Newton's step: x of those that leave their base's status, all others 0.
void CoulombNewton::solve(const std::vector<Unknown>& unknowns) {
  std::vector<Eigen::Index> rows;
  for (const Unknown& u : unknowns)
    for (Eigen::Index d = on_base(u.point) && u.status == PointStatus::SLIP ? 1 : 0; d < 3; ++d)
      rows.push_back(3 * u.point + d);
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
    const Eigen::Vector3d force = (base ? y_ : x_).segment<3>(3 * p);
    const Pair2 moved = (base ? x_ : y_).segment<2>(3 * p + 1);
    const Pair2 pull = force.tail<2>() - scale_ * moved;
    const Pair2 way = pull.normalized();
    const double share = std::min(1.0, friction_ * force[0] / pull.norm());
    const Eigen::Matrix2d turned = share * (Eigen::Matrix2d::Identity() - way * way.transpose());
    if (!base) equation(p, Eigen::Vector3d::Unit(0), none);  // the gap stays closed
    for (Eigen::Index d = 0; d < 2; ++d) {
      Eigen::Vector3d of_force(-friction_ * way[d], -turned(d, 0), -turned(d, 1));
      of_force[d + 1] += 1.0;
      Eigen::Vector3d of_gap(0.0, scale_ * turned(d, 0), scale_ * turned(d, 1));
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
double CoulombNewton::residual() const {
  double worst = 0.0;
  for (Eigen::Index p = 0; p < points(); ++p) {
    const bool base = on_base(p);
    const Eigen::Vector3d force = (base ? y_ : x_).segment<3>(3 * p);
    const Eigen::Vector3d moved = (base ? x_ : y_).segment<3>(3 * p);
    const double normal = std::max(0.0, force[0] - scale_ * moved[0]);
    Pair2 pull = force.tail<2>() - scale_ * moved.tail<2>();
    const double limit = friction_ * std::max(0.0, force[0]);
    if (normal == 0.0) pull.setZero();
    if (pull.norm() > limit) pull *= limit / pull.norm();
    worst = std::max({worst, std::abs(force[0] - normal), (force.tail<2>() - pull).norm()});
  }
  return worst;
}

double CoulombNewton::advance(const Vector& free_gap, SurfaceState* state) {
  Vector target = state->gap;
  for (Eigen::Index p = 0; p < points(); ++p) target[3 * p] = 0.0;
  start(free_gap, target);
  // All that were closed stick at first: from the forces before, all would seem to slip.
  std::vector<PointStatus> status = state->status;
  for (PointStatus& s : status)
    if (s == PointStatus::SLIP) s = PointStatus::STICK;
  double rest = 0.0;
  for (iterations_ = 1; iterations_ <= kIterations; ++iterations_) {
    std::vector<Unknown> unknowns;
    for (Eigen::Index p = 0; p < points(); ++p) {
      const PointStatus s = status[static_cast<std::size_t>(p)];
      if (s != (on_base(p) ? PointStatus::STICK : PointStatus::OPEN)) unknowns.push_back({p, s});
    }
    solve(unknowns);
    bool same = true;
    for (Eigen::Index p = 0; p < points(); ++p) {
      const PointStatus s = judge(p);
      same = same && s == status[static_cast<std::size_t>(p)];
      status[static_cast<std::size_t>(p)] = s;
    }
    rest = residual();
    double largest = 0.0;
    for (Eigen::Index p = 0; p < points(); ++p)
      largest = std::max(largest, on_base(p) ? y_[3 * p] : x_[3 * p]);
    if (rest <= kResidual * largest || (same && unknowns.empty())) break;
  }
  demand(iterations_ <= kIterations, "contact",
         fmt::format("no solution after {} Newton steps, {} N are left", kIterations, rest),
         "take smaller load steps");
  double work = 0.0;
  SurfaceState next;
  next.force.resize(x_.size());
  next.gap.resize(x_.size());
  for (Eigen::Index p = 0; p < points(); ++p) {
    const auto at = Eigen::seqN(3 * p, 3);
    next.force(at) = on_base(p) ? y_(at) : x_(at);
    const Eigen::Vector3d moved = on_base(p) ? x_(at) : y_(at);
    next.gap(at) = target(at) + moved;
    if (status[static_cast<std::size_t>(p)] == PointStatus::OPEN)
      next.force(at).setZero();
    else
      work -= next.force(at).tail<2>().dot(moved.tail<2>());
  }
  next.status = std::move(status);
  *state = std::move(next);
  return work;
}

}  // namespace mortise::gen
