// What the flag UNTRUSTED of a film in a model file is worth, step by step: random loads inside the
// training box, run by the model and by the full film.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "generator/bake/play/instance.hpp"
#include "generator/contact/film/film_run.hpp"
#include "generator/define/definition/definition.hpp"
#include "generator/simulate/run/trajectory.hpp"

namespace mortise::gen {

// count loads of train.duration inside the box that [train] spans, the same for the same seed. One
// in three is a shock as training has them, the others are those of add_random_kinks(). Speed and
// viscosity lie anywhere in the box. time: unit of time [s]. Throws Error for other films than line
// contacts with [train].
std::vector<ScenarioSpec> random_loads(const FilmContactSpec& definition, double time, int count,
                                       std::uint64_t seed);

// A film in the runtime under one load: at rest under its first value for `settling` [s], then
// `steps` steps through it.
Trajectory play_load(Instance* film, const FilmCase& run, double settling, long steps);

// A step is late if one of its errors (gaps, central pressure, over the largest value of the full
// run) is above the limit. It is caught if it is UNTRUSTED itself, warned of if it or a step up to
// one unit of time earlier is. A flag is an alarm about nothing if no step within one unit of time,
// before or after, is late.
struct TrustScore {
  std::string name;
  double speed = 0.0, viscosity = 0.0;  // [m/s], factor
  std::int64_t steps = 0, flagged = 0, late = 0, caught = 0, warned = 0, about_nothing = 0;
  std::int64_t outside = 0;  // steps that are OUTSIDE_TRAINING: there should be none
  std::int64_t rolled_back = 0;
  std::int64_t stretches = 0;      // of late steps in a row
  std::int64_t stretches_met = 0;  // of them, with a step that is warned of
  double worst = 0.0;              // error of all steps
  double worst_unwarned = 0.0;     // of those that are not warned of
};

// One load: the model from its steady film under the first load, against the trace of the full one.
// limit: error above which a step is late.
TrustScore score_trust(Instance* film, const FilmContactSpec& definition, const ScenarioSpec& load,
                       const std::vector<FilmSample>& full, double limit);

// Sums, and the worst of the errors.
TrustScore all_of(const std::vector<TrustScore>& scores);

}  // namespace mortise::gen
