// Static starts of a model file for parameters that are not its own.
#pragma once

#include <string>
#include <vector>

#include "generator/bake/play/instance.hpp"

namespace mortise::gen {

// After parameters were set and before the first step: a sliding contact starts anew, in the static
// sliding state of the numbers in force. Else nothing.
//   set    names of the parameters
//   press  whether the joints of the start are pressed
// Throws Error for a parameter that a pressed start depends on, which is baked, and where there is
// no static sliding state.
void follow_parameters(const std::vector<std::string>& set, bool press, Instance* instance);

}  // namespace mortise::gen
