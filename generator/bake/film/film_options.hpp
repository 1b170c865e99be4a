// The bake stage's options as a film definition asks for them.
#pragma once

#include "generator/bake/file/options.hpp"
#include "generator/define/definition/definition.hpp"
#include "generator/reduce/film/reduced_film.hpp"

namespace mortise::gen {

// Name, scalar, holds, scenarios, provenance, of a definition whose film has [reduce].
FilmBakeOptions film_bake_options(const Definition& definition, const ReducedFilm& film);

// One scenario as inputs of the film over time and, of an impact, the bodies' initial state. Smooth
// loads become straight lines between the ends of the model's steps.
ScenarioOptions film_scenario_options(const FilmContactSpec& definition,
                                      const ScenarioSpec& scenario, const ReducedFilm& film);

}  // namespace mortise::gen
