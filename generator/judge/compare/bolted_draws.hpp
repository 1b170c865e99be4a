// A reduced bolted structure against all of its points under random forces: what no scenario has
// shown.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <functional>
#include <optional>
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
  int substeps = 1;                    // of the file
  int finer = 1;                       // steps of the full model in one of the file's
  int jobs = 1;                        // draws at a time
  double late = 0.1;  // error of the motions, of the largest so far, from which a run is wrong
};

// One draw.
struct BoltedDraw {
  Measured errors;                       // as compare_bolted() has them
  std::optional<double> flagged, wrong;  // first time at which the file says UNTRUSTED, at which
                                         // its motions are further off than `late` [s]
};

// First time at which the motions of two runs differ by more than this share of the largest motion
// so far.
std::optional<double> first_wrong(const BoltedPair& pair, double late);

// How well UNTRUSTED tells those of many draws that go wrong.
struct TrustCount {
  int runs = 0, flagged = 0, wrong = 0;
  int warned = 0;        // wrong ones that were flagged before, or with it
  int false_alarms = 0;  // flagged ones that never are wrong
};
TrustCount count_trust(const std::vector<BoltedDraw>& draws);

// Every input is a sum of sines of random frequencies and phases that rises within a tenth of the
// duration. Of every draw, in their order.
// model: bytes of a file. progress: share done, 0..1; may be empty.
std::vector<BoltedDraw> judge_draws(const BoltedModel& full, const AlignedBytes& model,
                                    const BoltedDraws& draws,
                                    const std::function<void(double)>& progress);

// The inputs of every draw: (nu) at any time.
std::vector<std::function<Vector(double time)>> drawn_forces(const BoltedModel& full,
                                                             const BoltedDraws& draws);

// The value below which this share of the errors of a measure lies; absent: nothing was measured.
// Draw: has `errors`.
template <class Draw>
std::optional<double> quantile(const std::vector<Draw>& draws, Measure measure, double share) {
  std::vector<double> values;
  for (const Draw& draw : draws)
    if (draw.errors[measure]) values.push_back(*draw.errors[measure]);
  if (values.empty()) return std::nullopt;
  std::sort(values.begin(), values.end());
  return values[static_cast<std::size_t>(
      std::ceil(share * static_cast<double>(values.size() - 1)))];
}

}  // namespace mortise::gen
