#include "generator/bodies/model/bound_rows.hpp"

#include <Eigen/Geometry>
#include <algorithm>

#include "generator/bodies/model/dof_table.hpp"

namespace mortise::gen {

Eigen::Matrix<double, 1, 6> rigid_motion_of(const FullModel& model, const Dof& dof,
                                            const Vector3& centre) {
  Eigen::Matrix<double, 1, 6> motion = Eigen::Matrix<double, 1, 6>::Zero();
  motion[dof.direction - 1] = 1.0;
  if (dof.is_translation())
    motion.tail<3>() = Vector3(model.nodes.at(dof.node) - centre)
                           .cross(Vector3(Vector3::Unit(dof.direction - 1)))
                           .transpose();
  return motion;
}

BoundRows bound_rows(const FullModel& model) {
  BoundRows result{std::vector<bool>(model.dofs.size(), false)};
  if (model.followers.empty()) return result;
  const auto placed = [&model](const Dof& dof) {
    return !dof.is_generalised() && model.nodes.count(dof.node) > 0;
  };
  Vector3 centre = Vector3::Zero();
  double size = 0.0;
  for (const auto& [node, place] : model.nodes)
    centre += place / static_cast<double>(model.nodes.size());
  for (const auto& [node, place] : model.nodes) size = std::max(size, (place - centre).norm());
  const DofTable table(model);
  for (const auto& [dof, leaders] : model.followers) {
    if (!placed(dof)) continue;
    bool known = true;
    Eigen::Matrix<double, 1, 6> off = rigid_motion_of(model, dof, centre);
    for (const auto& [leader, weight] : leaders) {
      result.unknown = result.unknown || table.find(leader) < 0;
      known = known && placed(leader);
      if (placed(leader)) off -= weight * rigid_motion_of(model, leader, centre);
    }
    constexpr double kRounding = 1e-7;  // decks have few digits
    if (known && off.head<3>().norm() < kRounding && off.tail<3>().norm() < kRounding * size)
      continue;
    for (const auto& [leader, weight] : leaders)
      if (const Eigen::Index column = table.find(leader); column >= 0)
        for (SparseMatrix::InnerIterator it(model.stiffness, column); it; ++it)
          result.bound[static_cast<std::size_t>(it.row())] = true;
  }
  return result;
}

}  // namespace mortise::gen
