// Outputs of a sliding run, as the system names them.
#pragma once

#include <vector>

#include "generator/sliding/stepper.hpp"

namespace mortise::gen {

// Values (ny) after a step, in the order of the system's outputs. Contact force and acceleration
// are those of the scheme (mean over the step or at its end), the friction force has Coulomb's full
// size against the sense of sliding unless the scheme knows better. Throws Error for a quantity
// that a sliding contact does not have.
std::vector<double> sliding_outputs(const SlidingStepper& stepper);

}  // namespace mortise::gen
