#include "generator/simulate/assemble/locate.hpp"

#include <algorithm>
#include <map>

#include "generator/bodies/model/node_sets.hpp"
#include "generator/contact/unilateral/node_contact.hpp"
#include "generator/ground/text/error.hpp"
#include "generator/ground/text/nearest.hpp"

namespace mortise::gen {
namespace {

// "body.12": label of node 12 of a body; 0 if it means none.
std::int64_t node_of_body(const FullModel& model, const std::string& name) {
  const auto dot = name.rfind('.');
  if (dot == std::string::npos) return 0;
  const auto body = model.label_shift.find(name.substr(0, dot));
  const std::string number = name.substr(dot + 1);
  if (body == model.label_shift.end() || number.empty() || number.size() > 15 ||
      number.find_first_not_of("0123456789") != std::string::npos)
    return 0;
  const std::int64_t label = std::stoll(number) + body->second;
  const auto& of_body = model.sets.at(body->first);
  return std::find(of_body.begin(), of_body.end(), label) == of_body.end() ? 0 : label;
}

std::vector<std::int64_t> nodes_of_set(const FullModel& model, const std::string& name,
                                       const std::string& what) {
  const auto* set = find_set(model, name);
  if (set != nullptr && !set->second.empty()) return set->second;
  if (const std::int64_t node = node_of_body(model, name)) return {node};
  std::vector<std::string> names;
  for (const auto& [known, nodes] : model.sets) names.push_back(known);
  const std::string remedy = names.empty() ? "the model has no node sets; name a node instead"
                                           : "the nearest set is \"" + nearest(name, names) + "\"";
  throw Error(model.source, what + " names the unknown node set \"" + name + "\"", remedy);
}

}  // namespace

NearestNode locate_near(const FullModel& model, const Place& place, const std::string& what) {
  NearestNode found = place.set.empty()
                          ? nearest_node(model, *place.near)
                          : nearest_node(model, nodes_of_set(model, place.set, what), *place.near);
  if (found.node == 0) {
    throw Error(model.source, what + " looks for a nearest node, but no coordinates are known",
                "give import.deck, or name the node by its label");
  }
  found.place = what;
  return found;
}

std::vector<std::int64_t> locate(const FullModel& model, const Place& place,
                                 const std::string& what) {
  if (place.node) {
    for (const Dof& dof : model.dofs) {
      if (dof.node == *place.node) return {*place.node};
    }
    for (const auto& [dof, leaders] : model.followers) {
      if (dof.node == *place.node && !leaders.empty()) return {*place.node};
    }
    throw Error(model.source,
                what + " names node " + std::to_string(*place.node) + ", which has no free dof",
                "choose a node of the model that can move");
  }
  if (place.near) return {locate_near(model, place, what).node};
  std::vector<std::int64_t> nodes;
  if (!place.set.empty()) {
    nodes = nodes_of_set(model, place.set, what);
  } else {
    for (const auto& [node, position] : model.nodes) nodes.push_back(node);
  }
  std::sort(nodes.begin(), nodes.end());
  return nodes;
}

SparseRow place_row(const FullModel& model, const Place& place, const Vector3& direction,
                    const std::string& what) {
  const std::vector<std::int64_t> nodes = locate(model, place, what);
  SparseRow row(model.size());
  for (const std::int64_t node : nodes) row += translation_row(model, node, direction);
  return row / static_cast<double>(nodes.size());
}

std::vector<std::int64_t> ordered_set(const FullModel& model, const std::string& set,
                                      const std::string& what) {
  return nodes_of_set(model, set, what);
}

SparseRow line_row(const FullModel& model, const std::string& set, const Vector3& direction,
                   const std::string& what) {
  const std::vector<std::int64_t> nodes = nodes_of_set(model, set, what);
  std::map<std::int64_t, double> lengths;  // that every node stands for [m]
  for (std::size_t i = 1; i < nodes.size(); ++i) {
    const double half =
        0.5 *
        (node_position(model, nodes[i], what) - node_position(model, nodes[i - 1], what)).norm();
    lengths[nodes[i - 1]] += half;
    lengths[nodes[i]] += half;
  }
  const DofTable table(model);
  SparseRow row(model.size());
  for (const auto& [node, length] : lengths) add_translation(table, node, length * direction, &row);
  if (row.norm() > 0.0) return row;
  throw Error(model.source, what + " moves nothing along \"" + set + "\"",
              "name an edge with at least two nodes that can move in its direction");
}

}  // namespace mortise::gen
