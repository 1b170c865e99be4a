// Work of one step of a film, counted from the algorithm.
#pragma once

#include "generator/bake/file/system_writer.hpp"
#include "mortise/view/film.hpp"

namespace mortise::gen {

// Flops as kernel_flops.hpp counts them, bytes of operators read once. Rows are counted as
// computed, filled up to whole blocks of lanes. The most expensive basis counts, of all its
// substeps:
//   free   one iteration per stage with a kept Jacobian
//   worst  every stage up to its cap of iterations, the Jacobian made anew in each of them; then
//          the whole step repeated with half steps up to their cap; then another basis takes over,
//          or the film is made anew
// film: constants, bases, count and scalar must be set.
StepCost count_film_cost(const Dims& dims, const FilmView& film);

}  // namespace mortise::gen
