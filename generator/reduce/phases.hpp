// Phases of an impact, each with a basis of its own.
#pragma once

#include <vector>

#include "generator/reduce/reduced_film.hpp"
#include "generator/reduce/snapshots.hpp"

namespace mortise::gen {

// Columns of the snapshots that belong to each phase: phase k is left when the force falls below
// leave[k] times its peak since the bodies met; behind the last one they fly freely until their
// smallest gap is below landing_gap again and closing. Neighbouring phases share what lies within
// `overlap` of the force over its peak.
// leave: descending, in (0, 1). landing_gap: dimensionless.
// Throws Error if a phase is empty.
std::vector<std::vector<int>> phase_columns(const FilmProblemData& problem,
                                            const FilmSnapshots& snapshots,
                                            const std::vector<double>& leave, double landing_gap,
                                            double overlap);

}  // namespace mortise::gen
