// Of the kinds of films, each with a step of its own, the one that a runtime for a single model is
// compiled for: MORTISE_FILM_SCALAR [byte], _STENCIL, _CARRIED and _EDGE (0 or 1).
#pragma once

#include "mortise/model.hpp"

namespace mortise {

inline bool is_of_one_kind(const FilmView& film) {
  return film.scalar == MORTISE_FILM_SCALAR && film.constants->stencil == MORTISE_FILM_STENCIL &&
         (film.transport != nullptr) == (MORTISE_FILM_CARRIED != 0) &&
         (film.edge != nullptr) == (MORTISE_FILM_EDGE != 0);
}

}  // namespace mortise
