// A film under random inputs over everything that it accepts: how often it fails, how soon it gets
// back, and whether it then is the film of the full model.
#pragma once

#include <cstdint>
#include <functional>

#include "generator/bake/play/instance.hpp"
#include "generator/contact/film/film_case.hpp"
#include "generator/simulate/film/simulate.hpp"

namespace mortise::gen {

struct EnduranceSettings {
  std::int64_t steps = 1000000;
  std::uint64_t seed = 1;
  int rest_places = 20;     // places of load, speed and viscosity where the inputs come to rest
  double rest_time = 24.0;  // [unit of time] of every rest
};

struct EnduranceResult {
  std::int64_t steps = 0, repeated = 0, rolled_back = 0, recovering = 0, untrusted = 0;
  std::int64_t inside = 0, untrusted_inside = 0;  // steps with every input in the training box
  std::int64_t longest_rolled_back = 0;           // in a row
  std::int64_t longest_recovering = 0;            // in a row
  std::uint64_t most_iterations = 0;              // of one step
  bool finite = true;                             // every output of every step
  // Prescribed loads: films at the end of every rest against the full model's.
  std::int64_t rests = 0;
  double worst_gap = 0.0, worst_pressure = 0.0;  // relative errors of the gaps, central pressure
  double worst_load = 0.0, worst_speed = 0.0, worst_viscosity = 0.0;  // where the gap is worst
};

// The full model's steady film at a load [N/m], speed [m/s] and viscosity factor.
using SteadyTruth = std::function<FilmSteady(double load, double speed, double viscosity)>;

// Loads jump, ramp, swing, rattle and rest, the other inputs jump and ramp: the same for the same
// seed. truth: of films under a prescribed load; empty: rests are not compared.
EnduranceResult film_endurance(Instance* film, const EnduranceSettings& settings,
                               const SteadyTruth& truth,
                               const std::function<void(double share)>& progress);

// What a command and a test demand: at most `in_a_row` steps rolled back in a row, and every film
// at rest within `gap` of the full model's.
bool endures(const EnduranceResult& result, std::int64_t in_a_row, double gap);

// Steady film of a line contact's definition at other inputs.
SteadyTruth steady_truth(const FilmCase& definition);

}  // namespace mortise::gen
