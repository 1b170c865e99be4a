// Steady state of a film under a prescribed load.
#pragma once

#include "generator/film/film_system.hpp"
#include "generator/film/reynolds.hpp"

namespace mortise::gen {

// Solves the steady equations at `time`. Starts from the Hertz pressure of the load and raises the
// pressure-viscosity coefficient from a share to its full value; thin films are then reached from
// thicker ones by lowering the film number. Steps shrink where Newton fails. Throws Error with the
// share reached and Newton's reason if it finds no solution. reynolds: the law of the system.
FilmUnknowns steady_state(FilmSystem* system, Reynolds* reynolds, double time);

}  // namespace mortise::gen
