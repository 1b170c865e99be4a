// Static start of a condensed structure with a joint: pressed, free of shear.
#pragma once

#include "generator/contact/system/reduced_system.hpp"

namespace mortise::gen {

struct PressedStart {
  Vector q;         // (n)
  Vector pressure;  // normal forces of the law points, positive pushes apart [N]
};

// Solves  omega^2 q = f0 + B u + W^T F,  F the normal springs of the law at  s = W q + C (F, u) +
// offset, without friction; rigid motions that nothing holds stay as small as possible.
//   inputs: (nu) at the start. Throws Error if no set of closed points is in equilibrium.
PressedStart pressed_start(const ReducedSystem& system, const NormalLaw& law, const Vector& inputs);

}  // namespace mortise::gen
