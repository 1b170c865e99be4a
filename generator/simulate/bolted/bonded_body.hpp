// The bolted structure that is a body of an assembly, as it vibrates, at full order.
#pragma once

#include "generator/contact/system/full_system.hpp"
#include "generator/simulate/bolted/bolted_case.hpp"
#include "generator/simulate/bolted/bolted_system.hpp"

namespace mortise::gen {

// Loads of the system are those of all inputs of the assembly; its motions those that outputs of
// the interface look at. Not copied: the system refers to the case.
struct BondedBody {
  BondedBody() = default;
  BondedBody(const BondedBody&) = delete;
  BondedBody& operator=(const BondedBody&) = delete;

  BoltedCase bolted;
  BoltedSystem system;
};

// The system with dofs of its bolted structures that a step h [s] of the trapezoidal rule moves
// exactly (exact_modes.hpp); rows follow, and outputs of speeds have rows of their own.
FullSystem exact_system(const FullSystem& system, double h);

// A displacement and a velocity (n) of `system` as its exact_system() has them.
void to_exact(const FullSystem& system, double h, Vector* displacement, Vector* velocity);

}  // namespace mortise::gen
