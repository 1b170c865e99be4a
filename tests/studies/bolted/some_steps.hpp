// A few steps out of all that training has seen.
#pragma once

#include <vector>

#include "generator/reduce/bolted/training.hpp"

namespace mortise::gen {

// Forces (3 n) [N] of about so many steps, evenly taken.
std::vector<Vector> some_steps(const std::vector<BoltedSnapshots>& seen, Eigen::Index wanted);

}  // namespace mortise::gen
