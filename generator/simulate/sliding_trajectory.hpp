// A scenario of the unreduced structure with a sliding contact (generator/sliding): all modes of
// every substructure, so nothing is condensed away.
#pragma once

#include "generator/simulate/trajectory.hpp"

namespace mortise::gen {

// As run_full, which calls it for systems with a sliding contact. Starts in the static sliding
// state; displacement and velocity are not used. options: step and scheme count, moreau_jean only.
Trajectory run_full_sliding(const FullSystem& system, const FullOrderOptions& options,
                            const std::vector<SourceOptions>& sources, double duration, int every,
                            const Progress& progress);

}  // namespace mortise::gen
