// Steady films of a reduced model over its load and speed, from which the runtime starts a film
// anew that found no solution.
#pragma once

#include <string>
#include <vector>

#include "generator/reduce/film/reduced_film.hpp"

namespace mortise::gen {

struct SteadyFilmTable {
  std::vector<double> loads;          // ascending, over the reference load
  std::vector<double> speeds;         // ascending, speed over its reference times viscosity factor
  std::vector<double> films;          // (loads x speeds x u) b and H0
  std::vector<std::string> findings;  // places without a steady film, one line each
};

// Over everything the inputs of the film accept. A place where the reduced equations have no steady
// solution takes the film of its neighbour, and is told. Empty for films without a prescribed load
// or without entrainment, which have no steady film.
SteadyFilmTable steady_film_table(const ReducedFilm& film);

}  // namespace mortise::gen
