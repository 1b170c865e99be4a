#include "generator/simulate/bolted/bolted_system.hpp"

#include <fmt/format.h>

#include "generator/ground/dense/dense_solver.hpp"
#include "generator/ground/text/error.hpp"

namespace mortise::gen {

BoltedSystem bolted_system(const BoltedStructure& structure, const Preloaded& preloaded,
                           const BoltedSystemOptions& options) {
  const Eigen::Index coordinates = structure.stiffness.rows(), boundary = structure.boundary;
  demand(options.loads.rows() == coordinates || options.loads.size() == 0, "bolted structure",
         fmt::format("loads have {} rows instead of {}", options.loads.rows(), coordinates),
         "give them in the structure's coordinates");
  demand(options.motions.cols() == coordinates || options.motions.size() == 0, "bolted structure",
         fmt::format("motions have {} columns instead of {}", options.motions.cols(), coordinates),
         "give them in the structure's coordinates");
  demand(options.modes >= 1 && options.modes <= coordinates, "modes",
         fmt::format("{} of a structure with {} coordinates", options.modes, coordinates),
         "keep at least one, at most all of them");
  BoltedSystem s;
  s.structure = &structure;
  s.preloaded = preloaded;
  s.modes = stick_modes(structure, s.closed(), options.modes);
  s.zeta = Vector::Constant(s.modes.count(), options.damping);
  s.friction = options.friction;
  const Matrix loads = options.loads.size() > 0 ? options.loads : Matrix(coordinates, 0);
  const Matrix motions = options.motions.size() > 0 ? options.motions : Matrix(0, coordinates);
  const Matrix answered = residual_motion(structure, s.modes, loads);  // Q f
  s.modal_loads = s.modes.shapes.transpose() * loads;
  s.condensed_loads = s.modes.motions.transpose() * loads;
  s.boundary_loads = answered.topRows(boundary);
  s.load_flexibility = loads.transpose() * answered;
  s.by_modes = motions * s.modes.motions;
  s.by_shapes = motions * s.modes.shapes;
  s.by_inputs = motions * answered;
  s.by_boundary =
      residual_motion(structure, s.modes, motions.transpose()).topRows(boundary).transpose();
  s.still = preloaded.state.gap - s.compliance().product(preloaded.state.force);
  return s;
}

std::vector<bool> BoltedSystem::closed() const {
  std::vector<bool> closed;
  for (const PointStatus status : preloaded.state.status)
    closed.push_back(status != PointStatus::OPEN);
  return closed;
}

SurfaceCompliance BoltedSystem::compliance() const {
  return structure->compliance(modes.flexibility);
}

Vector BoltedSystem::free_gap(const Vector& eta, const Vector& inputs) const {
  const Vector moved = modes.boundary_motions() * eta + boundary_loads * inputs;
  return still + structure->points * moved;
}

Vector BoltedSystem::contact_force(const Vector& eta, const Vector& inputs,
                                   const Vector& change) const {
  return modes.boundary_motions().transpose() * on_boundary(change) +
         modes.omega.cwiseAbs2().cwiseProduct(eta) - modes.stiffness * eta +
         (condensed_loads - modal_loads) * inputs;
}

double BoltedSystem::elastic_energy(const Vector& eta, const Vector& inputs,
                                    const SurfaceState& state) const {
  const Vector change = state.force - preloaded.state.force;
  const Vector opened = state.gap - preloaded.state.gap;
  const Vector by_loads = boundary_loads * inputs;
  const Vector by_forces =  // C_r dlambda
      opened - structure->points * (modes.boundary_motions() * eta + by_loads);
  return 0.5 * eta.dot(modes.stiffness * eta) + 0.5 * change.dot(by_forces) +
         on_boundary(change).dot(by_loads) + 0.5 * inputs.dot(load_flexibility * inputs) +
         preloaded.state.force.dot(opened);
}

}  // namespace mortise::gen
