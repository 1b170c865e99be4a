// The step of the one kind of films that a runtime for a single model holds (one_kind.hpp).
#pragma once

#include "kinds.hpp"
#include "step.hpp"

namespace mortise::MORTISE_ISA {

#if MORTISE_FILM_SCALAR == 4
using OneFilmScalar = float;
#else
using OneFilmScalar = double;
#endif

// Stands for AnyFilm; the compiler sees through it.
class OneFilm {
 public:
  explicit OneFilm(const FilmView&) {}

  static const FilmFunctions& functions() { return kFunctions; }
  static constexpr bool carried() { return MORTISE_FILM_CARRIED != 0; }
  static constexpr bool moving() { return MORTISE_FILM_EDGE != 0; }

 private:
#if MORTISE_FILM_CARRIED
  static constexpr FilmFunctions kFunctions = functions_of_carried<OneFilmScalar>();
#elif MORTISE_FILM_EDGE
  static constexpr FilmFunctions kFunctions = functions_with_edge<OneFilmScalar>();
#else
  static constexpr FilmFunctions kFunctions =
      functions_of_stepped<OneFilmScalar, MORTISE_FILM_STENCIL>();
#endif
};

using OneFilmStepper = FilmStepper<OneFilm>;

}  // namespace mortise::MORTISE_ISA
