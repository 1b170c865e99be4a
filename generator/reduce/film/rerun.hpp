// The reduced film on the runs it was trained with: what its watched rows show when all is well,
// and how far it is off where it should be best.
#pragma once

#include <vector>

#include "generator/reduce/film/reduced_film.hpp"
#include "generator/reduce/film/snapshots.hpp"

namespace mortise::gen {

struct Rerun {
  int runs = 0, failed = 0;  // failed: a step had no solution
  // (bases + 1) largest root mean square of the watched rows, not scaled; 0 where there are none;
  // the last one of what is left of frozen films
  std::vector<double> residual;
  double film_error = 0.0;  // largest relative error of the smallest gap at the snapshots, over the
                            // runs that did not fail; of impacts while there is a film
  // Mean over the runs that did not fail of the largest error of central and smallest gap and, at a
  // third, central pressure, each over its largest value in the run: what sampling is judged by.
  double deviation = 0.0;
};

// What the unreduced film shows at every snapshot, dimensionless.
struct TrainedOutputs {
  Vector minimum_gap, central_gap, central_pressure;
};
TrainedOutputs trained_outputs(const FilmProblemData& problem, const FilmSnapshots& snapshots);

// The runtime steps the film through every run of its snapshots, prescribed values by straight
// lines between the steps, from the run's own start. truth: of the snapshots. whole_grid: with all
// rows in place of the sampled ones.
Rerun rerun_training(const ReducedFilm& film, const FilmSnapshots& snapshots,
                     const TrainedOutputs& truth, bool whole_grid);

}  // namespace mortise::gen
