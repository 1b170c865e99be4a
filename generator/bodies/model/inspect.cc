#include "generator/bodies/model/inspect.hpp"

#include <cmath>
#include <set>

#include "generator/bodies/model/dof_table.hpp"
#include "generator/ground/text/number_text.hpp"

namespace mortise::gen {
namespace {

std::string rounded(double value) { return number_text(value, 4); }

double resultant(const FullModel& model, const Vector& forces, int direction) {
  double sum = 0.0;
  for (std::size_t i = 0; i < model.dofs.size(); ++i)
    if (model.dofs[i].direction == direction + 1) sum += forces[static_cast<Eigen::Index>(i)];
  return sum;
}

bool has_coordinates(const FullModel& model) {
  if (model.nodes.empty()) return false;
  for (const Dof& dof : model.dofs)
    if (dof.direction <= 3 && model.nodes.count(dof.node) == 0) return false;
  return true;
}

// Centre of mass seen by the acceleration along `direction`: the moment of the inertia forces
// about the origin gives the two components across it, their lever arms the third one.
Vector3 centre_from(const FullModel& model, const Vector& forces, int direction, double mass) {
  Vector3 moment = Vector3::Zero();
  double along = 0.0;
  for (std::size_t i = 0; i < model.dofs.size(); ++i) {
    const Dof& dof = model.dofs[i];
    const double force = forces[static_cast<Eigen::Index>(i)];
    if (dof.direction > 3) {
      moment[dof.direction - 4] += force;
      continue;
    }
    const Vector3& position = model.nodes.at(dof.node);
    moment += position.cross(force * Vector3::Unit(dof.direction - 1));
    if (dof.direction == direction + 1) along += force * position[direction];
  }
  const Vector3 axis = Vector3::Unit(direction);
  return (axis.cross(moment) + along * axis) / mass;
}

void report_centre(const FullModel& model, const Matrix& forces, ImportReport& report) {
  Vector3 sum = Vector3::Zero();
  Vector3 weight = Vector3::Zero();
  Eigen::Matrix3d seen = Eigen::Matrix3d::Zero();
  for (int d = 0; d < 3; ++d) {
    if (report.total_mass[d] <= 0.0) continue;
    seen.col(d) = centre_from(model, forces.col(d), d, report.total_mass[d]);
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

void add_warnings(ImportReport& report) {
  const double largest = report.total_mass.maxCoeff();
  const double smallest = report.total_mass.minCoeff();
  if (smallest > 0.0 && largest - smallest > 1e-6 * largest) {
    report.warnings.push_back(
        "the total mass differs by direction: " + rounded(report.total_mass[0]) + ", " +
        rounded(report.total_mass[1]) + ", " + rounded(report.total_mass[2]) + " kg");
  }
  if (report.massless_dofs > 0) {
    report.warnings.push_back(std::to_string(report.massless_dofs) +
                              " dofs carry no mass; they follow the others statically");
  }
  if (!report.box_min) {
    report.warnings.push_back("coordinates are unknown: units cannot be checked for plausibility");
    return;
  }
  const double volume = (*report.box_max - *report.box_min).prod();
  const double density = largest / volume;
  if (volume > 0.0 && largest > 0.0 && (density > 3e4 || density < 1e-1)) {
    report.warnings.push_back("the mass fills its bounding box with " + rounded(density) +
                              " kg/m3, which is no known material: check the declared units");
  }
}

}  // namespace

ImportReport inspect(const FullModel& model) {
  ImportReport report;
  report.dofs = model.size();
  report.nodes = static_cast<Eigen::Index>(model.nodes.size());
  std::set<std::int64_t> used;
  for (const Dof& dof : model.dofs) {
    used.insert(dof.node);
    if (dof.direction > 3) ++report.rotation_dofs;
  }
  report.nodes_with_dofs = static_cast<Eigen::Index>(used.size());
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
  if (has_coordinates(model)) {
    report_box(model, report);
    report_centre(model, forces, report);
  }
  add_warnings(report);
  return report;
}

}  // namespace mortise::gen
