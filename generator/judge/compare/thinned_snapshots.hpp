// Fewer snapshots for studies that make many bases.
#pragma once

#include "generator/reduce/film/snapshots.hpp"

namespace mortise::gen {

// At most `most` of the snapshots, evenly spread over the runs.
FilmSnapshots thinned_snapshots(const FilmSnapshots& snapshots, Eigen::Index most);

}  // namespace mortise::gen
