// Rows of K that resist a rigid motion because dofs follow others otherwise than rigid bodies move
// (an *EQUATION, say), not because something is held or stands elsewhere.
#pragma once

#include <vector>

#include "generator/bodies/model/full_model.hpp"

namespace mortise::gen {

struct BoundRows {
  std::vector<bool> bound;  // (n)
  bool unknown = false;     // some dof follows what is not known: other rows may be bound, too
};

// model: with coordinates; followers of nodes that have none are passed over.
BoundRows bound_rows(const FullModel& model);

// Displacements (1 x 6) of a dof in translations, and in rotations about `centre`, of the whole [m,
// rad]. dof: not generalised, of a node with coordinates.
Eigen::Matrix<double, 1, 6> rigid_motion_of(const FullModel& model, const Dof& dof,
                                            const Vector3& centre);

}  // namespace mortise::gen
