// How far unilateral contacts that are the only interface are from their reference.
//
// An impact is one step of an impulse over time, and of what remains of the energy: taken at a time
// they are all right or all wrong, and the force of a step grows with 1/h. They are therefore seen
// over a time T,
//   impulse   J_T(t) = mean of J over (t - T, t],   J the impulse of a contact since the start
//   force     F_T(t) = (J_T(t) - J_T(t - T)) / T,   its force by two moving means
//   energy    E_T(t) = mean of E over (t - T, t]
// An impact that is off by dt then is off by dt/T. Of energies the loss has the limit 0 where a
// body is elastic, so that its relative error says nothing: what is compared is the energy that
// remains.
#pragma once

#include "generator/bake/file/certificate.hpp"
#include "generator/bake/play/instance.hpp"
#include "generator/simulate/run/trajectory.hpp"

namespace mortise::gen {

// T of a model file [s], 0 if contacts are not its only interface: the largest of `least` [s], two
// periods of the highest frequency that its modes have with all contacts bonded, and kFilterSteps
// steps. Modes see the compliance C of contacts at position level: Omega^2 + W^T C^-1 W.
double filter_time(const Instance& model, double least);
inline constexpr double kFilterSteps = 10.0;

// Measure::force, filtered_force and remaining_energy of contacts whose curves are kept, every step
// of them. The first two are of the worst contact over the largest of the reference, a contact for
// at least kMinorInterface of the largest; the energy is over the largest energy or work.
// time: T [s].
void compare_contacts(const Trajectory& run, const Trajectory& reference, double time,
                      Measured* errors);

// What the contacts of a run took, as shares of `size` [J].
ContactLosses contact_losses(const Trajectory& run, double size);

}  // namespace mortise::gen
