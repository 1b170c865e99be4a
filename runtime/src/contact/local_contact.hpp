// What a local contact solve needs of its diagonal Delassus block G_ii (3 x 3), computed offline.
//
// Sixteen numbers per contact, two cache lines. Directions without motion (zero rows, e.g. the
// tangents of a one-dof oscillator) get zero inverses, so the contact is frictionless there.
#pragma once

#include "mortise/types.hpp"

namespace mortise {

struct alignas(64) LocalContact {
  Real inverse[6];      // G_ii^-1: nn, n1, n2, 11, 12, 22 [N s/m]; 0 if G_ii is singular
  Real inverse_normal;  // 1 / G_nn [N s/m]
  Real coupling[2];     // G_n1, G_n2 [m/s/N]
  Real slip_block[3];   // Schur complement G_tt - G_tn G_nt / G_nn: 11, 12, 22 [m/s/N]
  Real scale;           // largest eigenvalue bound of G_ii, velocity per force [m/s/N]
  Real friction_step;   // 1 / lambda_max(G_tt) [N s/m]; 0 without tangential motion
  Real sticks;          // 1 if G_ii is regular, so that stick can be solved for; else 0
  Real reserved;
};
static_assert(sizeof(LocalContact) == 16 * sizeof(Real), "file layout");

// From the upper part of a symmetric block {nn, n1, n2, 11, 12, 22} [m/s/N].
// Offline only: the result is stored in the file, so every target uses the same bits.
inline LocalContact make_local_contact(const Real g[6]) {
  LocalContact c{};
  const Real nn = g[0], n1 = g[1], n2 = g[2], t11 = g[3], t12 = g[4], t22 = g[5];
  c.coupling[0] = n1;
  c.coupling[1] = n2;
  c.inverse_normal = nn > 0 ? 1 / nn : 0;
  c.slip_block[0] = t11 - n1 * n1 * c.inverse_normal;
  c.slip_block[1] = t12 - n1 * n2 * c.inverse_normal;
  c.slip_block[2] = t22 - n2 * n2 * c.inverse_normal;
  const Real half = (t11 + t22) / 2, diff = (t11 - t22) / 2;
  const Real tt_max = half + __builtin_sqrt(diff * diff + t12 * t12);
  c.friction_step = tt_max > 1e-12 * nn ? 1 / tt_max : 0;
  // lambda_max(G_ii) <= max(G_nn, lambda_max(G_tt)) + |G_nt|
  c.scale = (nn > tt_max ? nn : tt_max) + __builtin_sqrt(n1 * n1 + n2 * n2);

  const Real c00 = t11 * t22 - t12 * t12, c01 = n2 * t12 - n1 * t22, c02 = n1 * t12 - n2 * t11;
  const Real det = nn * c00 + n1 * c01 + n2 * c02;
  const Real size = c.scale * c.scale * c.scale;
  if (det > 1e-13 * size) {
    c.sticks = 1;
    c.inverse[0] = c00 / det;
    c.inverse[1] = c01 / det;
    c.inverse[2] = c02 / det;
    c.inverse[3] = (nn * t22 - n2 * n2) / det;
    c.inverse[4] = (n1 * n2 - nn * t12) / det;
    c.inverse[5] = (nn * t11 - n1 * n1) / det;
  }
  return c;
}

}  // namespace mortise
