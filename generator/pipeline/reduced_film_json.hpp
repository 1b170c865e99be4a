// A reduced film as a kept stage.
#pragma once

#include <nlohmann/json.hpp>
#include <optional>

#include "generator/reduce/reduced_film.hpp"

namespace mortise::gen {

// Bases, inputs and limits; not the problem, which the definition gives.
nlohmann::json to_json(const ReducedFilm& film);

// The film with this problem; nothing if the value has another shape.
std::optional<ReducedFilm> reduced_film_from(const nlohmann::json& value, FilmProblemData problem);

}  // namespace mortise::gen
