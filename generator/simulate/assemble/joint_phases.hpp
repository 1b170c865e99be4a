// The operating cases of a scenario in time, for full-order runs of a joint.
#pragma once

#include <vector>

#include "generator/simulate/assemble/assemble.hpp"
#include "generator/simulate/structure/joint_order.hpp"

namespace mortise::gen {

// scenario: index into the scenarios of the definition. Empty without a joint.
std::vector<JointPhase> joint_phases(const AssembledSystem& assembled, std::size_t scenario);

}  // namespace mortise::gen
