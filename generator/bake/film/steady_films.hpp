// Steady films of a reduced model over its load and speed, from which the runtime starts a film
// anew that found no solution.
#pragma once

#include <string>
#include <vector>

#include "generator/bake/file/golden.hpp"
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

// Films under a prescribed load: b and H0 (u) that a model settles to under constant inputs.
//   model   bytes of its file
//   inputs  (nu), in the units of the file
//   change  may be null: largest change of an unknown over the last unit of time [-]
// Throws Error if a step fails.
Vector settled_film(const AlignedBytes& model, const Vector& inputs, double* change);

// Inputs of a scenario at its start (nu): defaults, or its sources and ramps at time 0.
Vector first_inputs(const ReducedFilm& film, const ScenarioOptions& scenario);

// Start of the self-test: under a prescribed load the file's own film and inputs half-way to the
// end of the trained range; bodies just before they meet the film for the first time, with the
// default inputs and as many steps as the impact takes if these are more. steps >= 1.
GoldenTrace start_film_golden(const ReducedFilm& film, const AlignedBytes& model, int steps);

}  // namespace mortise::gen
