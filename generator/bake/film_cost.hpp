// Work of one step of a film, counted from the algorithm.
#pragma once

#include "generator/bake/cost.hpp"
#include "generator/reduce/reduced_film.hpp"

namespace mortise::gen {

// Multiplications and additions, an exponential as 25 of them; bytes of operators read once.
// Rows are counted as computed, filled up to whole blocks of `lanes`. The most expensive basis
// counts, of all its substeps:
//   free   one iteration per stage with a kept Jacobian
//   worst  the Jacobian made anew in every iteration, iterations up to their cap
// A step that is repeated (status REPEATED) costs up to 2 repeat_iterations/iterations worst ones
// on top. scalar_bytes: of the numbers in the file.
StepCost count_film_cost(const ReducedFilm& film, int lanes, int scalar_bytes);

}  // namespace mortise::gen
