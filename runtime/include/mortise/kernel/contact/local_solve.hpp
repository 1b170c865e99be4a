// Exact solution of one contact with all other forces frozen.
//
// Given the velocity c that the contact would have without its own force, find r with
// u = G_ii r + c and the Signorini-Coulomb law. Stick is one 3 x 3 product. Slip is a scalar
// equation: (S + alpha I) r_t = -s with S, s the tangential system after u_n = 0 is eliminated,
// and alpha >= 0 such that |r_t| = mu r_n. Newton on mu r_n / |r_t| - 1, nearly linear for large
// alpha, negative at alpha = 0 (the stick force leaves the cone) and positive at infinity; steps
// that leave the bracket are replaced by bisection.
#pragma once

#include "mortise/kernel/caps.hpp"
#include "mortise/kernel/contact/residual.hpp"

namespace mortise::MORTISE_ISA {

inline constexpr Real kSlipLoose = 1e-2;

// The tangential system of a sliding contact.
struct SlipSystem {
  Real mu;
  Real p1, p2;   // normal force lost per tangential force [-]
  Real r0;       // normal force without friction [N]
  Real s1, s2;   // tangential velocity without friction [m/s]
  Real a, b, d;  // S
  Real inv;      // 1 / det(S + alpha I)
  Real n;        // normal force [N]
  Real t1, t2;   // friction force [N]
  Real squared;  // |r_t|^2

  MORTISE_INLINE void forces(Real alpha) {
    const Real aa = a + alpha, dd = d + alpha;
    inv = 1 / (aa * dd - b * b);
    t1 = (b * s2 - dd * s1) * inv;
    t2 = (b * s1 - aa * s2) * inv;
    n = r0 - (p1 * t1 + p2 * t2);
    squared = t1 * t1 + t2 * t2;
  }

  // h = mu r_n / |r_t| - 1 and the Newton step -h / h'; with F = (mu r_n / |r_t|)^2 - 1 the root
  // is needed only far from the solution.
  MORTISE_INLINE void newton(Real alpha, Real* h, Real* step) const {
    const Real aa = a + alpha, dd = d + alpha, limit = mu * n;
    const Real w1 = (dd * t1 - b * t2) * inv, w2 = (aa * t2 - b * t1) * inv;  // -d r_t / d alpha
    const Real share = limit / squared;
    const Real F = limit * share - 1;
    const Real rate = 2 * share * (mu * (p1 * w1 + p2 * w2) + share * (t1 * w1 + t2 * w2));
    const bool near = limit > 0 && absolute(F) < Real(1e-3);
    const Real root =
        near ? F * (Real(0.5) - F * (Real(0.125) - F * Real(0.0625))) : square_root(1 + F) - 1;
    *h = limit > 0 ? root : Real(-1);
    *step = -2 * *h * (1 + *h) / rate;
  }
};

// Returns |r_t|^2 - (mu r_n)^2 [N2]; nothing else is violated. Sweeps make it vanish.
MORTISE_INLINE Real slip_solve(const LocalContact& l, Real mu, const Real c[3], Real* alpha_memory,
                               Real r[3]) {
  SlipSystem s;
  s.mu = mu;
  s.p1 = l.coupling[0] * l.inverse_normal;
  s.p2 = l.coupling[1] * l.inverse_normal;
  s.r0 = -c[0] * l.inverse_normal;
  s.s1 = c[1] - s.p1 * c[0];
  s.s2 = c[2] - s.p2 * c[0];
  s.a = l.slip_block[0];
  s.b = l.slip_block[1];
  s.d = l.slip_block[2];
  Real low = 0, high = -1;  // bracket; no upper end yet
  Real alpha = *alpha_memory;
  if (!(alpha > 0)) {  // exact for an isotropic block without coupling
    const Real guess = square_root(s.s1 * s.s1 + s.s2 * s.s2) / (mu * s.r0) - (s.a + s.d) / 2;
    alpha = larger(guess, 0);
  }
  s.forces(alpha);
  for (int k = 0; k < kSlipIterations; ++k) {
    Real h, step;
    s.newton(alpha, &h, &step);
    if (absolute(h) < Real(1e-15)) break;
    if (h < 0) {
      low = alpha;
    } else {
      high = alpha;
    }
    Real next = alpha + step;
    const bool inside = next > low && (high < 0 || next < high);  // false if not a number
    if (!inside) next = high < 0 ? 2 * alpha + s.a + s.d : (low + high) / 2;
    if (next == alpha) break;
    alpha = next;
    s.forces(alpha);
    // Close to the root a step squares the error; the other contacts move before the next visit.
    if (inside && absolute(h) < kSlipLoose) break;
  }
  *alpha_memory = alpha;
  r[0] = larger(s.n, 0);
  r[1] = s.t1;
  r[2] = s.t2;
  const Real limit = mu * r[0];
  return s.squared - limit * limit;
}

// Returns by how much the squared force leaves the cone [N2]; 0 for open and sticking contacts.
MORTISE_INLINE Real local_solve(const LocalContact& l, Real mu, const Real c[3],
                                ContactMemory& memory, Real r[3]) {
  if (!(c[0] < 0)) {
    r[0] = r[1] = r[2] = 0;
    memory.status = contact_status::kOpen;
    return 0;
  }
  if (!(mu > 0) || !(l.friction_step > 0)) {
    r[0] = -c[0] * l.inverse_normal;
    r[1] = r[2] = 0;
    memory.status = contact_status::kSlip;
    return 0;
  }
  const Real* k = l.inverse;
  r[0] = -(k[0] * c[0] + k[1] * c[1] + k[2] * c[2]);
  r[1] = -(k[1] * c[0] + k[3] * c[1] + k[4] * c[2]);
  r[2] = -(k[2] * c[0] + k[4] * c[1] + k[5] * c[2]);
  const Real limit = mu * r[0];
  if (limit >= 0 && r[1] * r[1] + r[2] * r[2] <= limit * limit) {
    memory.status = contact_status::kStick;
    return 0;
  }
  memory.status = contact_status::kSlip;
  return slip_solve(l, mu, c, &memory.slip_multiplier, r);
}

}  // namespace mortise::MORTISE_ISA
