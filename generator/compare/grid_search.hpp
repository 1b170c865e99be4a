// Where the nodes of a coarse line film should stand: the density that makes its steady films most
// accurate. A coarse film on such nodes is the honest rival of a reduced one.
#pragma once

#include <functional>
#include <vector>

#include "generator/define/film_definition.hpp"

namespace mortise::gen {

struct GridSearch {
  int points = 0;             // n >= 16 nodes of the coarse film
  std::vector<double> loads;  // fractions of the reference load > 0, at least one
  int places = 3;             // refinements to place, >= 1
  int trials = 1500;          // grids tried
};

struct GridChoice {
  std::vector<GridRefinement> refine;  // for grid.refine
  // Largest relative error over the loads, of the central gap, the smallest gap and the mean over
  // the contact [-]: with these nodes, with nodes at the bends of the fine film (where the search
  // starts), equidistant.
  double error = 0.0, start_error = 0.0, even_error = 0.0;
  long films = 0;  // steady films solved on coarse grids
};

// Compared with the definition's own grid. Deterministic.
// definition: line contact; its loads beyond the base are ignored. Throws Error for other kinds,
// or if the fine film or all coarse ones cannot be solved.
GridChoice search_grid(const FilmDefinition& definition, const GridSearch& search);

// Moves given places at random, a step at a time, and keeps what lowers the error: to go on from a
// choice with an error of one's own, e.g. that of a run in time. Deterministic.
std::vector<GridRefinement> improve_refinements(
    const std::vector<GridRefinement>& start, int trials,
    const std::function<double(const std::vector<GridRefinement>&)>& error);

}  // namespace mortise::gen
