#include "generator/bodies/import/interface_nodes.hpp"

#include <algorithm>

#include "generator/bodies/model/average_node.hpp"
#include "generator/bodies/model/dof_table.hpp"
#include "generator/bodies/model/node_sets.hpp"
#include "generator/bodies/model/rigid_constraint.hpp"
#include "generator/ground/text/error.hpp"

namespace mortise::gen {
namespace {

std::vector<std::int64_t> nodes_of(const FullModel& model, const InterfaceNodeSpec& spec,
                                   const std::string& where) {
  demand(spec.set.empty() != spec.nodes.empty(), where, "its nodes are not determined",
         "give either set or nodes");
  if (spec.set.empty()) return spec.nodes;
  const auto* found = find_set(model, spec.set);
  demand(found != nullptr && !found->second.empty(), where,
         "the set \"" + spec.set + "\" does not exist or is empty", "name a node set of the deck");
  return found->second;
}

std::int64_t free_label(const FullModel& model) {
  std::int64_t highest = model.nodes.empty() ? 0 : model.nodes.rbegin()->first;
  for (const Dof& dof : model.dofs) highest = std::max(highest, dof.node);
  return highest + 1;
}

FullModel with_interface_node(const FullModel& model, const InterfaceNodeSpec& spec) {
  const std::string where = "interface node \"" + spec.name + "\"";
  demand(model.sets.count(spec.name) == 0, where, "a node set has this name already",
         "choose another name");
  const std::vector<std::int64_t> nodes = nodes_of(model, spec, where);
  demand(spec.weights.empty() || (spec.kind == InterfaceKind::average && spec.set.empty() &&
                                  spec.weights.size() == nodes.size()),
         where, "the weights do not fit", "give one weight per label of nodes, of an average only");
  Vector3 place = Vector3::Zero();
  for (const std::int64_t node : nodes)
    place += node_position(model, node, where) / static_cast<double>(nodes.size());
  if (spec.position) place = *spec.position;
  const std::int64_t label = spec.node.value_or(free_label(model));
  FullModel result;
  if (spec.kind == InterfaceKind::rigid) {
    result = constrain_rigid(model, nodes, place, label);
  } else {
    std::vector<Master> masters;
    for (std::size_t i = 0; i < nodes.size(); ++i)
      masters.push_back({nodes[i], {}, spec.weights.empty() ? 1.0 : spec.weights[i]});
    result = add_average_node(model, masters, place, label);
  }
  result.sets[spec.name] = {label};
  return result;
}

}  // namespace

FullModel add_interface_nodes(FullModel model, const std::vector<InterfaceNodeSpec>& specs) {
  for (const InterfaceNodeSpec& spec : specs) model = with_interface_node(model, spec);
  return model;
}

}  // namespace mortise::gen
