// How far one run of a bolted structure is from another.
#pragma once

#include "generator/bake/file/certificate.hpp"
#include "generator/simulate/run/trajectory.hpp"

namespace mortise::gen {

// Over all recorded times: displacements, velocities and tangential contact forces as the norm of
// the difference over that of the reference, all outputs of a kind together (nothing is said of
// what stands still); dissipated energy as the largest difference of the curves over the
// reference's last value. Absent: there are no outputs of that kind, or nothing is lost. Throws
// Error where outputs or times differ.
Measured compare_bolted(const Trajectory& run, const Trajectory& reference);

}  // namespace mortise::gen
