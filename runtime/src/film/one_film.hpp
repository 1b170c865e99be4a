// The numerics of the one kind of films that a runtime for a single model holds (one_kind.hpp); the
// compiler sees through to them.
#pragma once

#include "kinds.hpp"

namespace mortise::MORTISE_ISA {

#if MORTISE_FILM_SCALAR == 4
using OneFilmScalar = float;
#else
using OneFilmScalar = double;
#endif

#if MORTISE_FILM_CARRIED
inline constexpr FilmFunctions kOneFilm = functions_of_carried<OneFilmScalar>();
#elif MORTISE_FILM_EDGE
inline constexpr FilmFunctions kOneFilm = functions_with_edge<OneFilmScalar>();
#else
inline constexpr FilmFunctions kOneFilm =
    functions_of_stepped<OneFilmScalar, MORTISE_FILM_STENCIL>();
#endif

inline const FilmFunctions& film_functions(const FilmView&) { return kOneFilm; }

}  // namespace mortise::MORTISE_ISA
