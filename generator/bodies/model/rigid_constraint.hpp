// Makes a set of nodes one rigid body with a new reference node ("RBE2"). Unlike the
// force-distributing fit of rigid_motion.hpp this stiffens the structure.
#pragma once

#include <cstdint>
#include <vector>

#include "generator/bodies/model/full_model.hpp"

namespace mortise::gen {

// u_i = u_0 + theta x (r_i - r_0) for all dofs of the nodes, eliminated by K -> T^T K T,
// M -> T^T M T. The six new dofs (label, 1..6) are the last rows of the result; the nodes stay in
// `nodes` and `sets`, the reference node is added to `nodes`.
// nodes:     not empty, every node with all three translations free.
// reference: r_0 [m].
// label:     must not be in use.
// Throws Error naming the node for a clamped direction, and if the nodes cannot carry a rotation
// (all on one line without rotational dofs).
FullModel constrain_rigid(const FullModel& model, const std::vector<std::int64_t>& nodes,
                          const Vector3& reference, std::int64_t label);

}  // namespace mortise::gen
