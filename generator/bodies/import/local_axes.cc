#include "generator/bodies/import/local_axes.hpp"

#include <array>
#include <cmath>
#include <utility>
#include <vector>

#include "generator/ground/text/error.hpp"

namespace mortise::gen {

std::map<std::int64_t, LocalAxes> local_axes(const DeckConstraints& deck,
                                             const std::map<std::int64_t, Vector3>& nodes) {
  std::map<std::int64_t, LocalAxes> local;
  for (const DeckTransform& transform : deck.transforms)
    for (const std::int64_t node : transform.nodes)
      if (const auto at = nodes.find(node); at != nodes.end())
        local[node] = {transform.axes_at(at->second), transform.where};
  return local;
}

FullModel in_global_axes(FullModel model, const std::map<std::int64_t, LocalAxes>& local) {
  if (local.empty()) return model;
  // rows of a node, translations and rotations; -1: none
  std::map<std::pair<std::int64_t, bool>, std::array<int, 3>> rows;
  std::vector<Eigen::Triplet<double>> entries;  // u_global = T u_local
  for (std::size_t i = 0; i < model.dofs.size(); ++i) {
    const Dof& dof = model.dofs[i];
    const int row = static_cast<int>(i);
    if (dof.is_generalised() || local.count(dof.node) == 0) {
      entries.emplace_back(row, row, 1.0);
      continue;
    }
    auto& own = rows.try_emplace({dof.node, dof.is_rotation()}, std::array<int, 3>{-1, -1, -1})
                    .first->second;
    own[static_cast<std::size_t>((dof.direction - 1) % 3)] = row;
  }
  constexpr double kNone = 1e-12;
  for (const auto& [node, own] : rows) {
    const LocalAxes& frame = local.at(node.first);
    for (int d = 0; d < 3; ++d)
      for (int k = 0; k < 3; ++k) {
        const double part = frame.axes(d, k);
        if (std::abs(part) < kNone) continue;
        const int from = own[static_cast<std::size_t>(d)], to = own[static_cast<std::size_t>(k)];
        if (from < 0 && to < 0) continue;
        demand(from >= 0 && to >= 0, frame.where,
               "node " + std::to_string(node.first) +
                   " has local axes and is held, or has no dof, in some directions only, which the "
                   "global axes would mix with free ones",
               "hold all directions of the node or none, or export it without local axes");
        entries.emplace_back(to, from, part);
      }
  }
  SparseMatrix t(model.size(), model.size());
  t.setFromTriplets(entries.begin(), entries.end());
  const SparseMatrix back = t.transpose();
  model.mass = SparseMatrix(t * model.mass) * back;
  model.stiffness = SparseMatrix(t * model.stiffness) * back;
  return model;
}

}  // namespace mortise::gen
