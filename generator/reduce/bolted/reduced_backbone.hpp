// Frequency and damping of a reduced bolted model over the amplitude of one of its modes:
// quasi-static modal analysis (Linder appendix C), with the work of friction.
#pragma once

#include <vector>

#include "generator/contact/bolted/reduced_bolted.hpp"
#include "generator/simulate/bolted/modal_load.hpp"

namespace mortise::gen {

struct ReducedBackboneTask {
  Eigen::Index mode = 0;      // loaded by its inertia forces
  std::vector<double> loads;  // rising [N/sqrt(kg)], as of modal_backbone()
  int steps = 4;              // of every half of a closed loop; 0: no loops
  // Rows of the model's motions whose norm is the amplitude; none: it is 0.
  std::vector<Eigen::Index> sensor;
};

// Motion of the sensor in a mode of amplitude 1 [1/sqrt(kg)].
double sensed(const ReducedBolted& reduced, const std::vector<Eigen::Index>& sensor,
              Eigen::Index mode);

// Clusters count as points do, and say what they do in `status`; without Masing's damping.
std::vector<BackbonePoint> reduced_backbone(const ReducedBolted& reduced,
                                            const ReducedBackboneTask& task);

// Loads of the mode at which the sensor's amplitudes are these, within a thousandth; where the
// contact slides as a whole and the load hardly grows, what eight passes reach.
// task: its loads are where the search begins, one for every amplitude. amplitudes: rising [m] > 0.
std::vector<double> loads_for(const ReducedBolted& reduced, ReducedBackboneTask task,
                              const std::vector<double>& amplitudes);

}  // namespace mortise::gen
