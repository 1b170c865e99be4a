#include "generator/bodies/model/inspect.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "generator/bodies/model/dof_table.hpp"

namespace mortise::gen {
namespace {

double resultant(const FullModel& model, const Vector& forces, int direction) {
  double sum = 0.0;
  for (std::size_t i = 0; i < model.dofs.size(); ++i)
    if (model.dofs[i].direction == direction + 1) sum += forces[static_cast<Eigen::Index>(i)];
  return sum;
}

// Position of the node of every dof (n); null where it has none. Empty if one is unknown.
std::vector<const Vector3*> positions_of_dofs(const FullModel& model) {
  std::vector<const Vector3*> positions;
  if (model.nodes.empty()) return positions;
  positions.reserve(model.dofs.size());
  auto node = model.nodes.end();
  for (const Dof& dof : model.dofs) {
    if (dof.is_translation() && (node == model.nodes.end() || node->first != dof.node)) {
      node = model.nodes.find(dof.node);
      if (node == model.nodes.end()) return {};
    }
    positions.push_back(dof.is_translation() ? &node->second : nullptr);
  }
  return positions;
}

// Centre of mass seen by the acceleration along `direction`: the moment of the inertia forces
// about the origin gives the two components across it, their lever arms the third one.
Vector3 centre_from(const FullModel& model, const std::vector<const Vector3*>& positions,
                    const Vector& forces, int direction, double mass) {
  Vector3 moment = Vector3::Zero();
  double along = 0.0;
  for (std::size_t i = 0; i < model.dofs.size(); ++i) {
    const Dof& dof = model.dofs[i];
    const double force = forces[static_cast<Eigen::Index>(i)];
    if (dof.is_generalised()) continue;
    if (dof.is_rotation()) {
      moment[dof.direction - 4] += force;
      continue;
    }
    const Vector3& position = *positions[i];
    moment += position.cross(force * Vector3::Unit(dof.direction - 1));
    if (dof.direction == direction + 1) along += force * position[direction];
  }
  const Vector3 axis = Vector3::Unit(direction);
  return (axis.cross(moment) + along * axis) / mass;
}

void report_centre(const FullModel& model, const std::vector<const Vector3*>& positions,
                   const Matrix& forces, ImportReport& report) {
  Vector3 sum = Vector3::Zero();
  Vector3 weight = Vector3::Zero();
  Eigen::Matrix3d seen = Eigen::Matrix3d::Zero();
  for (int d = 0; d < 3; ++d) {
    if (report.total_mass[d] <= 0.0) continue;
    seen.col(d) = centre_from(model, positions, forces.col(d), d, report.total_mass[d]);
    for (int k = 0; k < 3; ++k) {
      if (k == d) continue;
      sum[k] += seen(k, d);
      weight[k] += 1.0;
    }
  }
  for (int k = 0; k < 3; ++k)
    if (weight[k] > 0.0)
      sum[k] /= weight[k];
    else if (report.total_mass[k] > 0.0)
      sum[k] = seen(k, k);
  report.centre_of_mass = sum;
}

void report_box(const FullModel& model, ImportReport& report) {
  Vector3 low = model.nodes.begin()->second;
  Vector3 high = low;
  for (const auto& [label, position] : model.nodes) {
    low = low.cwiseMin(position);
    high = high.cwiseMax(position);
  }
  report.box_min = low;
  report.box_max = high;
}

// Moments of the inertia forces of unit rotations about the centre of mass.
void report_inertia(const FullModel& model, ImportReport& report) {
  Matrix rotations = Matrix::Zero(model.size(), 3);
  for (std::size_t i = 0; i < model.dofs.size(); ++i) {
    const Dof& dof = model.dofs[i];
    const auto row = static_cast<Eigen::Index>(i);
    if (dof.is_rotation()) rotations(row, dof.direction - 4) = 1.0;
    if (!dof.is_translation()) continue;
    const Vector3 arm = model.nodes.at(dof.node) - *report.centre_of_mass;
    rotations.row(row) = arm.cross(Vector3(Vector3::Unit(dof.direction - 1)));
  }
  report.inertia = rotations.transpose() * (model.mass * rotations);
}

}  // namespace

ImportReport inspect(const FullModel& model) {
  ImportReport report;
  report.dofs = model.size();
  report.nodes = static_cast<Eigen::Index>(model.nodes.size());
  std::vector<std::int64_t> used;
  for (const Dof& dof : model.dofs) {
    if (used.empty() || used.back() != dof.node) used.push_back(dof.node);
    if (dof.is_rotation()) ++report.rotation_dofs;
    if (dof.is_generalised()) ++report.generalised_dofs;
  }
  std::sort(used.begin(), used.end());
  report.nodes_with_dofs = std::unique(used.begin(), used.end()) - used.begin();
  for (const auto& [name, labels] : model.sets)
    report.sets.emplace_back(name, static_cast<Eigen::Index>(labels.size()));
  report.stiffness_nonzeros = model.stiffness.nonZeros();
  report.mass_nonzeros = model.mass.nonZeros();
  for (Eigen::Index j = 0; j < model.size(); ++j)
    if (model.mass.col(j).nonZeros() == 0) ++report.massless_dofs;

  Matrix forces(model.size(), 3);  // of unit accelerations along x, y, z
  for (int d = 0; d < 3; ++d) {
    forces.col(d) = model.mass * translation(model, d + 1);
    report.total_mass[d] = resultant(model, forces.col(d), d);
  }
  const std::vector<const Vector3*> positions = positions_of_dofs(model);
  if (!positions.empty()) {
    report_box(model, report);
    report_centre(model, positions, forces, report);
    report_inertia(model, report);
  }
  return report;
}

}  // namespace mortise::gen
