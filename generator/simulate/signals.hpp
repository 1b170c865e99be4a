// Input signals of a scenario, evaluated directly (offline: transcendental functions are welcome).
#pragma once

#include <vector>

#include "generator/bake/options.hpp"

namespace mortise::gen {

// Values of all inputs (nu) at time t [s]: defaults where no source drives an input.
Vector input_values(const std::vector<InputChannel>& inputs,
                    const std::vector<SourceOptions>& sources, double t);

// What a step from t to t + h uses: the value at t, or the mean of both ends where the hold is
// linear.
Vector held_inputs(const std::vector<InputChannel>& inputs,
                   const std::vector<SourceOptions>& sources, double t, double h);

}  // namespace mortise::gen
