// Serialises a reduced film as the FlatBuffer of runtime/schema/mortise.fbs.
#pragma once

#include "generator/bake/aligned_bytes.hpp"
#include "generator/bake/golden.hpp"
#include "generator/bake/steady_films.hpp"
#include "generator/reduce/reduced_film.hpp"
#include "mortise/view/film.hpp"

namespace mortise::gen {

// Scales, laws and limits as the step reads them.
FilmConstants film_constants(const ReducedFilm& film);

// Deterministic bytes; golden may be null. The result is sealed. steady: of this film.
AlignedBytes write_film(const ReducedFilm& film, const FilmBakeOptions& options,
                        const SteadyFilmTable& steady, const GoldenTrace* golden);

}  // namespace mortise::gen
