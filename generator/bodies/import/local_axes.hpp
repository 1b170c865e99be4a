// Dofs of nodes along axes of their own, brought to the global ones.
#pragma once

#include <map>
#include <string>

#include "generator/bodies/import/deck_constraints.hpp"
#include "generator/bodies/model/full_model.hpp"

namespace mortise::gen {

struct LocalAxes {
  Eigen::Matrix3d axes;  // rows: local axes 1, 2, 3
  std::string where;     // what says so, for messages
};

// By node, as *TRANSFORM says; nodes that the deck does not define are left out.
std::map<std::int64_t, LocalAxes> local_axes(const DeckConstraints& deck,
                                             const std::map<std::int64_t, Vector3>& nodes);

// K and M with the translations and rotations of these nodes along the global axes.
// Throws Error for a node that lacks a direction which its axes mix with others.
FullModel in_global_axes(FullModel model, const std::map<std::int64_t, LocalAxes>& local);

}  // namespace mortise::gen
