// Few points of a bolted contact whose tractions carry those of all others.
#pragma once

#include <vector>

#include "generator/reduce/bolted/project_tractions.hpp"
#include "generator/reduce/bolted/training.hpp"

namespace mortise::gen {

// Points closed by the preload and open ones are chosen greedily, so that their virtual work on the
// modes with non-negative weights is that of all (ECSW). Tractions per mean pressure of the others
// are non-negative combinations of theirs in the same zone, by least squares over the snapshots:
// Coulomb's cone holds at every point where it holds at these. Weighted point forces would not do:
// a half-space gives way to a point's force by orders too much.
// closed, open: points, at most. pressure: (n) mean in training [N].
TractionShapes interpolated_shapes(const BoltedSystem& system,
                                   const std::vector<BoltedSnapshots>& seen, const Vector& pressure,
                                   int closed, int open);

}  // namespace mortise::gen
