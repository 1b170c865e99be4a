// What a local contact solve needs of its diagonal Delassus block G_ii (3 x 3), computed offline.
//
// Sixteen numbers per contact, two cache lines. A contact without tangential motion (zero rows,
// e.g. of a one-dof oscillator) is frictionless. One tangent without motion (planar models) carries
// no force: its diagonal is set to `scale`, which changes nothing else. A block that is singular in
// another direction (fewer modes than directions) is solved with its diagonal raised by the
// factor 1 + shift about the last force: the fixed points of the sweeps are the solutions of the
// true problem, and every step is regular.
#pragma once

#include "mortise/types.hpp"

namespace mortise {

struct alignas(64) LocalContact {
  Real inverse[6];      // of the block: nn, n1, n2, 11, 12, 22 [N s/m]
  Real inverse_normal;  // 1 / block_nn [N s/m]
  Real coupling[2];     // G_n1, G_n2 [m/s/N]
  Real slip_block[3];   // Schur complement of the block's nn: 11, 12, 22 [m/s/N]
  Real scale;           // largest eigenvalue bound of G_ii, velocity per force [m/s/N]
  Real friction_step;   // 1 / lambda_max(G_tt) [N s/m]; 0 without tangential motion
  Real shift;           // 0, or the share by which the diagonal of a singular G_ii is raised [-]
  Real inverse_reach;   // 1 / |normal row|: modal path per change of the gap [kg^0.5]; 0 if none
};
static_assert(sizeof(LocalContact) == 16 * sizeof(Real), "file layout");

inline Real determinant(Real nn, Real n1, Real n2, Real t11, Real t12, Real t22) {
  return nn * (t11 * t22 - t12 * t12) + n1 * (n2 * t12 - n1 * t22) + n2 * (n1 * t12 - n2 * t11);
}

// From the upper part of a symmetric block {nn, n1, n2, 11, 12, 22} [m/s/N] and the length of the
// contact's normal row [kg^-0.5].
// Offline only: the result is stored in the file, so every target uses the same bits.
inline __attribute__((always_inline)) LocalContact make_local_contact(const Real g[6], Real reach) {
  LocalContact c{};
  c.inverse_reach = reach > 0 ? 1 / reach : 0;
  Real nn = g[0], n1 = g[1], n2 = g[2], t11 = g[3], t12 = g[4], t22 = g[5];
  const Real half = (t11 + t22) / 2, diff = (t11 - t22) / 2;
  const Real tt_max = half + __builtin_sqrt(diff * diff + t12 * t12);
  c.friction_step = tt_max > 1e-12 * nn ? 1 / tt_max : 0;
  // lambda_max(G_ii) <= max(G_nn, lambda_max(G_tt)) + |G_nt|
  c.scale = (nn > tt_max ? nn : tt_max) + __builtin_sqrt(n1 * n1 + n2 * n2);
  c.inverse_normal = nn > 0 ? 1 / nn : 0;
  if (!(c.friction_step > 0)) return c;

  if (!(t11 > 1e-14 * c.scale)) t11 = c.scale;
  if (!(t22 > 1e-14 * c.scale)) t22 = c.scale;
  // by Hadamard's inequality the determinant of a regular block is a fair share of its diagonal
  if (!(determinant(nn, n1, n2, t11, t12, t22) > 1e-12 * nn * t11 * t22)) {
    c.shift = 1e-3;
    nn += c.shift * nn;
    t11 += c.shift * t11;
    t22 += c.shift * t22;
  }
  c.coupling[0] = n1;
  c.coupling[1] = n2;
  c.inverse_normal = 1 / nn;
  c.slip_block[0] = t11 - n1 * n1 * c.inverse_normal;
  c.slip_block[1] = t12 - n1 * n2 * c.inverse_normal;
  c.slip_block[2] = t22 - n2 * n2 * c.inverse_normal;
  const Real det = determinant(nn, n1, n2, t11, t12, t22);
  c.inverse[0] = (t11 * t22 - t12 * t12) / det;
  c.inverse[1] = (n2 * t12 - n1 * t22) / det;
  c.inverse[2] = (n1 * t12 - n2 * t11) / det;
  c.inverse[3] = (nn * t22 - n2 * n2) / det;
  c.inverse[4] = (n1 * n2 - nn * t12) / det;
  c.inverse[5] = (nn * t11 - n1 * n1) / det;
  return c;
}

}  // namespace mortise
