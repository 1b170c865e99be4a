// Several bodies side by side in one model.
#pragma once

#include <string>
#include <vector>

#include "generator/bodies/model/full_model.hpp"

namespace mortise::gen {

// Where a body stands: as imported, mirrored at the plane through the origin (mirror: its normal,
// zero: not), turned about an axis through the origin, moved.
struct Placement {
  Vector3 position = Vector3::Zero();  // [m]
  Vector3 axis = Vector3::UnitZ();     // of the turn, any length > 0
  double angle = 0.0;                  // [rad]
  Vector3 mirror = Vector3::Zero();    // any length

  // (3 x 3) orthogonal: mirrored, then turned; of determinant -1 if mirrored.
  Eigen::Matrix3d orientation() const;
  bool moves() const { return angle != 0.0 || !position.isZero(0.0) || !mirror.isZero(0.0); }
};

// Coordinates and dofs in the world. Throws Error naming the node where a turn by no multiple of 90
// degrees would mix a direction that is held with one that is free.
FullModel placed(FullModel model, const Placement& placement);

struct NamedBody {
  std::string name;
  FullModel model;
};

// One model whose substructures are the bodies', in their order: a body of one substructure gives
// it its name, others "body.part". Sets are called "body.set", or as they are where they begin with
// the name of the body already, and all nodes of a body are the set "body". Labels count on from
// body to body (FullModel::label_shift).
// bodies: with names that differ.
FullModel merge_bodies(std::vector<NamedBody> bodies);

}  // namespace mortise::gen
