// Where the smallest gap of a film can stand.
#pragma once

#include <vector>

#include "generator/ground/numbers/matrix.hpp"

namespace mortise::gen {

// A small set of nodes, ascending, whose smallest gap is that of all nodes within the relative
// tolerance (> 0) in every state: greedy cover, each node the one that serves most of the states
// still open. gaps: (points x states) > 0.
std::vector<int> minimum_nodes(const Matrix& gaps, double tolerance = 1e-3);

}  // namespace mortise::gen
