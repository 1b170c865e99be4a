// Outputs of a state as it is: before its first step, at the start of a scenario.
#pragma once

#include "mortise/state.hpp"

namespace mortise {

// Contact forces and accelerations, which belong to a step, are zero.
//   y  outputs (ny)
// False, and nothing is written, for films, whose outputs belong to the end of a step, and if the
// state does not belong to the model.
bool outputs_at_rest(const Model& model, const State& state, Real* y) noexcept;

}  // namespace mortise
