// The reduced film on the runs it was trained with: what its watched rows show when all is well,
// and how far it is off where it should be best.
#pragma once

#include <vector>

#include "generator/reduce/reduced_film.hpp"
#include "generator/reduce/snapshots.hpp"

namespace mortise::gen {

struct Rerun {
  int runs = 0, failed = 0;  // failed: a step had no solution
  // (bases) largest root mean square of the watched rows, not scaled; 0 where there are none
  std::vector<double> residual;
  double film_error = 0.0;  // largest relative error of the smallest gap at the snapshots, over the
                            // runs that did not fail; of impacts while there is a film
};

// Steps the film through every run of its snapshots, prescribed values by straight lines between
// the stages, from the run's own start. whole_grid: with all rows in place of the sampled ones.
Rerun rerun_training(const ReducedFilm& film, const FilmSnapshots& snapshots, bool whole_grid);

}  // namespace mortise::gen
