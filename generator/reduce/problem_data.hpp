// The full problem of a film as its reduction sees it.
#pragma once

#include <vector>

#include "generator/ehd/contact_problem.hpp"
#include "generator/reduce/reduced_film.hpp"

namespace mortise::gen {

// Rows of the Reynolds equation on a grid, over their cell factors (FilmRows). The Couette term is
// taken from the left everywhere: a moving frame may turn the wind at its inlet for a moment (the
// load falls), where Reynolds::residual would change to differences from the right.
// lambda: film number of the grid's scales.
FilmRows film_rows(const FilmGrid& grid, double lambda);

// The definition as a line contact in the frame that moves with its load, whatever frame it asks
// for; other films unchanged. Throws Error for dry contacts and for mass-conserving cavitation,
// which a linear reduction cannot follow.
FilmDefinition reducible(const FilmDefinition& definition);

// Takes the data out of a problem that was made from reducible(definition).
// penalty: on negative pressure in the reduced model [-] >= 0.
FilmProblemData problem_data(const FilmDefinition& definition, ContactProblem* problem,
                             double penalty);

// The same, the problem made on the way. warnings: may be null.
FilmProblemData problem_data(const FilmDefinition& definition, double penalty,
                             std::vector<std::string>* warnings);

// The grid the data were made on.
FilmGrid problem_grid(const FilmProblemData& problem);

}  // namespace mortise::gen
