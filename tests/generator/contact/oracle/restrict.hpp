// A contact problem with fewer or more directions.
#pragma once

#include "generator/contact/unilateral/contact_problem.hpp"

namespace mortise::gen {

// The contacts with only the first `directions` rows of each: what is left when the motion is
// planar (2) or friction is absent (1). Throws Error if the problem has fewer.
InterfaceProblem restricted(const InterfaceProblem& problem, int directions);

// The contacts in the layout of the runtime, three rows each; rows that were absent are zero.
InterfaceProblem embedded(const InterfaceProblem& problem);

}  // namespace mortise::gen
