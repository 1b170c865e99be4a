// Dofs of nodes along axes of their own, brought to the global ones.
#pragma once

#include <functional>
#include <map>
#include <string>

#include "generator/bodies/model/full_model.hpp"

namespace mortise::gen {

struct DeckConstraints;

struct LocalAxes {
  Eigen::Matrix3d axes;  // rows: local axes 1, 2, 3
  std::string where;     // what says so, for messages
};

using NodeAxes = std::map<std::int64_t, LocalAxes>;  // by label

// Axes that *TRANSFORM gives; nodes that the deck does not define are left out.
NodeAxes local_axes(const DeckConstraints& deck, const std::map<std::int64_t, Vector3>& nodes);

// What several files say of the nodes. Throws Error naming both where they do not agree.
void add_axes(const NodeAxes& more, NodeAxes* local);

// K and M with the translations and rotations of these nodes along the global axes. Of a node that
// is held along some of its axes as many global directions stay, and the others follow these
// (FullModel::followers).
// held: whether a dof, along the axis of its node, that the model lacks does not move.
// Throws Error for a node that lacks another one.
FullModel in_global_axes(FullModel model, const NodeAxes& local,
                         const std::function<bool(const Dof&)>& held);

}  // namespace mortise::gen
