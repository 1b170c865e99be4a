#include "generator/define/locate.hpp"

#include <algorithm>
#include <limits>

#include "generator/contact/node_contact.hpp"
#include "generator/define/nearest.hpp"
#include "generator/error.hpp"

namespace mortise::gen {
namespace {

const std::vector<std::int64_t>& find_set(const FullModel& model, const std::string& name,
                                          const std::string& what) {
  const auto it = model.sets.find(name);
  if (it != model.sets.end() && !it->second.empty()) return it->second;
  std::vector<std::string> names;
  for (const auto& [known, nodes] : model.sets) names.push_back(known);
  const std::string remedy = names.empty() ? "the model has no node sets; name a node instead"
                                           : "the nearest set is \"" + nearest(name, names) + "\"";
  throw Error(model.source, what + " names the unknown node set \"" + name + "\"", remedy);
}

std::int64_t nearest_node(const FullModel& model, const std::vector<std::int64_t>& candidates,
                          const Vector3& point, const std::string& what) {
  double best = std::numeric_limits<double>::infinity();
  std::int64_t label = 0;
  for (const std::int64_t node : candidates) {
    const auto it = model.nodes.find(node);
    if (it == model.nodes.end()) continue;
    const double distance = (it->second - point).norm();
    if (distance < best) {
      best = distance;
      label = node;
    }
  }
  if (label == 0) {
    throw Error(model.source, what + " looks for a nearest node, but no coordinates are known",
                "give import.deck, or name the node by its label");
  }
  return label;
}

}  // namespace

std::vector<std::int64_t> locate(const FullModel& model, const Place& place,
                                 const std::string& what) {
  if (place.node) {
    for (const Dof& dof : model.dofs) {
      if (dof.node == *place.node) return {*place.node};
    }
    throw Error(model.source,
                what + " names node " + std::to_string(*place.node) + ", which has no free dof",
                "choose a node of the model that can move");
  }
  std::vector<std::int64_t> candidates;
  if (!place.set.empty()) {
    candidates = find_set(model, place.set, what);
  } else {
    for (const auto& [node, position] : model.nodes) candidates.push_back(node);
  }
  if (place.near) return {nearest_node(model, candidates, *place.near, what)};
  std::sort(candidates.begin(), candidates.end());
  return candidates;
}

SparseRow place_row(const FullModel& model, const Place& place, const Vector3& direction,
                    const std::string& what) {
  const std::vector<std::int64_t> nodes = locate(model, place, what);
  SparseRow row(model.size());
  for (const std::int64_t node : nodes) row += translation_row(model, node, direction);
  return row / static_cast<double>(nodes.size());
}

}  // namespace mortise::gen
