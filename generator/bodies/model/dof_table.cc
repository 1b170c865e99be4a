#include "generator/bodies/model/dof_table.hpp"

#include "generator/ground/text/error.hpp"

namespace mortise::gen {

DofTable::DofTable(const FullModel& model) {
  for (std::size_t i = 0; i < model.dofs.size(); ++i) {
    const Dof& dof = model.dofs[i];
    if (!rows_.emplace(dof, static_cast<Eigen::Index>(i)).second)
      throw Error(
          model.source,
          "dof " + std::to_string(dof.node) + "." + std::to_string(dof.direction) + " occurs twice",
          "export every dof once");
  }
}

Eigen::Index DofTable::find(const Dof& dof) const {
  const auto it = rows_.find(dof);
  return it == rows_.end() ? -1 : it->second;
}

Eigen::Index DofTable::at(const Dof& dof, const std::string& where) const {
  const Eigen::Index row = find(dof);
  if (row < 0)
    throw Error(where,
                "node " + std::to_string(dof.node) + " has no free dof in direction " +
                    std::to_string(dof.direction),
                "name a node and direction that the model has and that is not clamped");
  return row;
}

Vector3 node_position(const FullModel& model, std::int64_t node, const std::string& where) {
  const auto it = model.nodes.find(node);
  if (it == model.nodes.end())
    throw Error(where, "node " + std::to_string(node) + " has no coordinates",
                "name a node that the model has");
  return it->second;
}

}  // namespace mortise::gen
