#include "tests/bench/eigen_modal.hpp"

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>
#include <vector>

namespace mortise::bench {

namespace {

using Eigen::ArrayXd;
using Eigen::Map;
using Eigen::Matrix3d;
using Eigen::MatrixXd;
using Eigen::Vector2d;
using Eigen::Vector3d;
using Eigen::VectorXd;
using RowMatrix = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

// The diagonal block of one contact.
struct Local {
  Matrix3d inverse;
  double normal, tangent;  // 1 / G_nn, 1 / lambda_max(G_tt)
  double scale;            // lambda_max(G_ii)
};

// |r - P(r - (u + mu |u_t| e_n) / scale)| scale with the projection on the friction cone.
double natural_residual(double mu, double scale, const Vector3d& r, const Vector3d& u) {
  Vector3d p = r - (u + mu * u.tail<2>().norm() * Vector3d::UnitX()) / scale;
  const double t = p.tail<2>().norm();
  if (t > mu * p[0]) {
    if (mu * t <= -p[0]) {
      p.setZero();
    } else {
      const double n = (p[0] + mu * t) / (1 + mu * mu);
      if (t > 0) p.tail<2>() *= mu * n / t;
      p[0] = n;
    }
  }
  return scale * (r - p).norm();
}

}  // namespace

struct EigenModal::Impl {
  SweepStyle style;
  int n, nc, cap;
  double h, tolerance;
  ArrayXd from_v, from_q, constant, from_input, admittance, q0, v0;
  RowMatrix rows, normals;
  MatrixXd delassus;
  VectorXd gap, friction;
  std::vector<Local> local;

  ArrayXd q, v, v_free, probe;
  VectorXd gaps, force;
  std::vector<int> active, last_active;
  RowMatrix active_rows;
  MatrixXd block;
  VectorXd b, u, r;
  int sweeps = 0;

  Impl(const ModalProblem& p, SweepStyle s)
      : style(s), n(p.modes), nc(p.contacts), cap(p.sweep_cap), h(p.step), tolerance(p.tolerance) {
    const Map<const ArrayXd> omega(p.omega, n), d(p.damping, n);
    const ArrayXd a = 1 + h / 2 * d + h * h / 4 * omega.square();
    from_v = (1 - h / 2 * d - h * h / 4 * omega.square()) / a;
    from_q = -h * omega.square() / a;
    admittance = h / a;
    constant = admittance * Map<const ArrayXd>(p.constant, n);
    from_input = admittance * Map<const ArrayXd>(p.force, n);
    rows = Map<const RowMatrix>(p.rows, 3 * nc, n);
    normals.resize(nc, n);
    for (int c = 0; c < nc; ++c) normals.row(c) = rows.row(3 * c);
    delassus = rows * admittance.matrix().asDiagonal() * rows.transpose();
    gap = Map<const VectorXd>(p.gap, nc);
    friction = Map<const VectorXd>(p.friction, nc);
    q0 = Map<const ArrayXd>(p.initial_q, n);
    v0 = Map<const ArrayXd>(p.initial_v, n);
    for (int c = 0; c < nc; ++c) {
      const Matrix3d g = delassus.block<3, 3>(3 * c, 3 * c);
      const Eigen::SelfAdjointEigenSolver<Matrix3d> all(g, Eigen::EigenvaluesOnly);
      const Eigen::SelfAdjointEigenSolver<Eigen::Matrix2d> tangents(
          Eigen::Matrix2d(g.bottomRightCorner<2, 2>()), Eigen::EigenvaluesOnly);
      local.push_back({g.inverse(), 1 / g(0, 0), 1 / tangents.eigenvalues().maxCoeff(),
                       all.eigenvalues().maxCoeff()});
    }
    // Everything a step writes has its final capacity from the start.
    v_free.resize(n);
    probe.resize(n);
    gaps.resize(nc);
    active.reserve(static_cast<std::size_t>(nc));
    last_active.reserve(static_cast<std::size_t>(nc));
    reset();
  }

  void reset() {
    q = q0;
    v = v0;
    force = VectorXd::Zero(3 * nc);
    last_active.clear();
    sweeps = 0;
  }

  void gather() {
    const auto count = static_cast<Eigen::Index>(active.size());
    active_rows.resize(3 * count, n);
    block.resize(3 * count, 3 * count);
    b.resize(3 * count);
    u.resize(3 * count);
    r.resize(3 * count);
    for (Eigen::Index i = 0; i < count; ++i) {
      const int c = active[static_cast<std::size_t>(i)];
      active_rows.middleRows<3>(3 * i) = rows.middleRows<3>(3 * c);
      for (Eigen::Index j = 0; j < count; ++j)
        block.block<3, 3>(3 * i, 3 * j) =
            delassus.block<3, 3>(3 * c, 3 * active[static_cast<std::size_t>(j)]);
    }
  }

  void step(double input) {
    v_free = from_v * v + from_q * q + constant + from_input * input;
    probe = q + h / 2 * v;
    gaps.noalias() = normals * probe.matrix();
    gaps += gap;
    active.clear();
    for (int c = 0; c < nc; ++c)
      if (gaps[c] <= 0) active.push_back(c);
    sweeps = 0;
    if (!active.empty()) {
      if (style == SweepStyle::direct) {
        contact_direct();
      } else {
        if (active != last_active) gather();
        contact();
      }
    } else if (!last_active.empty()) {
      force.setZero();
    }
    last_active.swap(active);
    q += h / 2 * (v + v_free);
    v.swap(v_free);
  }

  // Solves the interface on vectors of all contacts and adds its effect to v_free.
  void contact_direct() {
    r.setZero(3 * nc);  // a contact that opens loses its force
    for (const int c : active) r.segment<3>(3 * c) = force.segment<3>(3 * c);
    force.swap(r);
    b.noalias() = rows * v_free.matrix();
    double size = 0;
    for (const int c : active) size = std::max(size, b.segment<3>(3 * c).lpNorm<Eigen::Infinity>());
    while (sweeps < cap) {
      ++sweeps;
      for (const int c : active) {
        const Vector3d w = b.segment<3>(3 * c) + delassus.middleRows<3>(3 * c) * force;
        force.segment<3>(3 * c) =
            local_step(c, delassus.block<3, 3>(3 * c, 3 * c), force.segment<3>(3 * c), w);
      }
      u = b;
      u.noalias() += delassus * force;
      double worst = 0;
      for (const int c : active)
        worst =
            std::max(worst, natural_residual(friction[c], local[static_cast<std::size_t>(c)].scale,
                                             force.segment<3>(3 * c), u.segment<3>(3 * c)));
      if (worst <= tolerance * size) break;
    }
    v_free.matrix().noalias() += admittance.matrix().asDiagonal() * (rows.transpose() * force);
  }

  // Solves the interface of the gathered contacts and adds its effect to v_free.
  void contact() {
    const auto count = static_cast<Eigen::Index>(active.size());
    b.noalias() = active_rows * v_free.matrix();
    for (Eigen::Index i = 0; i < count; ++i)
      r.segment<3>(3 * i) = force.segment<3>(3 * active[static_cast<std::size_t>(i)]);
    const double size = b.lpNorm<Eigen::Infinity>();
    if (style == SweepStyle::gathered) {
      sweep_gathered(size);
    } else {
      sweep_tuned(size);
    }
    v_free.matrix().noalias() += admittance.matrix().asDiagonal() * (active_rows.transpose() * r);
    force.setZero();
    for (Eigen::Index i = 0; i < count; ++i)
      force.segment<3>(3 * active[static_cast<std::size_t>(i)]) = r.segment<3>(3 * i);
  }

  // Force of one contact from the velocity w that it has with all forces as they are.
  Vector3d local_step(int c, const Matrix3d& g, const Vector3d& old, const Vector3d& w) const {
    const Local& l = local[static_cast<std::size_t>(c)];
    const double mu = friction[c];
    Vector3d next = old - l.inverse * w;  // sticks?
    if (next[0] < 0 || next.tail<2>().squaredNorm() > mu * mu * next[0] * next[0]) {
      next[0] = std::max(0.0, old[0] - w[0] * l.normal);
      const Vector2d slide = w.tail<2>() + g.block<2, 1>(1, 0) * (next[0] - old[0]);
      next.tail<2>() = old.tail<2>() - slide * l.tangent;
      const double t = next.tail<2>().norm();
      if (t > mu * next[0]) next.tail<2>() *= mu * next[0] / t;
    }
    return next;
  }

  void sweep_gathered(double size) {
    const auto count = static_cast<Eigen::Index>(active.size());
    while (sweeps < cap) {
      ++sweeps;
      for (Eigen::Index i = 0; i < count; ++i) {
        const Vector3d w = b.segment<3>(3 * i) + block.middleRows<3>(3 * i) * r;
        r.segment<3>(3 * i) = local_step(active[static_cast<std::size_t>(i)],
                                         block.block<3, 3>(3 * i, 3 * i), r.segment<3>(3 * i), w);
      }
      u = b;
      u.noalias() += block * r;
      if (residual() <= tolerance * size) return;
    }
  }

  void sweep_tuned(double size) {
    const auto count = static_cast<Eigen::Index>(active.size());
    u = b;
    u.noalias() += block * r;
    while (sweeps < cap) {
      ++sweeps;
      double change = 0;
      for (Eigen::Index i = 0; i < count; ++i) {
        const int c = active[static_cast<std::size_t>(i)];
        const Vector3d delta = local_step(c, block.block<3, 3>(3 * i, 3 * i), r.segment<3>(3 * i),
                                          u.segment<3>(3 * i)) -
                               r.segment<3>(3 * i);
        if (delta.isZero(0)) continue;
        r.segment<3>(3 * i) += delta;
        u.noalias() += block.middleCols<3>(3 * i) * delta;
        change = std::max(
            change, local[static_cast<std::size_t>(c)].scale * delta.lpNorm<Eigen::Infinity>());
      }
      if (change <= tolerance * size && residual() <= tolerance * size) return;
    }
  }

  double residual() const {
    double worst = 0;
    for (Eigen::Index i = 0; i < static_cast<Eigen::Index>(active.size()); ++i) {
      const int c = active[static_cast<std::size_t>(i)];
      worst =
          std::max(worst, natural_residual(friction[c], local[static_cast<std::size_t>(c)].scale,
                                           r.segment<3>(3 * i), u.segment<3>(3 * i)));
    }
    return worst;
  }
};

EigenModal::EigenModal(const ModalProblem& problem, SweepStyle style)
    : impl_(new Impl(problem, style)) {}
EigenModal::~EigenModal() { delete impl_; }
void EigenModal::reset() { impl_->reset(); }
void EigenModal::step(double input) { impl_->step(input); }
const double* EigenModal::q() const { return impl_->q.data(); }
const double* EigenModal::v() const { return impl_->v.data(); }
const double* EigenModal::force() const { return impl_->force.data(); }
int EigenModal::sweeps() const { return impl_->sweeps; }
int EigenModal::active() const { return static_cast<int>(impl_->last_active.size()); }

}  // namespace mortise::bench
