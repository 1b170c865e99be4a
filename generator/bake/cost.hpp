// Work of one step, counted from the algorithm: multiplications and additions, operator bytes.
#pragma once

#include <cstdint>

#include "generator/bake/choose_solver.hpp"
#include "mortise/model.hpp"

namespace mortise::gen {

struct StepCost {
  std::uint64_t flops_free = 0, flops_worst = 0, bytes_free = 0, bytes_worst = 0;
};

// free: no active contact; worst: every contact active and every cap met. With W the interface
// rows and k <= 3 nc the Newton unknowns an iteration costs 2/3 k^3 + 2 (3 nc) k.
StepCost count_cost(const Dims& dims, const ChosenSolver& solver);

// Joints: free is a step with every point open, one sweep; worst meets the cap of sweeps.
StepCost count_joint_cost(const Dims& dims, const JointView& joint, int sweeps);

// Sliding contacts: every step does the same work, but for the neighbours it looks at.
StepCost count_sliding_cost(const Dims& dims);

}  // namespace mortise::gen
