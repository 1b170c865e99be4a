// A reduced bolted structure against all of its points under random forces: what no scenario has
// shown.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "generator/bake/play/instance.hpp"
#include "generator/judge/certify/certify_bolted.hpp"

namespace mortise::gen {

struct BoltedDraws {
  int count = 20;
  std::uint64_t seed = 1;
  double duration = 0.05;              // of each [s]
  double low_hz = 0.0, high_hz = 0.0;  // band of the forces; 0: the lowest mode, and 1200 Hz or the
                                       // highest one
  double force = 0.0;                  // root mean square of every input [its unit] > 0
  int substeps = 1;                    // of the full model, those of the file
};

// Every input is a sum of sines of random frequencies and phases that rises within a tenth of the
// duration. Errors as compare_bolted() has them, a draw each, in their order.
// model: bytes of a file. progress: share done, 0..1; may be empty.
std::vector<Measured> judge_draws(const BoltedModel& full, const AlignedBytes& model,
                                  const BoltedDraws& draws,
                                  const std::function<void(double)>& progress);

// The value below which this share of the errors of a measure lies; absent: nothing was measured.
std::optional<double> quantile(const std::vector<Measured>& errors, Measure measure, double share);

}  // namespace mortise::gen
