#include "generator/bodies/model/dof_table.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "generator/ground/text/error.hpp"

namespace mortise::gen {

DofTable::DofTable(const FullModel& model) : source_(model.source) {
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
  for (const auto& [dof, leaders] : model.followers) {
    Motion& own = followers_[dof];
    for (const auto& [leader, weight] : leaders) own.emplace_back(find(leader), weight);
  }
}

DofTable::Motion DofTable::motion(const Dof& dof) const {
  if (const Eigen::Index row = find(dof); row >= 0) return {{row, 1.0}};
  const auto it = followers_.find(dof);
  if (it == followers_.end()) return {};
  for (const auto& [row, weight] : it->second)
    demand(row >= 0, source_,
           fmt::format(
               "node {} has no dof in direction {}, nor does the deck hold it there: it may "
               "follow others by a card that is not read (*MPC, *TIE, RBE2, ASET, CE, ...; the "
               "warnings of the import name those of this deck)",
               dof.node, dof.direction),
           "name a node that the card does not eliminate, e.g. the one that it follows, or hold "
           "it in the deck (*BOUNDARY, SPC1, D) if it does not move");
  return it->second;
}

bool DofTable::moves(const Dof& dof) const {
  const auto it = followers_.find(dof);
  return find(dof) >= 0 || (it != followers_.end() && !it->second.empty());
}

Eigen::Index DofTable::find(const Dof& dof) const {
  const auto it =
      std::lower_bound(rows_.begin(), rows_.end(), dof,
                       [](const auto& entry, const Dof& wanted) { return entry.first < wanted; });
  return it == rows_.end() || !(it->first == dof) ? -1 : it->second;
}

Eigen::Index DofTable::at(const Dof& dof, const std::string& where) const {
  const Eigen::Index row = find(dof);
  demand(
      row >= 0 || followers_.count(dof) == 0, where,
      fmt::format("node {} follows others in direction {}: it is tied to them, or an *EQUATION, a "
                  "*RIGID BODY or an interface node eliminates it",
                  dof.node, dof.direction),
      "name a node that follows none");
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
