// A simulated scenario, from the full or the reduced model, in the same shape.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "generator/bake/certificate.hpp"
#include "generator/bake/instance.hpp"
#include "generator/bake/options.hpp"
#include "generator/simulate/full_order.hpp"

namespace mortise::gen {

struct Trajectory {
  std::vector<std::string> names;            // of the outputs
  std::vector<OutputQuantity> quantities;    // of the outputs
  std::vector<double> time;                  // end of every recorded step [s], first entry 0
  std::vector<std::vector<double>> outputs;  // per recorded time: (ny)
  Vector contact_impulse;                    // (3 nc) sum of h lambda [N s]
  double dissipated_in_contact = 0;          // [J]
  bool knows_dissipation = true;             // else dissipated_in_contact says nothing
  double energy_start = 0, energy_end = 0;   // kinetic plus elastic [J]
  double largest_energy_gain = 0;            // of one step [J]
  long steps = 0, steps_in_contact = 0;
  long first_not_sliding =
      0;                    // step in which a bilateral sliding contact lost its validity; 0: none
  long unsolved_steps = 0;  // of a joint whose law has no solution in them
  Vector modal_kinetic;     // (n) largest kinetic energy of each mode [J]; reduced runs only
};

// Called with the share done, 0..1; may be empty.
using Progress = std::function<void(double)>;

// Full model over `duration` [s]; every `every`-th step is recorded.
Trajectory run_full(const FullSystem& system, const FullOrderOptions& options,
                    const std::vector<SourceOptions>& sources, const Vector& displacement,
                    const Vector& velocity, double duration, int every, const Progress& progress);

// A scenario stored in the model, by index; the state is reset first. duration <= 0: the
// scenario's own.
Trajectory run_reduced(Instance& instance, int scenario, double duration, int every,
                       const Progress& progress);

// Outputs of the state as it is, before any step; contact forces are zero (ny).
std::vector<double> initial_outputs(const Instance& instance);

// The same trajectory as a step `stride` times as long sees it: every stride-th value, velocities
// as their mean over that step. Velocities jump at impacts: means over a step converge with the
// time of the impact, values at its end do not. Every step must have been recorded.
Trajectory over_steps(const Trajectory& trajectory, int stride);

// Relative errors of `run` against `reference`, see Measure in the schema. Absent: outputs of that
// kind, contact forces or dissipation are missing, or zero in both. Throws Error, naming the
// scenario, if outputs, contacts or times differ.
Measured compare(const std::string& scenario, const Trajectory& run, const Trajectory& reference);

// Time up to which `run` stays within the limits of displacement and velocity [s].
double agree_until(const Trajectory& run, const Trajectory& reference, const Measured& limits);

}  // namespace mortise::gen
