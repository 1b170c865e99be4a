// Exact solution of one contact with all other forces frozen.
//
// Given the velocity c that the contact would have without its own force, find r with
// u = G_ii r + c and the Signorini-Coulomb law. Stick is one 3 x 3 product. Slip is a scalar
// equation: (S + alpha I) r_t = -s with S, s the tangential system after u_n = 0 is eliminated,
// and alpha >= 0 such that |r_t| = mu r_n; Newton on mu r_n / |r_t| - 1, nearly linear in alpha.
#pragma once

#include "residual.hpp"

namespace mortise::MORTISE_ISA {

inline constexpr int kSlipIterations = 4;

MORTISE_INLINE void slip_solve(const LocalContact& l, Real mu, const Real c[3], Real* alpha_memory,
                               Real r[3]) {
  const Real p1 = l.coupling[0] * l.inverse_normal, p2 = l.coupling[1] * l.inverse_normal;
  const Real r0 = -c[0] * l.inverse_normal;
  const Real s1 = c[1] - p1 * c[0], s2 = c[2] - p2 * c[0];
  Real alpha = *alpha_memory;
  Real t1 = 0, t2 = 0, limit = 0, size = 0;
  for (int k = 0;; ++k) {
    const Real a = l.slip_block[0] + alpha, b = l.slip_block[1], d = l.slip_block[2] + alpha;
    const Real inv = 1 / (a * d - b * b);
    t1 = -(d * s1 - b * s2) * inv;
    t2 = -(a * s2 - b * s1) * inv;
    size = square_root(t1 * t1 + t2 * t2);
    limit = mu * (r0 - p1 * t1 - p2 * t2);
    if (k == kSlipIterations) break;
    if (!(limit > 0)) {  // normal force lost at this alpha: more multiplier, less friction
      alpha = 2 * alpha + a + d;
      continue;
    }
    const Real h = limit / size - 1;
    if (absolute(h) < 4e-16) break;
    const Real w1 = (d * t1 - b * t2) * inv, w2 = (a * t2 - b * t1) * inv;  // -d r_t / d alpha
    const Real limit_rate = mu * (p1 * w1 + p2 * w2);
    const Real size_rate = -(t1 * w1 + t2 * w2) / size;
    const Real rate = (limit_rate - limit / size * size_rate) / size;
    if (!(rate > 0)) break;
    alpha = larger(alpha - h / rate, 0);
  }
  *alpha_memory = alpha;
  const Real n = limit > 0 ? limit / mu : 0;
  const Real scale = size > limit ? larger(limit, 0) / size : 1;
  r[0] = n;
  r[1] = t1 * scale;
  r[2] = t2 * scale;
}

MORTISE_INLINE void local_solve(const LocalContact& l, Real mu, const Real c[3],
                                ContactMemory& memory, Real r[3]) {
  if (!(c[0] < 0)) {
    r[0] = r[1] = r[2] = 0;
    memory.status = contact_status::kOpen;
    return;
  }
  if (!(mu > 0) || !(l.friction_step > 0)) {
    r[0] = -c[0] * l.inverse_normal;
    r[1] = r[2] = 0;
    memory.status = contact_status::kSlip;
    return;
  }
  if (l.sticks > 0) {
    const Real* k = l.inverse;
    r[0] = -(k[0] * c[0] + k[1] * c[1] + k[2] * c[2]);
    r[1] = -(k[1] * c[0] + k[3] * c[1] + k[4] * c[2]);
    r[2] = -(k[2] * c[0] + k[4] * c[1] + k[5] * c[2]);
    const Real limit = mu * r[0];
    if (limit >= 0 && r[1] * r[1] + r[2] * r[2] <= limit * limit) {
      memory.status = contact_status::kStick;
      return;
    }
    slip_solve(l, mu, c, &memory.slip_multiplier, r);
  } else {  // a tangential direction cannot move: one normal and one projected friction update
    const Real n = -c[0] * l.inverse_normal;
    r[0] = n;
    r[1] = -c[1] * l.friction_step;
    r[2] = -c[2] * l.friction_step;
    const Real size = square_root(r[1] * r[1] + r[2] * r[2]);
    const Real s = size > mu * n ? mu * n / size : 1;
    r[1] *= s;
    r[2] *= s;
  }
  memory.status = contact_status::kSlip;
}

}  // namespace mortise::MORTISE_ISA
