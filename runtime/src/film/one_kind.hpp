// The kind of film that a runtime for a single model is compiled for, as each kind has a step of
// its own: MORTISE_FILM_SCALAR [byte], _STENCIL, _CARRIED and _EDGE (0 or 1).
#pragma once

#include "mortise/model.hpp"

namespace mortise {

inline bool is_of_one_kind(const FilmView& film) {
  return film.scalar == MORTISE_FILM_SCALAR && film.constants->stencil == MORTISE_FILM_STENCIL &&
         (film.transport != nullptr) == (MORTISE_FILM_CARRIED != 0) &&
         (film.edge != nullptr) == (MORTISE_FILM_EDGE != 0);
}

}  // namespace mortise
