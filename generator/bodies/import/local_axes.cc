#include "generator/bodies/import/local_axes.hpp"

#include <Eigen/LU>
#include <algorithm>
#include <array>
#include <cmath>
#include <utility>
#include <vector>

#include "generator/bodies/import/deck_constraints.hpp"
#include "generator/ground/text/error.hpp"

namespace mortise::gen {
namespace {

constexpr double kNoPart = 1e-12;   // of a unit vector
constexpr double kSameAxes = 1e-4;  // files round them to few digits

// A node's dofs of one kind: u_local = axes u, of which those at `rows` are the model's.
struct TurnedNode {
  std::int64_t node = 0;
  int shift = 0;                        // of rotations: 3
  std::array<int, 3> rows{-1, -1, -1};  // by local direction; -1: held

  Dof dof(int direction) const { return {node, direction + shift + 1}; }
};

// Writes the entries of u_local = change u and renames the rows; what else moves follows.
void turn_rows(const TurnedNode& own, const Eigen::Matrix3d& axes,
               std::vector<Eigen::Triplet<double>>* change, FullModel* model) {
  std::vector<int> free, kept, rest;  // local directions; global ones that stay, and that follow
  for (int k = 0; k < 3; ++k)
    if (own.rows[static_cast<std::size_t>(k)] >= 0) free.push_back(k);
  Eigen::MatrixXd motion(3, static_cast<Eigen::Index>(free.size()));  // u = motion u_local
  for (std::size_t k = 0; k < free.size(); ++k)
    motion.col(static_cast<Eigen::Index>(k)) = axes.row(free[k]);
  // gives way what is most along a held axis, and stays what is most along the only free one
  std::vector<int> order{0, 1, 2};
  const Vector3 along = free.size() == 1
                            ? Vector3(motion.col(0))
                            : Vector3(Vector3::Ones() - motion.rowwise().squaredNorm());
  const double sign = free.size() == 1 ? -1.0 : 1.0;
  std::stable_sort(order.begin(), order.end(), [&](int a, int b) {
    return sign * std::abs(along[a]) < sign * std::abs(along[b]);
  });
  kept.assign(order.begin(), order.begin() + static_cast<std::ptrdiff_t>(free.size()));
  rest.assign(order.begin() + static_cast<std::ptrdiff_t>(free.size()), order.end());
  std::sort(kept.begin(), kept.end());
  Eigen::MatrixXd back = motion.transpose();  // u_local = back u_kept
  if (free.size() < 3) {
    Eigen::MatrixXd square(back.rows(), back.rows());
    for (std::size_t k = 0; k < kept.size(); ++k)
      square.row(static_cast<Eigen::Index>(k)) = motion.row(kept[k]);
    back = square.inverse();
  }
  for (std::size_t k = 0; k < free.size(); ++k) {
    const int row = own.rows[static_cast<std::size_t>(free[k])];
    model->dofs[static_cast<std::size_t>(row)] = own.dof(kept[k]);
    for (std::size_t j = 0; j < kept.size(); ++j) {
      const double part = back(static_cast<Eigen::Index>(k), static_cast<Eigen::Index>(j));
      if (std::abs(part) > kNoPart)
        change->emplace_back(row, own.rows[static_cast<std::size_t>(free[j])], part);
    }
  }
  for (const int direction : rest) {
    const Eigen::RowVectorXd weights = motion.row(direction) * back;
    auto& leaders = model->followers[own.dof(direction)];
    leaders.clear();
    for (std::size_t j = 0; j < kept.size(); ++j)
      if (const double weight = weights[static_cast<Eigen::Index>(j)]; std::abs(weight) > kNoPart)
        leaders.emplace_back(own.dof(kept[j]), weight);
  }
}

}  // namespace

NodeAxes local_axes(const DeckConstraints& deck, const std::map<std::int64_t, Vector3>& nodes) {
  NodeAxes local;
  for (const DeckTransform& transform : deck.transforms)
    for (const std::int64_t node : transform.nodes)
      if (const auto at = nodes.find(node); at != nodes.end())
        local[node] = {transform.axes_at(at->second), transform.where};
  return local;
}

void add_axes(const NodeAxes& more, NodeAxes* local) {
  for (const auto& [node, axes] : more) {
    const auto [known, is_new] = local->emplace(node, axes);
    demand(is_new || (known->second.axes - axes.axes).cwiseAbs().maxCoeff() < kSameAxes, axes.where,
           "gives node " + std::to_string(node) + " other axes than " + known->second.where,
           "leave the file that the matrices were not exported from");
  }
}

FullModel in_global_axes(FullModel model, const NodeAxes& local,
                         const std::function<bool(const Dof&)>& held) {
  if (local.empty()) return model;
  std::map<std::pair<std::int64_t, bool>, TurnedNode> turned;
  std::vector<Eigen::Triplet<double>> entries;
  for (std::size_t i = 0; i < model.dofs.size(); ++i) {
    const Dof& dof = model.dofs[i];
    const int row = static_cast<int>(i);
    const auto found = local.find(dof.node);
    if (dof.is_generalised() || found == local.end() || found->second.axes.isIdentity(kNoPart)) {
      entries.emplace_back(row, row, 1.0);
      continue;
    }
    TurnedNode& own = turned[{dof.node, dof.is_rotation()}];
    own.node = dof.node;
    own.shift = dof.is_rotation() ? 3 : 0;
    own.rows[static_cast<std::size_t>((dof.direction - 1) % 3)] = row;
  }
  for (const auto& [key, own] : turned) {
    const LocalAxes& frame = local.at(own.node);
    for (int k = 0; k < 3; ++k)
      demand(own.rows[static_cast<std::size_t>(k)] >= 0 || held(own.dof(k)), frame.where,
             "node " + std::to_string(own.node) + " has local axes and lacks a dof along axis " +
                 std::to_string(k + 1) +
                 ", which the deck does not hold: cards that are not read may eliminate it, and "
                 "the global axes would mix it with others",
             "keep all three directions of the node in the matrices, hold the dof in the deck, or "
             "export the node without local axes");
    turn_rows(own, frame.axes, &entries, &model);
  }
  SparseMatrix change(model.size(), model.size());
  change.setFromTriplets(entries.begin(), entries.end());
  const SparseMatrix across = change.transpose();
  model.mass = SparseMatrix(across * model.mass) * change;
  model.stiffness = SparseMatrix(across * model.stiffness) * change;
  return model;
}

}  // namespace mortise::gen
