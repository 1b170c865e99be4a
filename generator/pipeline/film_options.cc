#include "generator/pipeline/film_options.hpp"

#include <algorithm>
#include <cmath>

#include "generator/define/definition_hash.hpp"
#include "generator/ehd/load_history.hpp"
#include "generator/pipeline/bake_options.hpp"
#include "generator/reduce/problem_data.hpp"

namespace mortise::gen {
namespace {

constexpr std::size_t kMostCorners = 4000;  // of a ramp; the runtime takes 4096

int input_of(const ReducedFilm& film, const char* name) {
  for (std::size_t k = 0; k < film.inputs.size(); ++k)
    if (film.inputs[k].name == name) return static_cast<int>(k);
  return -1;
}

RampOptions load_ramp(const FilmDefinition& scenario, const ReducedFilm& film) {
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
void set_initial_motion(const FilmDefinition& definition, const FilmScenarioSpec& scenario,
                        const ReducedFilm& film, ScenarioOptions* options) {
  const FilmModes& m = film.problem.modes;
  const FilmScales& s = film.problem.scales;
  const Vector rigid = m.rigid_row / m.rigid_row.squaredNorm();
  options->initial_q =
      m.initial_q + rigid * ((scenario.height - definition.impact.height) / s.film);
  options->initial_v = rigid * (-scenario.velocity * s.time / s.film);
}

}  // namespace

ScenarioOptions film_scenario_options(const FilmDefinition& definition,
                                      const FilmScenarioSpec& spec, const ReducedFilm& film) {
  const FilmDefinition scenario = film_scenario(reducible(definition), spec);
  ScenarioOptions options;
  options.name = spec.name;
  options.duration = spec.duration;
  const auto constant = [&](const char* name, double value) {
    const int input = input_of(film, name);
    if (input >= 0) options.ramps.push_back({input, {0.0}, {value}});
  };
  if (film.problem.loaded) {
    options.ramps.push_back(load_ramp(scenario, film));
    options.ramps.back().input = input_of(film, "load");
    constant("entrainment", spec.entrainment);
  } else {
    set_initial_motion(definition, spec, film, &options);
    constant("acceleration", spec.acceleration);
  }
  constant("viscosity_factor", spec.viscosity_factor);
  return options;
}

FilmBakeOptions film_bake_options(const FilmDefinition& definition, const ReducedFilm& film) {
  FilmBakeOptions options;
  options.name = definition.name;
  options.description = definition.description;
  options.scalar = definition.reduce->scalar;
  options.hold = definition.reduce->hold;
  for (const FilmScenarioSpec& spec : definition.scenarios)
    options.scenarios.push_back(film_scenario_options(definition, spec, film));
  options.provenance.definition_hash =
      settings_hash(definition.settings, [](const std::string&) { return true; });
  options.provenance.input_hash = input_hash(definition);
  options.provenance.settings = portable_settings(definition.settings);
  return options;
}

}  // namespace mortise::gen
