// A model file in motion, recorded as a full-order run is.
#pragma once

#include <string>
#include <vector>

#include "generator/bake/play/instance.hpp"
#include "generator/simulate/run/run_steps.hpp"

namespace mortise::gen {

// A scenario stored in the model, by index; the state is reset first. duration <= 0: the
// scenario's own. What a film gives out belongs to the end of a step: its first record is that of
// the first step, see film_samples() for their quantities. Throws Error if the model holds no such
// scenario.
Trajectory play(Instance& instance, int scenario, double duration, int every,
                const Progress& progress);

// Other inputs from the state as it is, for `steps` steps: model.input_values() of them each, those
// at its start and, if the model wants them, at its end.
Trajectory play(Instance& instance, const StepInputs& inputs, long steps, int every,
                const Progress& progress);

// Index of a scenario in a model file. path: of its definition, for the message. Throws Error if
// the model holds none of that name.
int scenario_of(const std::string& path, const Instance& instance, const std::string& name);

// Outputs of the state as it is, before any step; contact forces are zero (ny).
std::vector<double> initial_outputs(const Instance& instance);

}  // namespace mortise::gen
