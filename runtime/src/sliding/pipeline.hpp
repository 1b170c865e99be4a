// The step of structures with a sliding contact, its start (SlidingStepper) and its static
// state (SlidingRest).
#pragma once

#include "../instruction_sets.hpp"

MORTISE_DECLARE_STEP(sliding_step)

namespace mortise::baseline {
void sliding_start(const ModelView& model, State& state);
bool sliding_rests(const ModelView& model, State& state);
bool sliding_rest(const ModelView& model, State& state);
}  // namespace mortise::baseline
