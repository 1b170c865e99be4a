// The first ticks of a loop, played before it begins with a state that nobody sees.
#pragma once

#include "input_source.hpp"
#include "paced_loop.hpp"

namespace mortise::targets {

inline constexpr int kRehearsed = 5;            // ticks at most
inline constexpr double kRehearsalLasts = 1e9;  // [ns], after which no other tick begins

// Touches code, buffers and clock pages once, and tells what a tick takes: the median duration
// [us], with the inputs that the source has for them, or the defaults of the model if those come
// from elsewhere. State and source are left as they were. steps: per tick; period [ns].
double rehearse(Clock* clock, const Model& model, State* state, InputSource* source, int steps,
                double period);

}  // namespace mortise::targets
