// A film or a dry impact as the interface of a definition: its physics, and how a model is made of
// it. SI units; lengths of the film grid are in units of the Hertz half-width b, as is usual in the
// field. The keys, their ranges and defaults stand in key_list_film.cc.
#pragma once

#include <optional>
#include <string>

#include "generator/contact/film/film_case.hpp"
#include "generator/define/definition/film_reduction.hpp"

namespace mortise::gen {

struct ScenarioSpec;

struct FilmContactSpec : FilmCase {
  std::optional<ReduceSpec> reduce;  // present if the file has [reduce]
  std::optional<TrainSpec> train;    // present if the file has [train]
  FilmVerifySpec verify;
};

// One scenario as a run of its own: load or impact, speed, viscosity and duration are the
// scenario's, recorded profiles beyond its end are left out. Scales and grid stay those of the
// definition.
FilmContactSpec film_scenario(const FilmContactSpec& film, const ScenarioSpec& scenario);

}  // namespace mortise::gen
