// How far one trajectory is from another.
#pragma once

#include <string>
#include <vector>

#include "generator/bake/file/certificate.hpp"
#include "generator/simulate/run/trajectory.hpp"

namespace mortise::gen {

// The trajectory as a step `stride` times as long sees it: every stride-th value, velocities as
// their mean over that step. Velocities jump at impacts: means over a step converge with the time
// of the impact, values at its end do not. Every step must have been recorded.
Trajectory over_steps(const Trajectory& trajectory, int stride);

// Interfaces of an assembly that are judged together, by their numbers.
using JudgedTogether = std::vector<std::vector<std::size_t>>;

// How a model is judged.
struct Judging {
  JudgedTogether together;   // of assemblies
  double filter_time = 0.0;  // of contacts that are the only interface [s]
};

// Relative errors of every entry of `together`: of impulses, in Measure::force, and of what was
// lost, both summed over its interfaces. What is less than kMinorInterface of the largest of all
// counts as so much: an interface that hardly does anything need not be right in itself. Losses
// count for at least kMinorLoss of what went through any of them.
inline constexpr double kMinorInterface = 0.05, kMinorLoss = 1e-3;
std::vector<Measured> compare_interfaces(const Trajectory& run, const Trajectory& reference,
                                         const JudgedTogether& together);

// Relative errors of `run` against `reference`, see Measure in the schema; modal coordinates are
// together one displacement, displacements and gaps one quantity, whose smaller channels count as
// kMinorChannel of the largest and not at all at rounding. Absent: outputs of that
// kind, contact forces or dissipation are missing, or zero in both. Contacts that are alone have
// compare_contacts() in place of force and loss. Of assemblies the force
// is the norm of the differences of the impulses in compare_interfaces() over that of the impulses,
// the loss that of the whole. Throws Error, naming the scenario, if outputs,
// interfaces or times differ.
Measured compare(const std::string& scenario, const Trajectory& run, const Trajectory& reference,
                 const Judging& judging = {});

// Names of the outputs that stay at rounding beside the largest of their quantity in both, or
// beside what such motions of the model can reach: nothing judges them.
std::vector<std::string> at_rounding(const Trajectory& run, const Trajectory& reference);

// Time up to which `run` stays within the limits of displacement and velocity [s].
double agree_until(const Trajectory& run, const Trajectory& reference, const Measured& limits);

}  // namespace mortise::gen
