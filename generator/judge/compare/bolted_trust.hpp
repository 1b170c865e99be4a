// From which training ratio on a reduced bolted structure is UNTRUSTED: random forces, weak and
// strong, in full order and by the file.
#pragma once

#include "generator/judge/compare/bolted_draws.hpp"

namespace mortise::gen {

struct TrustSettings {
  int draws = 8;
  // Training ratios that the weakest and the strongest draw reach by the file, the others
  // geometrically between them.
  double least = 1.0, most = 4.0;
  std::uint64_t seed = 1;
  double duration = 0.03;    // of each [s]
  double force_scale = 1.0;  // [N] where the search for the forces begins
  double late = 0.1;         // as BoltedDraws::late
  int substeps = 1, jobs = 1;
};

// One draw: the largest training ratio until it is wrong, or of all of it.
struct TrustDraw {
  double ratio = 0.0;
  bool wrong = false;
};

struct TrustChoice {
  double limit = 0.0;  // of the training ratio
  std::vector<TrustDraw> draws;
  int wrong = 0, false_alarms = 0;  // of the draws, by this limit
};

// The largest limit that all wrong draws pass before they are wrong, less a tenth; where none is
// wrong, the largest ratio that was tried.
// model: bytes of a file whose last output is its training ratio. Throws Error if no force reaches
// the ratios.
TrustChoice choose_trust(const BoltedModel& full, const AlignedBytes& model,
                         const TrustSettings& settings,
                         const std::function<void(double)>& progress);

}  // namespace mortise::gen
