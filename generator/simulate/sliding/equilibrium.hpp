// The static sliding state: the slave slides slowly enough for no inertia, the friction is fully
// up.
#pragma once

#include "generator/contact/sliding/geometry.hpp"
#include "generator/contact/system/reduced_system.hpp"

namespace mortise::gen {

struct SlidingEquilibrium {
  Vector q;            // (n)
  double force = 0.0;  // lambda [N], > 0 if the contact presses
  ContactPlace place;
  int iterations = 0;
};

// Solves  omega^2 q = constant_force + lambda b(q),  g(q, path) = 0  by Newton's method, with the
// turning of the segment and the travel of the foot in its matrix. Modes with omega = 0 are
// allowed: the constraint holds them. path [m]; friction mu as given. Throws Error if the system
// has no sliding contact, the slave is not on its target or the iteration does not converge (the
// contact does not hold what is free, or the friction locks).
SlidingEquilibrium sliding_equilibrium(const ReducedSystem& system,
                                       const SlidingGeometryModel& geometry, double path,
                                       double friction);

}  // namespace mortise::gen
