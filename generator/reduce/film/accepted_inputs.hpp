// Which inputs a reduced film accepts beyond those it was trained with.
#pragma once

#include "generator/reduce/film/reduced_film.hpp"

namespace mortise::gen {

// Narrows what the film accepts until its steady films at all corners of load and speed are those
// of the full model: reduce.margin, or a share of it, or the trained ranges alone. Says so in the
// findings. Films without a prescribed load or entrainment stay as they are.
void narrow_inputs(const FilmContactSpec& definition, ReducedFilm* film);

}  // namespace mortise::gen
