// A scenario of the unreduced structure with a sliding contact (generator/sliding): all modes of
// every substructure, so nothing is condensed away.
#pragma once

#include "generator/simulate/trajectory.hpp"
#include "generator/system/reduced_system.hpp"

namespace mortise::gen {

// The same for modal coordinates, e.g. condensed ones: what the explicit scheme is for, whose step
// is limited by the fastest mode.
Trajectory run_sliding_modes(const ReducedSystem& system, const FullOrderOptions& options,
                             const std::vector<SourceOptions>& sources, double duration, int every,
                             const Progress& progress);

// As run_full, which calls it for systems with a sliding contact. Starts in the static sliding
// state; displacement and velocity are not used. options: step, scheme and radius count.
Trajectory run_full_sliding(const FullSystem& system, const FullOrderOptions& options,
                            const std::vector<SourceOptions>& sources, double duration, int every,
                            const Progress& progress);

}  // namespace mortise::gen
