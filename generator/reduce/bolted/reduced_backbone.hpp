// Frequency and damping of a reduced bolted model over the amplitude of one of its modes:
// quasi-static modal analysis (Linder appendix C), with the work of friction.
#pragma once

#include <vector>

#include "generator/contact/bolted/reduced_bolted.hpp"
#include "generator/simulate/bolted/modal_load.hpp"

namespace mortise::gen {

// mode: loaded by its inertia forces. loads: rising [N/sqrt(kg)], as of modal_backbone(). steps: of
// every half of a closed loop. Fills load, coordinate, frequency_hz and damping of the points.
std::vector<BackbonePoint> reduced_backbone(const ReducedBolted& reduced, Eigen::Index mode,
                                            const std::vector<double>& loads, int steps);

}  // namespace mortise::gen
