// Free nodes on springs to ground: the smallest model that contact geometry can be tried on.
#pragma once

#include <map>
#include <vector>

#include "generator/bodies/model/full_model.hpp"

namespace mortise::gen {

// Node labels 1, 2, ... at the given positions [m], each with the given directions; unit masses
// and springs.
inline FullModel node_cloud(const std::vector<Vector3>& positions,
                            const std::vector<int>& directions = {1, 2, 3}) {
  FullModel model;
  model.source = "node cloud";
  for (std::size_t i = 0; i < positions.size(); ++i) {
    const auto label = static_cast<std::int64_t>(i + 1);
    model.nodes[label] = positions[i];
    model.sets["ALL"].push_back(label);
    for (const int d : directions) model.dofs.push_back({label, d});
  }
  const auto n = static_cast<Eigen::Index>(model.dofs.size());
  model.mass = SparseMatrix(n, n);
  model.mass.setIdentity();
  model.stiffness = model.mass;
  return model;
}

// The rigid motion with translation t of the origin and small rotation theta [rad], (n).
inline Vector rigid_displacement(const FullModel& model, const Vector3& t, const Vector3& theta) {
  Vector u(model.size());
  for (std::size_t i = 0; i < model.dofs.size(); ++i) {
    const int d = model.dofs[i].direction;
    const Vector3 move = t + theta.cross(model.nodes.at(model.dofs[i].node));
    u[static_cast<Eigen::Index>(i)] = d <= 3 ? move[d - 1] : theta[d - 4];
  }
  return u;
}

}  // namespace mortise::gen
