// The step of bolted contacts, their start and outputs before a step (BoltedStepper).
#pragma once

#include "../instruction_sets.hpp"

MORTISE_DECLARE_STEP(bolted_step)

namespace mortise::baseline {
void bolted_start(const ModelView& model, State& state);
// Outputs of the state as it stands (ny).
void bolted_outputs(const ModelView& model, State& state, Real* y);
}  // namespace mortise::baseline
