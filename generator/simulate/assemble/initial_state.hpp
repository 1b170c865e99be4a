// The initial state that [initial] or a scenario asks for.
#pragma once

#include "generator/simulate/assemble/assemble.hpp"

namespace mortise::gen {

// system: complete but for its initial state. Throws Error for places the model does not have, and
// if what is pressed has no equilibrium.
InitialState initial_state(const FullSystem& system, const InitialSpec& spec);

// Displacement (n) of the static sliding state under `force` (n) [N] at the start of the path, the
// friction fully up, in physical coordinates. Throws Error if neither supports nor the contact hold
// the bodies, or the contact pulls.
Vector sliding_state(const FullSystem& system, const Vector& force);

// Every node moves by `motion`; rotations stay zero (n).
Vector uniform_motion(const FullModel& model, const Vector3& motion);

}  // namespace mortise::gen
