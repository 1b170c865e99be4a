// Sliding systems that the tests of this folder share.
#pragma once

#include "generator/contact/system/reduced_system.hpp"

namespace mortise::gen {

// A slave of two modes (x, y coupled by a stiffness) on a rigid, sprung table of one mode:
//   m x'' + kx x + kxy y = -mu lambda,  m y'' + kxy x + ky y = lambda - load,
//   M w'' + K w = -lambda,              y = w
struct TableSlider {
  double mass = 0.7, kx = 600.0, ky = 300.0, kxy = 60.0;  // kg, N/m
  double table_mass = 0.1, table_stiffness = 400.0;
  double load = 2.0;  // pressing down [N]
  double friction = 0.0;

  // Table of three nodes between x = 0 and 2 m.
  ReducedSystem system() const;

  // Friction from which on two frequencies meet (flutter): the lowest positive root of the
  // discriminant of the quadratic in s^2, NaN without.
  double flutter_friction() const;
};

// The beam on beam of Brunetti et al. (section 3): 25 + 20 and 200 + 20 coordinates, or all modes
// of both bodies. Input and first output row: force and displacement of the slave in y; second
// output row: tip of the lower beam in y.
ReducedSystem beam_on_beam(double friction, bool all_modes = false, bool pushed = false);

}  // namespace mortise::gen
