// How far one trajectory is from another.
#pragma once

#include <string>

#include "generator/bake/file/certificate.hpp"
#include "generator/simulate/run/trajectory.hpp"

namespace mortise::gen {

// The same trajectory as a step `stride` times as long sees it: every stride-th value, velocities
// as their mean over that step. Velocities jump at impacts: means over a step converge with the
// time of the impact, values at its end do not. Every step must have been recorded.
Trajectory over_steps(const Trajectory& trajectory, int stride);

// Relative errors of `run` against `reference`, see Measure in the schema; modal coordinates are
// together one displacement. Absent: outputs of that
// kind, contact forces or dissipation are missing, or zero in both. Throws Error, naming the
// scenario, if outputs, contacts or times differ.
Measured compare(const std::string& scenario, const Trajectory& run, const Trajectory& reference);

// Time up to which `run` stays within the limits of displacement and velocity [s].
double agree_until(const Trajectory& run, const Trajectory& reference, const Measured& limits);

}  // namespace mortise::gen
