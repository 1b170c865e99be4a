// Steady state of a film under a prescribed load.
#pragma once

#include "generator/contact/film/film_system.hpp"
#include "generator/contact/film/reynolds.hpp"

namespace mortise::gen {

// Solves the steady equations at `time`. Starts from the Hertz pressure of the load and raises the
// pressure-viscosity coefficient from a share to its full value; thin films are then reached from
// thicker ones by lowering the film number. Steps shrink where Newton fails. Throws Error with the
// share reached and Newton's reason if it finds no solution.
// system: of a gap model without states, under a prescribed load.
// reynolds: the law of the system; changed on the way, at the end as it was.
// time: of the load and the frame [unit of time].
FilmUnknowns steady_state(FilmSystem* system, Reynolds* reynolds, double time);

}  // namespace mortise::gen
