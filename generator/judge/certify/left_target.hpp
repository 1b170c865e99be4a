// Sliding contacts that come to the end of their target: nothing of what follows is the model's.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "generator/bake/play/instance.hpp"
#include "generator/simulate/run/trajectory.hpp"

namespace mortise::gen {

// Time of the first recorded step in which one has left its target [s]; absent: none has.
std::optional<double> left_target(const Trajectory& run);

// The scenarios of a model file, held out or not, that leave a target, a sentence each that says
// when; none if nothing slides. Plays them.
std::vector<std::string> scenarios_leaving(const Instance& model);

}  // namespace mortise::gen
