// Phases of an impact, each with a basis of its own.
#pragma once

#include <vector>

#include "generator/reduce/film/reduced_film.hpp"
#include "generator/reduce/film/snapshots.hpp"

namespace mortise::gen {

// Smallest gap at which falling bodies meet the film: where they start to fall in training, be it
// at the start of a run or behind a rebound, so that no fall is without its film; at least `least`,
// the gap at the start of the definition. Dimensionless.
double landing_gap(const FilmProblemData& problem, const FilmSnapshots& snapshots, double least);

// Columns of the snapshots that belong to each phase: phase k is left when the force falls below
// leave[k] times its peak since the bodies met; behind the last one they fly freely until their
// smallest gap is below landing_gap again and closing. Neighbouring phases share what lies within
// `overlap` of the force over its peak.
// loading: central pressures above which a basis of loading is left for the next, ascending; these
// bases come first, what they leave is left by the force.
// leave: descending, in (0, 1). landing_gap: dimensionless.
// Throws Error if a phase is empty.
std::vector<std::vector<int>> phase_columns(const FilmProblemData& problem,
                                            const FilmSnapshots& snapshots,
                                            const std::vector<double>& loading,
                                            const std::vector<double>& leave, double landing_gap,
                                            double overlap);

}  // namespace mortise::gen
