// Parts of the baking of films.
#pragma once

#include <string>

#include "generator/bake/file/options.hpp"
#include "generator/bake/file/system_writer.hpp"
#include "generator/contact/system/reduced_system.hpp"
#include "generator/reduce/film/reduced_film.hpp"

namespace mortise::gen {

// Throws Error for sizes that disagree, which is a defect of the reduction.
void check_film(const ReducedFilm& film);

// A film among the interfaces of an assembly, checked: arguments and errors of film_part_writer().
ReducedFilm film_on_modes(const AssemblyFilm& film, const FilmPlace& place,
                          const ReducedSystem& system, const std::string& name, double step);

// Work of one step: flops as kernel_flops.hpp counts them, bytes of operators read once. Rows are
// counted as computed, filled up to whole blocks of lanes. The most expensive basis counts, of all
// its substeps:
//   free   one iteration per stage with a kept Jacobian
//   worst  every stage up to its cap of iterations, the Jacobian made anew in each of them; then
//          the whole step repeated with half steps up to their cap; then another basis takes over,
//          or the film is made anew
// film: constants, bases, count and scalar must be set.
StepCost count_film_cost(const Dims& dims, const FilmView& film);

}  // namespace mortise::gen
