// The bake stage's options as a film definition asks for them.
#pragma once

#include "generator/bake/options.hpp"
#include "generator/define/film_definition.hpp"
#include "generator/reduce/reduced_film.hpp"

namespace mortise::gen {

// Name, scalar, holds, scenarios, provenance. definition.reduce must be present.
FilmBakeOptions film_bake_options(const FilmDefinition& definition, const ReducedFilm& film);

// One scenario as inputs of the film over time and, of an impact, the bodies' initial state. Smooth
// loads become straight lines between the ends of the model's steps.
ScenarioOptions film_scenario_options(const FilmDefinition& definition,
                                      const FilmScenarioSpec& scenario, const ReducedFilm& film);

}  // namespace mortise::gen
