// Up to which friction a bilateral sliding contact finds a force (Painleve). A normal force N that
// brings mu N of friction along opens the gap by (g_nn - mu g_nt) N in a step; where friction takes
// most of g_nn away the bodies wedge.
#pragma once

#include "generator/contact/system/reduced_system.hpp"

namespace mortise::gen {

struct FrictionLimit {
  double friction;  // largest mu, in either sense of sliding; infinite if none wedges [-]
  double position;  // where along the undeformed chain it is met [m]
};

// Over the whole chain, undeformed and in the initial state of the system.
//   admittance  (n) motion per modal force of a step, as the runtime divides by it
//   share       of g_nn that must be left, 0..1 [-]
FrictionLimit friction_limit(const ReducedSystem& system, const Vector& admittance, double share);

}  // namespace mortise::gen
