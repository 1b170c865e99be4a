// What a reduction of a bolted contact learns from: quasi-static paths of prescribed modal
// coordinates, friction and opening of every point on the way.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "generator/simulate/bolted/bolted_system.hpp"

namespace mortise::gen {

struct BoltedTraining {
  // Modes that are driven to their largest amplitude in loops, and two of them together; by number.
  // Empty: the modes below `band` that make points slip at their largest amplitude.
  std::vector<Eigen::Index> modes;
  Vector amplitudes;        // (m) largest |eta| of every mode [sqrt(kg) m]; empty: by slip_share
  double slip_share = 0.6;  // of the closed points slip (or as many open points close) at it
  double band = 1200.0;     // all modes below take part in the random path [Hz]
  int steps = 40;           // of a quarter of a loop
  int random_steps = 400;
  std::uint64_t seed = 1;
};

struct BoltedPath {
  Matrix eta;  // (m x steps)
};

// What the full contact did on a path: columns are its steps.
struct BoltedSnapshots {
  Matrix eta;                      // (m x count)
  Matrix force;                    // lambda (3 n x count) [N]
  Matrix slip;                     // (n x count): 1 where a closed point slips in the step
  Matrix modal;                    // contact force on the modes (m x count)
  std::vector<double> dissipated;  // (count) in the step [J]
};

}  // namespace mortise::gen
