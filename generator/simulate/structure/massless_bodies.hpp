// Bodies with contacts at position level, at full order: all modes of bodies whose boundary at
// these contacts has no mass, as the dofs of a system.
#pragma once

#include "generator/contact/system/condense.hpp"

namespace mortise::gen {

// All modes of a system with contacts at position level, whose other interfaces keep their mass.
// Throws Error beyond the dofs that dense modes can have.
Condensation all_modes(const FullSystem& system);

// The same as a system of dofs that are modes of mass 1; its contacts at position level have their
// compliance, and what outputs see of it. step: h [s], for the lag of a restitution.
FullSystem on_modes(const FullSystem& system, const Condensation& modes, double step);

}  // namespace mortise::gen
