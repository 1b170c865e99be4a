// The step of assemblies (AssemblyStepper).
#pragma once

#include "../instruction_sets.hpp"

MORTISE_DECLARE_STEP(assembly_step)

namespace mortise::baseline {
// Books of the energy anew, for the state as it stands.
void assembly_start(const ModelView& model, State& state);
}  // namespace mortise::baseline
