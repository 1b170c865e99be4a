// One reduced basis of a film as the step reads it: whole-grid arrays cut down to the sampled rows.
#pragma once

#include "generator/bake/film/film_numbers.hpp"
#include "generator/reduce/film/reduced_film.hpp"
#include "mortise/view/film.hpp"

namespace mortise::gen {

// Nodes of a row's stencil: 4 (i-2 .. i+1) with entrainment, 3 (i-1 .. i+1) without. A node beyond
// an end of the grid is replaced by the last one; its coefficient is zero.
int stencil_size(const FilmProblemData& problem);

// Appends every array of basis `index` to `numbers`; the result holds their offsets.
// Throws Error for sizes that disagree or numbers that the scalar cannot hold.
FilmBasis pack_basis(const ReducedFilm& film, std::size_t index, FilmNumbers* numbers);

}  // namespace mortise::gen
