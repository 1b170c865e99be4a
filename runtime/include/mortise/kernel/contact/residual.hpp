// Projection on the friction cone and the natural-map residual (De Saxce form).
#pragma once

#include "mortise/kernel/contact/problem.hpp"
#include "mortise/kernel/kernels.hpp"

namespace mortise::MORTISE_ISA {

// Nearest point of the cone |r_t| <= mu r_n; mu = 0 gives the half line.
MORTISE_INLINE void project_cone(Real mu, Real r[3]) {
  const Real t2 = r[1] * r[1] + r[2] * r[2], limit = mu * r[0];
  if (limit >= 0 && t2 <= limit * limit) return;
  const Real t = square_root(t2);
  if (mu * t <= -r[0]) {
    r[0] = r[1] = r[2] = 0;
    return;
  }
  const Real n = (r[0] + mu * t) / (1 + mu * mu);
  const Real s = t > 0 ? mu * n / t : 0;
  r[0] = n;
  r[1] *= s;
  r[2] *= s;
}

// Squared natural residual |scale r - P_K(scale r - (u + mu |u_t| e_n))|^2 of one contact; the
// cone is homogeneous, so it is scale^2 |r - P_K(r - (...) / scale)|^2 [m2/s2].
MORTISE_INLINE Real natural_residual(Real mu, Real scale, const Real* r, const Real* u) {
  if (!(scale > 0)) return 0;
  const Real s0 = scale * r[0], s1 = scale * r[1], s2 = scale * r[2];
  Real p[3];
  if (mu > 0) {
    const Real slide2 = u[1] * u[1] + u[2] * u[2];
    p[0] = s0 - (slide2 > 0 ? u[0] + mu * square_root(slide2) : u[0]);
    p[1] = s1 - u[1];
    p[2] = s2 - u[2];
    project_cone(mu, p);
  } else {
    p[0] = larger(s0 - u[0], 0);
    p[1] = p[2] = 0;
  }
  const Real d0 = s0 - p[0], d1 = s1 - p[1], d2 = s2 - p[2];
  return d0 * d0 + d1 * d1 + d2 * d2;
}

// Largest natural residual over the contacts that take part [m/s].
inline Real worst_residual(const ContactProblem& p, const ContactIterate& x) {
  Real worst = 0;
  for (int i = 0; i < p.count; ++i) {
    if (x.memory[i].status == contact_status::kInactive) continue;
    const int c = p.contact[i];
    worst = larger(worst, natural_residual(p.friction[c], p.local[c].scale, x.force + 3 * i,
                                           x.velocity + 3 * i));
  }
  return square_root(worst);
}

// Largest |b| over the contacts that take part [m/s].
inline Real largest_velocity(const ContactProblem& p, const ContactIterate& x) {
  Real worst = 0;
  for (int i = 0; i < p.count; ++i) {
    if (x.memory[i].status == contact_status::kInactive) continue;
    const Real* b = p.free_velocity + 3 * i;
    worst = larger(worst, larger(absolute(b[0]), larger(absolute(b[1]), absolute(b[2]))));
  }
  return worst;
}

// u = G lambda + b.
inline void interface_velocity(const ContactProblem& p, const Real* force, Real* velocity) {
  copy(velocity, p.free_velocity, p.ld);
  for (int i = 0; i < p.count; ++i) {
    const Real* r = force + 3 * i;
    if (r[0] != 0 || r[1] != 0 || r[2] != 0) {
      const Real* g = p.delassus + static_cast<std::ptrdiff_t>(3 * i) * p.ld;
      add_three(velocity, g, g + p.ld, g + 2 * p.ld, r[0], r[1], r[2], p.ld);
    }
  }
}

}  // namespace mortise::MORTISE_ISA
