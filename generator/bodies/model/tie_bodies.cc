#include "generator/bodies/model/tie_bodies.hpp"

#include <algorithm>
#include <numeric>
#include <set>

#include "generator/bodies/model/dof_table.hpp"
#include "generator/bodies/model/nearest_node.hpp"
#include "generator/ground/text/error.hpp"
#include "generator/ground/text/nearest.hpp"

namespace mortise::gen {
namespace {

constexpr double kSamePlace = 1e-3;  // of the distance of neighbours in a set

const std::vector<std::int64_t>& nodes_of(const FullModel& model, const std::string& set) {
  const auto it = model.sets.find(set);
  if (it != model.sets.end() && !it->second.empty()) return it->second;
  std::vector<std::string> names;
  for (const auto& [name, nodes] : model.sets) names.push_back(name);
  throw Error("ties", "there is no node set \"" + set + "\"",
              "the nearest set is \"" + nearest(set, names) + "\"");
}

// Distance of the two nodes of a set that stand closest; of one node alone that of any other.
double spacing(const FullModel& model, const std::vector<std::int64_t>& nodes) {
  double least = HUGE_VAL;
  for (std::size_t i = 1; i < nodes.size(); ++i)
    least = std::min(
        least, (node_position(model, nodes[i], "ties") - node_position(model, nodes[i - 1], "ties"))
                   .norm());
  return nodes.size() > 1 ? least : element_size_at(model, nodes.front());
}

// Follows what became one to the node that is left.
class MergedNodes {
 public:
  std::int64_t of(std::int64_t node) const {
    for (auto it = into_.find(node); it != into_.end(); it = into_.find(node)) node = it->second;
    return node;
  }
  void merge(std::int64_t node, std::int64_t into) {
    node = of(node);
    into = of(into);
    if (node != into) into_[node] = into;
  }

 private:
  std::map<std::int64_t, std::int64_t> into_;
};

void merge_sets(const FullModel& model, const BodyTie& tie, MergedNodes* merged) {
  const std::vector<std::int64_t>&first = nodes_of(model, tie.first),
        &second = nodes_of(model, tie.second);
  const bool swapped = second.size() < first.size();
  const std::vector<std::int64_t>&smaller = swapped ? second : first,
        &other = swapped ? first : second;
  const double reach = kSamePlace * spacing(model, smaller);
  for (const std::int64_t node : smaller) {
    const NearestNode found = nearest_node(model, other, node_position(model, node, "ties"));
    demand(found.node != 0 && found.distance <= reach, "ties",
           "node " + std::to_string(node) + " of \"" + (swapped ? tie.second : tie.first) +
               "\" has no node of \"" + (swapped ? tie.first : tie.second) + "\" in its place",
           "mesh the two bodies alike where they are tied, or join them by an interface");
    merged->merge(swapped ? node : found.node, swapped ? found.node : node);
  }
}

}  // namespace

FullModel tie_bodies(FullModel model, const std::vector<BodyTie>& ties) {
  if (ties.empty()) return model;
  MergedNodes merged;
  for (const BodyTie& tie : ties) merge_sets(model, tie, &merged);

  // substructures that share a node belong together
  const auto dofs = model.dofs.size();
  std::vector<std::size_t> part_of(dofs), joined(model.substructures.size());
  std::iota(joined.begin(), joined.end(), std::size_t{0});
  const auto root = [&](std::size_t part) {
    while (joined[part] != part) part = joined[part];
    return part;
  };
  for (std::size_t p = 0; p < joined.size(); ++p) {
    const Substructure& part = model.substructures[p];
    std::fill_n(part_of.begin() + part.first, part.size, p);
  }
  std::map<Dof, std::vector<std::size_t>> rows;  // of every direction of every node that is left
  std::map<std::int64_t, std::set<std::int64_t>> labels;
  for (std::size_t i = 0; i < dofs; ++i) {
    const Dof& dof = model.dofs[i];
    const std::int64_t node = merged.of(dof.node);
    rows[{node, dof.direction}].push_back(i);
    labels[node].insert(dof.node);
  }
  for (const auto& [label, place] : model.nodes) labels[merged.of(label)].insert(label);
  const std::size_t parts = joined.size();
  std::vector<bool> held(dofs, false);
  for (const auto& [dof, all] : rows) {
    for (const std::size_t i : all) {
      const std::size_t a = root(part_of[all.front()]), b = root(part_of[i]);
      joined[std::max(a, b)] = std::min(a, b);
    }
    // of nodes that were one body's each, all must have the direction
    if (all.size() < labels[dof.node].size())
      for (const std::size_t i : all) held[i] = true;
  }
  // one representative for each, body by body as they are joined
  std::vector<std::size_t> kept;
  for (const auto& [dof, all] : rows)
    if (!held[all.front()]) kept.push_back(all.front());
  std::sort(kept.begin(), kept.end(), [&](std::size_t a, std::size_t b) {
    const std::size_t x = root(part_of[a]), y = root(part_of[b]);
    return x != y ? x < y : a < b;
  });
  std::vector<Eigen::Triplet<double>> entries;
  FullModel out;
  for (std::size_t k = 0; k < kept.size(); ++k) {
    const Dof& dof = model.dofs[kept[k]];
    const Dof left{merged.of(dof.node), dof.direction};
    for (const std::size_t i : rows.at(left))
      entries.emplace_back(static_cast<int>(i), static_cast<int>(k), 1.0);
    out.dofs.push_back(left);
  }
  SparseMatrix t(static_cast<Eigen::Index>(dofs), static_cast<Eigen::Index>(kept.size()));
  t.setFromTriplets(entries.begin(), entries.end());
  const SparseMatrix back = t.transpose();
  out.mass = back * SparseMatrix(model.mass * t);
  out.stiffness = back * SparseMatrix(model.stiffness * t);
  for (std::size_t p = 0; p < parts; ++p) {
    if (root(p) != p) continue;
    const auto in = [&](std::size_t i) { return root(part_of[i]) == p; };
    const auto first = std::find_if(kept.begin(), kept.end(), in);
    out.substructures.push_back({model.substructures[p].name,
                                 static_cast<Eigen::Index>(first - kept.begin()),
                                 std::count_if(kept.begin(), kept.end(), in)});
  }
  for (auto& [name, set] : model.sets)
    for (std::int64_t& node : set) node = merged.of(node);
  out.source = std::move(model.source);
  out.nodes = std::move(model.nodes);
  out.sets = std::move(model.sets);
  out.label_shift = std::move(model.label_shift);
  return out;
}

}  // namespace mortise::gen
