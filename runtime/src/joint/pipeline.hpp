// The step of structures with a joint, and what is done for it between steps (JointStepper).
#pragma once

#include "../instruction_sets.hpp"

MORTISE_DECLARE_STEP(joint_step)

namespace mortise::baseline {
void joint_start(const ModelView& model, State& state, const Real* pressure);
// press: the normal law has changed, forces at t_n follow it
void joint_prepare(const ModelView& model, State& state, bool press);
}  // namespace mortise::baseline
