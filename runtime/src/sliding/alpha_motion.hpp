// Generalised alpha (Chung and Hulbert, in the form of Arnold and Bruels) for a sliding contact
// that stays closed. The schema's table Stage has the equations; z'' is the true acceleration, a
// the auxiliary one:
//   a+ = free a+ + admittance f
//   q+ = q + h v + h^2 ((1/2 - beta) a + beta a+),   v+ = v + h ((1 - gamma) a + gamma a+)
//   z''+ = f0 + B u + f - d v+ - omega^2 q+
// with the contact's force f on the modes.
#pragma once

#include "force.hpp"
#include "mortise/kernel/modal_motion.hpp"

namespace mortise::MORTISE_ISA {

class AlphaMotion {
 public:
  // Accelerations of the modes at t_n (np).
  struct Accelerations {
    Real *auxiliary, *acceleration;
  };

  AlphaMotion(const ModelView& m, const Accelerations& now, const Accelerations& next)
      : m_(m), view_(m.sliding), n_(m.dims.modes_padded), now_(now), next_(next) {}

  // Without contact force. u: inputs at t_n+1 (nu)
  //   ahead      q + h v
  //   free_q     q+ - ahead
  //   free_a     a+
  void predict(const Real* q, const Real* v, const Real* u, Real* ahead, Real* free_q,
               Real* free_a) const {
    const Pack h = Pack::all(m_.h);
    for (int j = 0; j < n_; j += kLanes) {
      const Pack a = free_auxiliary(q, v, u, j);
      (Pack::load(q + j) + h * Pack::load(v + j)).store(ahead + j);
      a.store(free_a + j);
      way(Pack::load(now_.auxiliary + j), a).store(free_q + j);
    }
  }

  // With the contact's force, whose rows are `rows` (n x 2).
  //   ahead     of predict
  //   q, v_now  at t_n;  q_next, v_next: at t_n+1, v_next comes with the free a+
  // Returns 0 if everything is finite; *slip: velocity of the slave along the segment, without the
  // frame's [m/s].
  Real correct(const SlidingPlace& p, const SlidingPush& push, const Real* rows, const Real* u,
               const Real* ahead, const Real* v_now, Real* q_next, Real* v_next, Real* slip) const {
    const Pack zero = Pack::all(0), huge = Pack::all(kHuge), x = Pack::all(push.x),
               y = Pack::all(push.y);
    Real sums[2];  // slip, and what is finite
    lane_sums<2>(n_, sums, [&](Pack* acc, int j) {
      const Pack rx = Pack::load(rows + j), ry = Pack::load(rows + n_ + j);
      const Pack force = x * rx + y * ry, a0 = Pack::load(now_.auxiliary + j);
      const Pack a1 = Pack::load(v_next + j) + Pack::load(m_.admittance + j) * force;
      const Pack q1 = Pack::load(ahead + j) + way(a0, a1);
      const Pack v1 = Pack::load(v_now + j) + gain(a0, a1);
      const Pack z1 = balance(force, u, q1, v1, j);
      a1.store(next_.auxiliary + j);
      z1.store(next_.acceleration + j);
      q1.store(q_next + j);
      v1.store(v_next + j);
      acc[0] = acc[0] + (Pack::all(p.cosine) * rx + Pack::all(p.sine) * ry) * v1;
      acc[1] = acc[1] + (v1 * huge + q1 * huge + (a1 + z1)) * zero;
    });
    *slip = sums[0];
    return sums[1];
  }

  // z'' = a at t_n from q and v, with the force that keeps the gap's acceleration at zero.
  //   u     inputs at t_n (nu)
  //   mu    coefficient of friction, its sign that of the sliding
  void start(const SlidingPlace& p, const Real* rows, const Real* q, const Real* v, const Real* u,
             Real mu) const {
    Real* z = now_.acceleration;
    for (int j = 0; j < n_; ++j) z[j] = free_acceleration(q, v, u, j);
    const Real *x = rows, *y = rows + n_;
    const auto normal = [&](int j) { return p.cosine * y[j] - p.sine * x[j]; };
    const auto tangent = [&](int j) { return p.cosine * x[j] + p.sine * y[j]; };
    const auto force = [&](int j) { return normal(j) - mu * tangent(j); };
    Real free = 0, own = 0, nn = 0, nt = 0;
    for (int j = 0; j < n_; ++j) {
      free += normal(j) * z[j];
      own += normal(j) * force(j);
      nn += normal(j) * normal(j);
      nt += normal(j) * tangent(j);
    }
    if (own < Real(kWedgeShare) * nn) {  // as friction_that_holds
      mu = (1 - Real(kWedgeShare)) * nn / nt;
      own = Real(kWedgeShare) * nn;
    }
    for (int j = 0; j < n_ && own > 0; ++j) z[j] -= free / own * force(j);
    copy(now_.auxiliary, z, n_);
  }

 private:
  const Real* column(const Real* matrix, int k) const {
    return matrix + static_cast<std::ptrdiff_t>(k) * n_;
  }

  // a+ without contact force.
  MORTISE_INLINE Pack free_auxiliary(const Real* q, const Real* v, const Real* u, int j) const {
    Pack a = Pack::load(m_.from_velocity + j) * Pack::load(v + j) +
             Pack::load(m_.from_position + j) * Pack::load(q + j);
    a = a + Pack::load(view_.from_auxiliary + j) * Pack::load(now_.auxiliary + j);
    a = a + Pack::load(view_.from_acceleration + j) * Pack::load(now_.acceleration + j);
    a = a + Pack::load(m_.constant + j);
    for (int k = 0; k < m_.dims.inputs; ++k)
      a = a + Pack::load(column(m_.from_input, k) + j) * Pack::all(u[k]);
    return a;
  }

  // q+ - q - h v
  MORTISE_INLINE Pack way(const Pack& a0, const Pack& a1) const {
    return Pack::all(m_.h * m_.h * (Real(0.5) - view_.beta)) * a0 +
           Pack::all(m_.h * m_.h * view_.beta) * a1;
  }
  // v+ - v
  MORTISE_INLINE Pack gain(const Pack& a0, const Pack& a1) const {
    return Pack::all(m_.h) * (Pack::all(1 - view_.gamma) * a0 + Pack::all(view_.gamma) * a1);
  }

  // z'' of the modes from j on, at which the forces are in balance.
  MORTISE_INLINE Pack balance(const Pack& force, const Real* u, const Pack& q, const Pack& v,
                              int j) const {
    Pack z = Pack::load(view_.constant_force + j) + force;
    for (int k = 0; k < m_.dims.inputs; ++k)
      z = z + Pack::load(column(view_.input_force, k) + j) * Pack::all(u[k]);
    const Pack w = Pack::load(m_.omega + j);
    return z - Pack::load(m_.damping + j) * v - w * w * q;
  }

  Real free_acceleration(const Real* q, const Real* v, const Real* u, int j) const {
    Real push = view_.constant_force[j];
    for (int k = 0; k < m_.dims.inputs; ++k) push += column(view_.input_force, k)[j] * u[k];
    return push - m_.damping[j] * v[j] - m_.omega[j] * m_.omega[j] * q[j];
  }

  const ModelView& m_;
  const SlidingView& view_;
  int n_;
  Accelerations now_, next_;
};

}  // namespace mortise::MORTISE_ISA
