#include "generator/bake/film/bake_film.hpp"

#include <algorithm>
#include <cmath>

#include "generator/bake/file/model_options.hpp"
#include "generator/contact/film/load_history.hpp"
#include "generator/reduce/film/problem_data.hpp"

namespace mortise::gen {
namespace {

constexpr std::size_t kMostCorners = 4000;  // of a ramp; the runtime takes 4096

int input_of(const ReducedFilm& film, const char* name) {
  const ReducedFilm::Input* input = film.find(name);
  return input != nullptr ? static_cast<int>(input - film.inputs.data()) : -1;
}

RampOptions load_ramp(const FilmContactSpec& scenario, const ReducedFilm& film) {
  const LoadHistory load(scenario.load);
  RampOptions ramp;
  const double reference = film.problem.scales.load;
  const auto add = [&](double time) {
    ramp.times.push_back(time);
    ramp.values.push_back(reference * load.value(time));
  };
  if (!scenario.load.smooth) {
    for (const double time : load.kinks()) add(time);
    if (ramp.times.empty()) add(0.0);
    return ramp;
  }
  const double end = std::min(scenario.duration, load.kinks().back()) + film.step;
  const auto steps = static_cast<std::size_t>(std::ceil(end / film.step));
  const std::size_t every = 1 + steps / kMostCorners;
  for (std::size_t k = 0; k * every <= steps; ++k) add(static_cast<double>(k * every) * film.step);
  return ramp;
}

// Rigid motions move every node of the gap alike.
void set_initial_motion(const FilmContactSpec& definition, const ScenarioSpec& scenario,
                        const ReducedFilm& film, ScenarioOptions* options) {
  const FilmModes& m = film.problem.modes;
  const FilmScales& s = film.problem.scales;
  const Vector rigid = m.rigid_row / m.rigid_row.squaredNorm();
  options->initial_q =
      m.initial_q + rigid * ((scenario.film.height - definition.impact.height) / s.film);
  options->initial_v = rigid * (-scenario.film.velocity * s.time / s.film);
}

}  // namespace

ScenarioOptions film_scenario_options(const FilmContactSpec& definition, const ScenarioSpec& spec,
                                      const ReducedFilm& film) {
  const FilmContactSpec scenario = film_scenario(reducible(definition), spec);
  ScenarioOptions options;
  options.name = spec.name;
  options.duration = spec.duration;
  const auto constant = [&](const char* name, double value) {
    const int input = input_of(film, name);
    if (input >= 0) options.ramps.push_back({input, {0.0}, {value}});
  };
  const auto moving = [&](const char* name, double value, const Corners& corners) {
    if (corners.times.empty()) return constant(name, value);
    const int input = input_of(film, name);
    if (input >= 0) options.ramps.push_back({input, corners.times, corners.values});
  };
  if (film.problem.loaded) {
    options.ramps.push_back(load_ramp(scenario, film));
    options.ramps.back().input = input_of(film, "load");
    moving("entrainment", spec.film.entrainment, scenario.entrainment_over_time);
  } else {
    set_initial_motion(definition, spec, film, &options);
    constant("acceleration", spec.film.acceleration);
  }
  moving("viscosity_factor", spec.film.viscosity_factor, scenario.viscosity_over_time);
  return options;
}

FilmBakeOptions film_bake_options(const Definition& definition, const ReducedFilm& film) {
  FilmBakeOptions options;
  static_cast<ModelOptions&>(options) = model_options(definition);
  options.scalar = definition.film->reduce->scalar;
  options.hold = definition.film->reduce->hold;
  for (const ScenarioSpec& spec : definition.scenarios)
    options.scenarios.push_back(film_scenario_options(*definition.film, spec, film));
  return options;
}

}  // namespace mortise::gen
