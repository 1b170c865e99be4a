// The step of assemblies (AssemblyStepper).
#pragma once

#include "../instruction_sets.hpp"

MORTISE_DECLARE_STEP(assembly_step)

namespace mortise::baseline {
// Books of the energy anew, for the state as it stands.
void assembly_start(const ModelView& model, State& state);
// Outputs of the state as it stands (ny); accelerations, which belong to a step, are 0.
void assembly_outputs_at_rest(const ModelView& model, State& state, Real* y);
}  // namespace mortise::baseline
