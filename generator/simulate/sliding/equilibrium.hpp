// The static sliding state: the slave slides slowly enough for no inertia, the friction is fully
// up.
#pragma once

#include <string>

#include "generator/contact/sliding/geometry.hpp"
#include "generator/contact/system/reduced_system.hpp"
#include "generator/ground/text/error.hpp"

namespace mortise::gen {

// There is no static sliding state: the contact would have to pull.
class ContactPulls : public Error {
 public:
  ContactPulls(const std::string& where, double force);  // [N] > 0
};

// mu of the friction that is fully up while nothing moves but the frame [-]: none if that stands
// still, for nothing says which way.
inline double resting_friction(const SlidingLaw& law) {
  return law.velocity == 0.0 ? 0.0 : law.friction;
}

struct SlidingEquilibrium {
  Vector q;            // (n)
  double force = 0.0;  // lambda [N], > 0 if the contact presses
  ContactPlace place;
  int iterations = 0;
};

// Under the default values of the inputs: solves  omega^2 q = f0 + B u + lambda b(q),  g(q, path) =
// 0  by Newton's method, with the turning of the segment and the travel of the foot in its matrix.
// Modes with omega = 0 are allowed: the constraint holds them. path [m]; friction mu as given.
// Throws Error if the system has no sliding contact, the slave is not on its target or the
// iteration does not converge (the contact does not hold what is free, or the friction locks), and
// ContactPulls.
SlidingEquilibrium sliding_equilibrium(const ReducedSystem& system,
                                       const SlidingGeometryModel& geometry, double path,
                                       double friction);

// Where a run starts (n): in the static sliding state, or open where a unilateral contact would
// pull and the supports hold all modes. Throws Error as sliding_equilibrium().
Vector sliding_start(const ReducedSystem& system, const SlidingGeometryModel& geometry);

}  // namespace mortise::gen
