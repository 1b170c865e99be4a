// What a stage of an implicit step makes of the bodies' equations of motion: an affine answer to
// the pressure (Schmidt 3.4, 3.6), as GapModel has it.
#pragma once

#include "generator/reduce/film/reduced_film.hpp"

namespace mortise::gen {

// Alexander's scheme: gamma of its stages, and (1 - gamma)/gamma, the share of the first stage's
// change in the start value of the second.
double sdirk_gamma();
double sdirk_carry();

// s = 1/(gamma dT) of a stage of a step of dT > 0 [unit of time].
double stage_shift(double step);

// A stage of shift s > 0: q = spring (position q_start + velocity v_start + constant + E P), all
// entry by entry, v = s (q - q_start). (n) each.
struct ModalStage {
  Vector spring, position, velocity;
};
ModalStage modal_stage(const FilmModes& modes, double shift);

// C V + mode_shapes spring E V (points x r): gap of unit b at a stage of shift s; C V alone without
// modes. shapes: (points x r) V.
Matrix stage_gap_shapes(const FilmProblemData& problem, const Matrix& shapes, double shift);

}  // namespace mortise::gen
