// A node that follows a set of nodes without stiffening them ("RBE3"): its motion is their weighted
// least-squares fit, q = R u (rigid_motion.hpp).
//
// It becomes an unknown by a change of coordinates. Six dofs u_p of the set, whose columns of R are
// the most independent, give way to q:
//
//   u_p = R_p^-1 (q - R_r u_r),   u = T [u_r; q],   K -> T^T K T,   M -> T^T M T
//
// T is regular, so nothing is constrained: frequencies and statics stay as they are, a force on q
// is the distribution R^T F on the set, and q is a dof like any other to contacts, inputs, outputs
// and masters. An extra row of an interface operator would have served masters alone.
#pragma once

#include <cstdint>
#include <vector>

#include "generator/bodies/model/full_model.hpp"
#include "generator/bodies/model/rigid_motion.hpp"

namespace mortise::gen {

// masters:   at least three nodes that are not on one line, or with rotations: they determine all
// six
//            motions.
// reference: of the new node [m]. label: must not be in use.
// Returns the model with the six new dofs (label, 1..6) as its last rows; the six that gave way are
// no dofs any more. The rows of the set become dense: for hundreds of nodes, not for ten thousands.
// Throws Error as RigidMotion(), for a label in use, and if the masters leave a motion
// undetermined.
FullModel add_average_node(const FullModel& model, const std::vector<Master>& masters,
                           const Vector3& reference, std::int64_t label);

}  // namespace mortise::gen
