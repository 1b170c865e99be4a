// The step of bolted contacts, their start (BoltedStepper).
#pragma once

#include "../instruction_sets.hpp"

MORTISE_DECLARE_STEP(bolted_step)

namespace mortise::baseline {
void bolted_start(const ModelView& model, State& state);
}  // namespace mortise::baseline
