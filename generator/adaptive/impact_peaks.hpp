// What tells successive impacts apart in a trace.
#pragma once

#include <vector>

#include "generator/ehd/film_run.hpp"

namespace mortise::gen {

struct ImpactPeak {
  double force = 0.0, time = 0.0;  // largest force [N], at [s]
  double rebound = 0.0;            // fastest opening until the next peak [m/s]
};

// Maxima of the force above `least` times the largest one, separated by a force of less than half
// the smaller neighbour; parabolas through the samples around them.
std::vector<ImpactPeak> impact_peaks(const std::vector<FilmSample>& trace, double least = 0.1);

}  // namespace mortise::gen
