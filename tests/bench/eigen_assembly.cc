#include "tests/bench/eigen_assembly.hpp"

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>
#include <vector>

namespace mortise::bench {

namespace {

using Eigen::ArrayXd;
using Eigen::Map;
using Eigen::MatrixXd;
using Eigen::VectorXd;
// Room for all forces, so that fewer of them need no memory.
using SmallMatrix =
    Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, 0, kEigenForces, kEigenForces>;
using SmallVector = Eigen::Matrix<double, Eigen::Dynamic, 1, 0, kEigenForces, 1>;

constexpr double kRaise = 1e-12;  // of the diagonal: parallel rows leave forces open

}  // namespace

struct EigenAssembly::Impl {
  int n, nf, cap;
  double h, tolerance, activation, hysteresis, slow;
  std::vector<EigenForce> law;
  ArrayXd from_v, from_q, admittance, constant, from_input, q0, v0;
  MatrixXd rows, rows_transposed, delassus;
  ArrayXd inverse;  // of the diagonal of the Delassus matrix

  // at t_n; of springs and sliders the force at its end, openings, velocities of the rows
  ArrayXd q, v;
  VectorXd end, mean, opening, before;
  std::vector<char> active;
  // of the running step
  ArrayXd v_next, q_next, probe;
  VectorXd free, velocity, force, next, push;
  int k = 0;                    // forces that take part
  int index[kEigenForces];      // which
  SmallMatrix block, jacobian;  // (k x k)
  SmallVector value, delta, moved;
  Eigen::PartialPivLU<SmallMatrix> lu;
  long iterations = 0, unconverged = 0;

  explicit Impl(const EigenAssemblyProblem& p)
      : n(p.modes),
        nf(p.forces),
        cap(p.newton_cap),
        h(p.step),
        tolerance(p.tolerance),
        activation(p.activation_threshold),
        hysteresis(p.activation_hysteresis),
        slow(p.restitution_threshold),
        law(p.force, p.force + p.forces) {
    const Map<const ArrayXd> omega(p.omega, n), damping(p.damping, n);
    const ArrayXd a = 1 + h / 2 * damping + h * h / 4 * omega.square();
    from_v = (1 - h / 2 * damping - h * h / 4 * omega.square()) / a;
    from_q = -h * omega.square() / a;
    admittance = h / a;
    constant = admittance * Map<const ArrayXd>(p.constant, n);
    from_input = admittance * Map<const ArrayXd>(p.input_force, n);
    rows = Map<const MatrixXd>(p.row, nf, n);
    rows_transposed = rows.transpose();
    delassus = rows * admittance.matrix().asDiagonal() * rows_transposed;
    inverse = 1 / delassus.diagonal().array();
    q0 = Map<const ArrayXd>(p.initial_q, n);
    v0 = Map<const ArrayXd>(p.initial_v, n);
    v_next = q_next = probe = ArrayXd::Zero(n);
    push = VectorXd::Zero(n);
    free = velocity = force = next = VectorXd::Zero(nf);
    reset();
  }

  void reset() {
    q = q0;
    v = v0;
    opening = rows * q.matrix();
    before = rows * v.matrix();
    end = mean = VectorXd::Zero(nf);
    active.assign(static_cast<std::size_t>(nf), 0);
    iterations = unconverged = 0;
  }

  const EigenForce& of(int f) const { return law[static_cast<std::size_t>(f)]; }
  bool compliant(int f) const {
    return of(f).law == EigenLaw::spring || of(f).law == EigenLaw::slider;
  }

  // Forces that springs will have, and where they push the modes.
  void warm_start() {
    push.setZero();
    for (int f = 0; f < nf; ++f) {
      if (!compliant(f)) continue;
      const double guess = 2 * end[f] - mean[f];
      force[f] = end[f] * guess > 0 ? guess : 0;
      if (force[f] != 0) push.noalias() += force[f] * rows_transposed.col(f);
    }
    probe = q_next + h / 2 * admittance * push.array();
  }

  void activate() {
    k = 0;
    for (int f = 0; f < nf; ++f) {
      if (!compliant(f)) {
        const auto at = static_cast<std::size_t>(f);
        const bool was = active[at];
        active[at] = of(f).law == EigenLaw::rubbing
                         ? active[at - 1]
                         : of(f).gap + rows_transposed.col(f).dot(probe.matrix()) <=
                               activation + (was ? hysteresis : 0);
        force[f] = was && active[at] ? mean[f] : 0;
        if (!active[at]) continue;
      }
      index[k++] = f;
    }
  }

  // Natural map of a force, and its row of the Jacobian.
  void linearise(int i) {
    const int f = index[i];
    const EigenForce& l = of(f);
    const double own = delassus(f, f), u = velocity[f], lambda = force[f];
    const auto follow = [&](double mean, double by_velocity) {  // of a force by the motion
      value[i] = own * (lambda - mean);
      if (by_velocity != 0) jacobian.row(i) = (own * by_velocity) * block.row(i);
      jacobian(i, i) += own;
    };
    const auto law_row = [&](double by_velocity) { follow(0.5 * (end[f] + next[f]), by_velocity); };
    if (l.law == EigenLaw::spring) {
      const double o = opening[f] + h / 2 * (before[f] + u);
      const double in = -(o + l.gap), out = o - l.separation_gap;
      const double stiffness = in > 0 ? l.stiffness : out > 0 ? l.separation_stiffness : 0;
      next[f] = in > 0 ? stiffness * in : -stiffness * out;
      // a spring that lets go or takes hold does the work of its energy over the whole way
      const double from = opening[f], was_in = -(from + l.gap), was_out = from - l.separation_gap;
      const double was = was_in > 0 ? l.stiffness : was_out > 0 ? l.separation_stiffness : 0;
      if ((was_in > 0) == (in > 0) && (was_out > 0) == (out > 0)) {
        law_row(stiffness * h / 4);
      } else {
        const double x0 = was_in > 0 ? was_in : was_out, x1 = in > 0 ? in : out;
        const double m = 0.5 * (was * x0 * x0 - stiffness * x1 * x1) / (o - from);
        follow(m, -(next[f] - m) / (o - from) * h / 2);
      }
    } else if (l.law == EigenLaw::slider) {
      const double trial = end[f] - l.stiffness * h / 2 * (before[f] + u);
      next[f] = std::clamp(trial, -l.limit, l.limit);
      law_row(next[f] == trial ? l.stiffness * h / 4 : 0);
    } else if (l.law == EigenLaw::stop) {
      const double target = u + bounce(f);
      if (lambda - target * inverse[f] > 0) {
        value[i] = target;
        jacobian.row(i) = block.row(i);
        jacobian(i, i) += kRaise * own;
      } else {
        value[i] = own * lambda;
        jacobian(i, i) = own;
      }
    } else {
      const double slid = u + before[f], trial = lambda - slid * inverse[f];
      const double normal = force[f - 1] - (velocity[f - 1] + bounce(f - 1)) * inverse[f - 1];
      const double limit = l.friction * std::max(0.0, normal);
      if (std::abs(trial) <= limit && limit > 0) {
        value[i] = slid;
        jacobian.row(i) = block.row(i);
        jacobian(i, i) += kRaise * own;
      } else {
        const double share = limit > 0 ? std::copysign(l.friction, trial) : 0;
        value[i] = own * (lambda - share * force[f - 1]);
        jacobian(i, i) = own;
        jacobian(i, i - 1) = -own * share;
      }
    }
  }
  // What restitution adds to the velocity of a stop; one that opens already is not held.
  double bounce(int f) const {
    const double approach = -before[f];
    const double e = approach < 0 ? 1 : approach < slow ? 0 : of(f).restitution;
    return e * before[f];
  }

  void solve() {
    double size = 0;
    for (int i = 0; i < k; ++i)
      size = std::max({size, std::abs(free[index[i]]), std::abs(before[index[i]])});
    block.resize(k, k);
    jacobian.resize(k, k);
    value.resize(k);
    moved.resize(k);
    delta.resize(k);
    for (int j = 0; j < k; ++j)
      for (int i = 0; i < k; ++i) block(i, j) = delassus(index[i], index[j]);
    for (int i = 0; i < k; ++i) delta[i] = force[index[i]];
    moved.noalias() = block * delta;
    for (int i = 0; i < k; ++i) velocity[index[i]] = free[index[i]] + moved[i];
    for (int count = 0;; ++count) {
      jacobian.setZero();
      for (int i = 0; i < k; ++i) linearise(i);
      if (value.lpNorm<Eigen::Infinity>() <= tolerance * size) return;
      if (count == cap) break;
      ++iterations;
      lu.compute(jacobian);
      delta = lu.solve(value);
      moved.noalias() = block * delta;
      for (int i = 0; i < k; ++i) {
        force[index[i]] -= delta[i];
        velocity[index[i]] -= moved[i];
      }
    }
    ++unconverged;
  }

  void step(double input) {
    v_next = from_v * v + from_q * q + constant + from_input * input;
    q_next = q + h / 2 * (v + v_next);
    free.noalias() = rows * v_next.matrix();
    warm_start();
    activate();
    velocity = free;
    if (k > 0) {
      solve();
      push.setZero();
      for (int i = 0; i < k; ++i) push.noalias() += force[index[i]] * rows_transposed.col(index[i]);
      v_next += admittance * push.array();
      q_next = q + h / 2 * (v + v_next);
      velocity.noalias() = rows * v_next.matrix();
    }
    opening += h / 2 * (before + velocity);
    before.swap(velocity);
    for (int f = 0; f < nf; ++f) {
      if (compliant(f)) end[f] = next[f];
      mean[f] = force[f];
    }
    q.swap(q_next);
    v.swap(v_next);
  }
};

EigenAssembly::EigenAssembly(const EigenAssemblyProblem& problem) : impl_(new Impl(problem)) {}
EigenAssembly::~EigenAssembly() { delete impl_; }
void EigenAssembly::reset() { impl_->reset(); }
void EigenAssembly::step(double input) { impl_->step(input); }
const double* EigenAssembly::q() const { return impl_->q.data(); }
const double* EigenAssembly::v() const { return impl_->v.data(); }
long EigenAssembly::iterations() const { return impl_->iterations; }
long EigenAssembly::unconverged() const { return impl_->unconverged; }

}  // namespace mortise::bench
