// Quasi-static modal analysis: the preloaded structure under the inertia forces of one of its
// modes, whose amplitude rises (Linder appendix C).
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "generator/simulate/bolted/preload.hpp"

namespace mortise::gen {

struct ModalTask {
  double omega = 0.0;         // of the linear mode [rad/s]
  Vector shape;               // in the structure's coordinates, mass-normalised
  std::vector<double> loads;  // rising: forces of the mode [N/sqrt(kg)]
  int steps = 4;  // of every half of a closed loop; 0: no loops, friction's work by Masing's rules
};

struct BackbonePoint {
  double load = 0.0;            // of the mode [N/sqrt(kg)]
  double coordinate = 0.0;      // amplitude of the mode's coordinate [sqrt(kg) m]
  double amplitude = 0.0;       // of the motion at the sensor [m]
  double frequency_hz = 0.0;    // from both branches (Linder eq. 61)
  double damping = 0.0;         // by the work of friction, on the closed loop or both branches [-]
  double masing_damping = 0.0;  // of the first loading by Masing's rules; NaN without two levels
  int closed_points = 0, slip_points = 0;
  double max_slip = 0.0;            // of a point since the preload [m]
  std::vector<PointStatus> status;  // of every point at +load
};

// Where levels are kept as they finish (kept_levels.hpp).
struct LevelCache {
  std::string folder;   // of a StageCache; empty: nothing is kept
  std::string contact;  // hash of the laws and of the solver that `contact` has
};

// One branch up, one down, and from the upper one a closed loop at every level. Masing's rules see
// a surface that opens as one that rubs: they serve modes that shear alone. Branches and loops run
// beside each other, each level and loop on a copy of `contact` of its own: any number of threads
// gives the same bits, and so does a run that goes on from levels that are kept.
// progress: share done, 0..1; may be empty.
std::vector<BackbonePoint> modal_backbone(const BoltedStructure& structure,
                                          const Preloaded& preloaded, const ModalTask& task,
                                          CoulombNewton* contact,
                                          const std::function<void(double)>& progress = {},
                                          const LevelCache& cache = {});

}  // namespace mortise::gen
