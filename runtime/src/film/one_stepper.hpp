// The step of the one kind of films that a runtime for a single model holds (one_kind.hpp).
#pragma once

#include "step.hpp"

namespace mortise::MORTISE_ISA {

#if MORTISE_FILM_SCALAR == 4
using OneFilmScalar = float;
#else
using OneFilmScalar = double;
#endif
#if MORTISE_FILM_CARRIED
using OneFilmStepper =
    FilmStepper<OneFilmScalar, MORTISE_FILM_STENCIL, TransportSubstep<OneFilmScalar>>;
#elif MORTISE_FILM_EDGE
using OneFilmStepper =
    FilmStepper<OneFilmScalar, MORTISE_FILM_STENCIL,
                FilmSubstep<OneFilmScalar, MORTISE_FILM_STENCIL>, EdgeSubstep<OneFilmScalar>>;
#else
using OneFilmStepper = FilmStepper<OneFilmScalar, MORTISE_FILM_STENCIL>;
#endif

}  // namespace mortise::MORTISE_ISA
