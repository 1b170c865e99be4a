// First look at a full model: sizes and mass properties. What is odd about them: bodies/check.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "generator/bodies/model/full_model.hpp"

namespace mortise::gen {

struct ImportReport {
  Eigen::Index dofs = 0;
  Eigen::Index rotation_dofs = 0;
  Eigen::Index generalised_dofs = 0;  // of a body that came condensed
  Eigen::Index nodes = 0;             // with coordinates, clamped ones included
  Eigen::Index nodes_with_dofs = 0;
  std::vector<std::pair<std::string, Eigen::Index>> sets;  // name, number of nodes
  Eigen::Index stiffness_nonzeros = 0;                     // both triangles
  Eigen::Index mass_nonzeros = 0;
  // r^T M r with r the unit translation along x, y, z; rotation rows left out. The share of
  // clamped nodes is not in an export.
  Vector3 total_mass = Vector3::Zero();     // [kg]
  std::optional<Vector3> centre_of_mass;    // of the free part [m], if coordinates are known
  std::optional<Vector3> box_min, box_max;  // bounding box of all nodes [m]
  Eigen::Index massless_dofs = 0;           // rows of M without any entry
  // Of the free part about its centre of mass, axes of the export [kg m2], if coordinates are
  // known.
  std::optional<Eigen::Matrix3d> inertia;
};

ImportReport inspect(const FullModel& model);

}  // namespace mortise::gen
