// The step of structures with unilateral contacts, or without any.
#pragma once

#include "../instruction_sets.hpp"

MORTISE_DECLARE_STEP(unilateral_step)

#if !defined(MORTISE_NO_POSITION)
namespace mortise::baseline {
// At position level (PositionStepper).
void position_start(const ModelView& model, State& state);
void position_meet_clearance(const ModelView& model, State& state);
}  // namespace mortise::baseline
#endif
