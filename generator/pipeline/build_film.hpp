// The offline pipeline of a film: train, reduce, bake, certify.
#pragma once

#include "generator/define/film_definition.hpp"
#include "generator/pipeline/build.hpp"
#include "generator/reduce/reduced_film.hpp"

namespace mortise::gen {

// Throws Error, saying which part of the definition is missing, unless a model can be made of it.
void check_film_build(const FilmDefinition& definition);

// The reduced film of a definition with [reduce] and [train]: full-order runs, shapes, sampled
// rows. Runs and result are kept in settings.cache under the hash of all they depend on.
// Throws Error if one of the sections is missing, or as the stages do.
ReducedFilm prepare_film(const FilmDefinition& definition, const BuildSettings& settings);

// The finished model file.
AlignedBytes build_film_model(const FilmDefinition& definition, const BuildSettings& settings);

}  // namespace mortise::gen
