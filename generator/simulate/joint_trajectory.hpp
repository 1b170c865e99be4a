// A scenario of the unreduced structure with a compliant joint (generator/joint).
#pragma once

#include "generator/simulate/trajectory.hpp"

namespace mortise::gen {

// As run_full, which calls it for systems with a joint. options: step and phases count.
// dissipated_in_contact is what friction and impacts took; largest_energy_gain is that between two
// recorded steps beyond the work of the applied forces.
Trajectory run_joint(const FullSystem& system, const FullOrderOptions& options,
                     const std::vector<SourceOptions>& sources, const Vector& displacement,
                     const Vector& velocity, double duration, int every, const Progress& progress);

}  // namespace mortise::gen
