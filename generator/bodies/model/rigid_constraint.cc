#include "generator/bodies/model/rigid_constraint.hpp"

#include <algorithm>
#include <array>
#include <set>

#include "generator/bodies/model/dof_table.hpp"
#include "generator/bodies/model/follow.hpp"
#include "generator/ground/dense/symmetric_eigen.hpp"
#include "generator/ground/numbers/rows.hpp"
#include "generator/ground/text/error.hpp"

namespace mortise::gen {
namespace {

using Motion = Eigen::Matrix<double, 1, 6>;
constexpr double kNoRotation = 1e-10;  // relative eigenvalue of a rotation the nodes cannot carry

// Row of a dof at distance `arm` from the reference: translation d of u_0 + theta x arm, or
// theta_d.
Motion rigid_row(const Vector3& arm, int direction) {
  Motion row = Motion::Zero();
  row[direction - 1] = 1.0;
  if (direction <= 3) row.tail<3>() = arm.cross(Vector3(Vector3::Unit(direction - 1))).transpose();
  return row;
}

void check_rotation(const std::vector<std::pair<Eigen::Index, Motion>>& slaves) {
  Eigen::Matrix<double, 6, 6> gram = Eigen::Matrix<double, 6, 6>::Zero();
  for (const auto& [row, motion] : slaves) gram += motion.transpose() * motion;
  const Eigen::Matrix<double, 6, 1> scale = gram.diagonal().cwiseSqrt();
  if (scale.minCoeff() > 0.0) {
    const Eigen::Matrix<double, 6, 6> unit =
        scale.cwiseInverse().asDiagonal() * gram * scale.cwiseInverse().asDiagonal();
    const SymmetricEigenOf<6> eigen(unit);
    if (eigen.eigenvalues()[0] > kNoRotation * eigen.eigenvalues()[5]) return;
  }
  throw Error("rigid constraint", "the nodes lie on one line and cannot carry a rotation about it",
              "add a node away from the line, or nodes with rotational dofs");
}

}  // namespace

FullModel constrain_rigid(const FullModel& model, const std::vector<std::int64_t>& nodes,
                          const Vector3& reference, std::int64_t label) {
  if (nodes.empty())
    throw Error("rigid constraint", "the node set is empty", "name at least one node");
  const bool has_dof = std::any_of(model.dofs.begin(), model.dofs.end(),
                                   [&](const Dof& dof) { return dof.node == label; });
  if (has_dof || model.nodes.count(label) > 0)
    throw Error("rigid constraint", "node " + std::to_string(label) + " exists already",
                "choose an unused label for the reference node");

  // rows of the slaves, then the numbering of what stays
  const DofTable table(model);
  std::vector<std::pair<Eigen::Index, Motion>> slaves;
  std::vector<bool> eliminated(model.dofs.size(), false);
  for (const std::int64_t node : std::set<std::int64_t>(nodes.begin(), nodes.end())) {
    const Vector3 arm = node_position(model, node, "rigid constraint") - reference;
    for (int d = 1; d <= 6; ++d) {
      const Eigen::Index row = d <= 3 ? table.at({node, d}, "rigid constraint")  // clamped: refused
                                      : table.find({node, d});
      if (row < 0) continue;
      slaves.emplace_back(row, rigid_row(arm, d));
      eliminated[static_cast<std::size_t>(row)] = true;
    }
  }
  check_rotation(slaves);

  FullModel result;
  result.source = model.source;
  result.nodes = model.nodes;
  result.sets = model.sets;
  result.faces = model.faces;
  result.nodes[label] = reference;
  Entries entries;
  for (std::size_t i = 0; i < model.dofs.size(); ++i) {
    if (eliminated[i]) continue;
    entries.emplace_back(static_cast<int>(i), static_cast<int>(result.dofs.size()), 1.0);
    result.dofs.push_back(model.dofs[i]);
  }
  const int first = static_cast<int>(result.dofs.size());
  for (int d = 1; d <= 6; ++d) result.dofs.push_back({label, d});
  for (const auto& [row, motion] : slaves)
    for (int j = 0; j < 6; ++j)
      if (motion[j] != 0.0) entries.emplace_back(static_cast<int>(row), first + j, motion[j]);

  const SparseMatrix transform = sparse_matrix(model.size(), first + 6, entries);
  const SparseMatrix transposed = transform.transpose();
  result.mass = transposed * (model.mass * transform);
  result.stiffness = transposed * (model.stiffness * transform);
  Followers now;
  for (const auto& [row, motion] : slaves) {
    auto& leaders = now[model.dofs[static_cast<std::size_t>(row)]];
    for (int j = 0; j < 6; ++j)
      if (motion[j] != 0.0) leaders.push_back({{label, j + 1}, motion[j]});
  }
  result.followers = model.followers;
  follow_on(now, &result.followers);
  result.followers.merge(now);
  return result;
}

}  // namespace mortise::gen
