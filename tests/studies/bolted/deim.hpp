// Q-DEIM of a bolted contact's tractions: measured beside the methods that keep Coulomb's cone.
#pragma once

#include <vector>

#include "generator/reduce/bolted/project_tractions.hpp"
#include "generator/reduce/bolted/training.hpp"

namespace mortise::gen {

// One basis for normal and tangential tractions per mean pressure, in every zone for points closed
// by the preload and for the others, by singular values; as many points as shapes by pivoted QR
// (Drmac and Gugercin), and Z = U (U at the points)^-1. Z has both signs: between the points forces
// may leave the cone and pull, and friction may do work on the motion. More points do not help.
// closed, open: points, at most. pressure: (n) mean in training [N].
TractionShapes deim_shapes(const BoltedSystem& system, const std::vector<BoltedSnapshots>& seen,
                           const Vector& pressure, int closed, int open);

}  // namespace mortise::gen
