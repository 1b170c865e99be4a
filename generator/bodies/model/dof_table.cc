#include "generator/bodies/model/dof_table.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "generator/ground/text/error.hpp"

namespace mortise::gen {

DofTable::DofTable(const FullModel& model) {
  rows_.reserve(model.dofs.size());
  for (const Dof& dof : model.dofs)
    rows_.emplace_back(dof, static_cast<Eigen::Index>(rows_.size()));
  std::sort(rows_.begin(), rows_.end());
  const auto twice = std::adjacent_find(
      rows_.begin(), rows_.end(), [](const auto& a, const auto& b) { return a.first == b.first; });
  if (twice != rows_.end())
    throw Error(model.source,
                fmt::format("dof {}.{} occurs twice", twice->first.node, twice->first.direction),
                "export every dof once");
  for (const auto& [dof, followed] : model.followers) {
    Leaders& own = leaders_[dof];
    for (const auto& [leader, weight] : followed) own.emplace_back(find(leader), weight);
  }
}

const DofTable::Leaders* DofTable::leaders(const Dof& dof) const {
  const auto it = leaders_.find(dof);
  return it == leaders_.end() ? nullptr : &it->second;
}

Eigen::Index DofTable::find(const Dof& dof) const {
  const auto it =
      std::lower_bound(rows_.begin(), rows_.end(), dof,
                       [](const auto& entry, const Dof& wanted) { return entry.first < wanted; });
  return it == rows_.end() || !(it->first == dof) ? -1 : it->second;
}

Eigen::Index DofTable::at(const Dof& dof, const std::string& where) const {
  const Eigen::Index row = find(dof);
  demand(row >= 0 || leaders(dof) == nullptr, where,
         fmt::format("node {} follows others in direction {}: it is tied to them", dof.node,
                     dof.direction),
         "name a node that is not tied");
  demand(row >= 0, where,
         fmt::format("node {} has no free dof in direction {}", dof.node, dof.direction),
         "name a node and direction that the model has and that is not clamped");
  return row;
}

Vector translation(const FullModel& model, int direction, double distance) {
  Vector motion = Vector::Zero(model.size());
  for (std::size_t i = 0; i < model.dofs.size(); ++i)
    if (model.dofs[i].direction == direction) motion[static_cast<Eigen::Index>(i)] = distance;
  return motion;
}

Vector3 node_position(const FullModel& model, std::int64_t node, const std::string& where) {
  const auto it = model.nodes.find(node);
  demand(it != model.nodes.end(), where, "node " + std::to_string(node) + " has no coordinates",
         "name a node that the model has");
  return it->second;
}

}  // namespace mortise::gen
