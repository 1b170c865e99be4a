// The two examples of Song et al., section 5, as systems.
#pragma once

#include "generator/bodies/mesh/plane.hpp"
#include "generator/contact/joint/facing.hpp"
#include "generator/contact/system/full_system.hpp"

namespace mortise::gen {

inline SparseRow dof_row(const FullModel& model, std::int64_t node, int direction) {
  SparseRow row(model.size());
  for (std::size_t i = 0; i < model.dofs.size(); ++i)
    if (model.dofs[i] == Dof{node, direction}) row.coeffRef(static_cast<Eigen::Index>(i)) = 1.0;
  return row;
}

// Two clamped beams one upon the other; a force on the top of the upper one at half its length.
// Outputs: motions x, y of the tip's upper corner (A) and lower corner (B), then their
// accelerations.
inline FullSystem two_cantilevers(const JointLaw& law, const Rayleigh& damping) {
  PlaneBody upper;
  upper.name = "upper";
  upper.length = 1.0;
  upper.height = upper.origin_y = 0.1;
  upper.elements_x = 20;
  upper.elements_y = 2;
  upper.material.young = 2e11;
  upper.material.density = 4000.0;
  upper.supports = {{PlaneEdge::left, {1, 2}}};
  PlaneBody lower = upper;
  lower.name = "lower";
  lower.origin_y = 0.0;
  lower.material.density = 7800.0;
  FullSystem system;
  system.model = build_plane("two cantilevers", {upper, lower});
  const auto& sets = system.model.sets;
  system.make_lone().law = face(system.model, {sets.at("upper.bottom"), sets.at("lower.top")});
  system.make_lone().as<Joint>()->law = law;
  system.damping = {damping, damping};
  system.inputs = {{"force", "N", -2e7, 2e7, 0.0, Hold::linear}};
  system.input_forces = {SparseRow(-dof_row(system.model, sets.at("upper.top")[10], 2))};
  const std::int64_t a = sets.at("upper.top").back(), b = sets.at("lower.bottom").back();
  for (const std::int64_t node : {a, b})
    for (const int direction : {1, 2})
      system.output_rows.push_back(dof_row(system.model, node, direction));
  for (const OutputQuantity quantity : {OutputQuantity::displacement, OutputQuantity::acceleration})
    for (int i = 0; i < 4; ++i) system.outputs.push_back({"", "", quantity, i});
  return system;
}

// A traction [N/m] along a set of edge nodes, in one direction.
inline Vector edge_load(const FullModel& model, const std::string& set, int direction,
                        double traction) {
  Vector force = Vector::Zero(model.size());
  const auto& nodes = model.sets.at(set);
  for (std::size_t i = 0; i + 1 < nodes.size(); ++i) {
    const double length = (model.nodes.at(nodes[i]) - model.nodes.at(nodes[i + 1])).norm();
    force += traction * length / 2 *
             (dof_row(model, nodes[i], direction) + dof_row(model, nodes[i + 1], direction));
  }
  return force;
}

struct PlateOnBase {
  FullSystem system;
  Vector press;  // 1e4 N/m on top
  Vector pull;   // mu P L on the right edge
};

inline PlateOnBase plate_on_base() {
  PlaneBody body;
  body.name = "plate";
  body.length = 0.36;
  body.height = 0.09;
  body.elements_x = 12;
  body.elements_y = 3;
  body.material.young = 2e11;
  body.material.poisson = 0.3;
  body.material.density = 7800.0;
  body.state = PlaneState::strain;
  PlateOnBase plate;
  FullModel& model = plate.system.model;
  model = build_plane("plate on base", {body});
  Facing facing{model.sets.at("plate.bottom"), {}};
  facing.subdivisions = 8;
  plate.system.make_lone().law = face(model, facing);
  JointLaw& law = plate.system.make_lone().as<Joint>()->law;
  law.normal.stiffness = 3.3e12;
  law.tangential.kind = TangentialKind::oden_pires;
  law.tangential.friction = 0.4;
  law.tangential.friction_modulus = 1e10;
  plate.press = edge_load(model, "plate.top", 2, -1e4);
  plate.pull = edge_load(model, "plate.right", 1, 0.4 * 1e4 * 0.36 / 0.09);
  return plate;
}

}  // namespace mortise::gen
