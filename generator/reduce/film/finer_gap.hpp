// What the smallest gap of a film owes to its grid.
#pragma once

#include "generator/define/definition/definition.hpp"
#include "generator/reduce/film/reduced_film.hpp"

namespace mortise::gen {

// Sets transport.gap_scale: the smallest gap of steady full films on a grid of half the
// definition's spacing, over that on the definition's own; the mean over nine films, three loads
// and three speeds over the ranges of training. The constriction at the outlet is narrow: its gap
// wants a finer grid than the shapes of pressure do. Where the constriction stands between the
// nodes differs from film to film, and the ratio with it; the findings say how far. Throws Error if
// one of the nine films would be further from the finer grid than it is, or has no steady state.
//   film  transported, with its inputs; the outputs of its file take the scale
void hold_gap_against_finer(const FilmContactSpec& definition, ReducedFilm* film);

}  // namespace mortise::gen
