// From snapshots of full-order runs to a reduced film.
#pragma once

#include <string>
#include <vector>

#include "generator/define/definition/definition.hpp"
#include "generator/reduce/film/basis.hpp"
#include "generator/reduce/film/reduced_film.hpp"
#include "generator/reduce/film/snapshots.hpp"

namespace mortise::gen {

// The reduction that definition.reduce asks for: one basis under a prescribed load, one per phase
// of an impact, each with its sampled rows; the initial state; the inputs and their ranges.
// snapshots: of reducible(definition), see problem_data.hpp, all over the same grid.
// Throws Error if there is no [reduce], if the snapshots are of another grid, or with the reason
// why a basis or its rows cannot be made. warnings: of setting up the problem; may be null.
ReducedFilm reduce_film(const FilmContactSpec& definition, const FilmSnapshots& snapshots,
                        std::vector<std::string>* warnings);

// The pressure shapes that it begins with, one basis after the other, with all their singular
// values; there is a [reduce], of another method than `transported`.
std::vector<PressureBasis> pressure_bases(const FilmContactSpec& definition,
                                          const FilmSnapshots& snapshots);

// A steady film: its unknowns as ReducedFilm::initial has them, and its gap H (points).
struct SteadyReduced {
  Vector unknowns, gap;
};

// At a load over the reference and a speed u, from the unknowns of one nearby. Throws Error if
// Newton's method does not converge.
SteadyReduced steady_film_of(const ReducedFilm& film, const Vector& guess, double load,
                             double speed);

// The transported film, its bases included. steady: P^ (points) and H0 of the full steady film at
// `load` over the reference.
void reduce_transported(const FilmContactSpec& definition, const FilmSnapshots& snapshots,
                        const Vector& steady, double load, ReducedFilm* film);

}  // namespace mortise::gen
