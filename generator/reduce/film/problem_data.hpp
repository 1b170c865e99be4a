// The full problem of a film as its reduction sees it.
#pragma once

#include <vector>

#include "generator/contact/film/contact_problem.hpp"
#include "generator/reduce/film/reduced_film.hpp"

namespace mortise::gen {

// Rows of the Reynolds equation on a grid, over their cell factors (FilmRows). The Couette term is
// taken from the left everywhere: a moving frame may turn the wind at its inlet for a moment (the
// load falls), where Reynolds::residual would change to differences from the right.
// lambda: film number of the grid's scales.
FilmRows film_rows(const FilmGrid& grid, double lambda,
                   FilmUpwind order = FilmUpwind::second_order);

// Balanced line contacts into the frame that moves with their load, whatever frame they ask for;
// other films unchanged. Throws Error for dry contacts and for mass-conserving cavitation, which a
// linear reduction cannot follow.
void make_reducible(FilmCase* run);

// A copy that is reducible. Run: a FilmCase or what is one.
template <class Run>
Run reducible(Run run) {
  make_reducible(&run);
  return run;
}

// A line contact at rest under a load over its reference > 0, at a speed times viscosity factor
// [m/s].
FilmCase at_rest(FilmCase run, double load, double speed);

// Takes the data out of a problem that was made from reducible(definition).
// penalty: on negative pressure in the reduced model [-] >= 0.
FilmProblemData problem_data(const FilmCase& definition, ContactProblem* problem, double penalty);

// Makes the problem on the way. warnings: may be null.
FilmProblemData problem_data(const FilmCase& definition, double penalty,
                             std::vector<std::string>* warnings);

// The grid the data were made on.
FilmGrid problem_grid(const FilmProblemData& problem);

// What a stage of an implicit step makes of the bodies' equations of motion: an affine answer to
// the pressure (Schmidt 3.4, 3.6), as GapModel has it.

// Alexander's scheme: gamma of its stages, and (1 - gamma)/gamma, the share of the first stage's
// change in the start value of the second.
double sdirk_gamma();
double sdirk_carry();

// s = 1/(gamma dT) of a stage of a step of dT > 0 [unit of time].
double stage_shift(double step);

// C V + mode_shapes spring E V (points x r): gap of unit b at a stage of shift s; C V alone without
// modes. shapes: (points x r) V.
Matrix stage_gap_shapes(const FilmProblemData& problem, const Matrix& shapes, double shift);

}  // namespace mortise::gen
