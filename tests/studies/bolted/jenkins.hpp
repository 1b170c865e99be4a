// Banks of sliders (Jenkins elements in parallel, Iwan's model) in place of a bolted contact, one
// bank for each of few modes: its force over amplitude and its loss are those of the full contact
// on a path of this mode alone. Modes do not see each other's slip, and the normal force is that of
// the preload: for one mode, or modes one at a time.
#pragma once

#include <vector>

#include "generator/reduce/bolted/project_tractions.hpp"
#include "generator/reduce/bolted/training.hpp"

namespace mortise::gen {

// amplitudes: (m) largest |eta|; modes: of them. sliders: at most, of every bank.
// Throws Error where on the path of a mode points open or close: sliders cannot follow that.
ReducedBolted jenkins_banks(const BoltedSystem& system, const std::vector<Eigen::Index>& modes,
                            const Vector& amplitudes, int sliders);

}  // namespace mortise::gen
