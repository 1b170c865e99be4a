// The impacts of two runs side by side.
#pragma once

#include <vector>

#include "generator/simulate/film/impacts.hpp"

namespace mortise::gen {

struct ImpactPair {
  Impact full, other;
  // Rebound over the velocity before: the impact velocity, then the last rebound [-].
  double restitution_full = 0.0, restitution_other = 0.0;
};

// The bounces of both traces in turn, as many as the shorter one has. velocity: of the first
// approach [m/s].
std::vector<ImpactPair> pair_impacts(const std::vector<Impact>& full,
                                     const std::vector<Impact>& other, double velocity);

}  // namespace mortise::gen
