// The operating cases that the phases of all scenarios ask for.
#pragma once

#include "generator/simulate/assemble/assemble.hpp"
#include "generator/simulate/assemble/damping.hpp"

namespace mortise::gen {

// Sets the damping of the system; with a joint also cases and scenario_phases: the definition's own
// law and damping first, then every further pair of law and damping once, named after the first
// scenario (and phase) that has it. The joint must be attached before.
void add_operating_cases(const Definition& definition, AssembledSystem* assembled);

}  // namespace mortise::gen
