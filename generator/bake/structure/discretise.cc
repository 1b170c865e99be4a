#include "generator/bake/structure/discretise.hpp"

#include <algorithm>

#include "generator/ground/integrate/modal_flow.hpp"

namespace mortise::gen {

Vector stepped_damping(const Vector& omega_of_modes, const Vector& damping, double step,
                       double damp_fast_modes) {
  Vector d = damping;
  if (damp_fast_modes <= 0) return d;
  for (Eigen::Index i = 0; i < d.size(); ++i) {
    const double omega = omega_of_modes[i];
    if (omega * step > 4) d[i] = std::max(d[i], 2 * damp_fast_modes * omega);
  }
  return d;
}

StepOperators discretise(const ReducedSystem& system, const Vector& damping, double h) {
  const Eigen::ArrayXd d = damping.array(), w2 = system.omega.array().square();
  const Eigen::ArrayXd a = 1 + h / 2 * d + h * h / 4 * w2;
  StepOperators op;
  op.from_velocity = (1 - h / 2 * d - h * h / 4 * w2) / a;
  op.from_position = -h * w2 / a;
  op.admittance = h / a;
  op.constant = op.admittance.cwiseProduct(system.constant_force);
  op.from_input = op.admittance.asDiagonal() * system.input_forces;
  return op;
}

FlowOperators exact_flow(const ReducedSystem& system, const Vector& damping, double h) {
  const ModalFlow flow(system.omega, 0.5 * damping, h);
  FlowOperators op;
  op.velocity.from_velocity = flow.velocity_by_velocity();
  op.velocity.from_position = flow.velocity_by_q();
  op.velocity.admittance = flow.velocity_by_force();
  op.displacement.from_velocity = flow.q_by_velocity();
  op.displacement.from_position = flow.q_by_q();
  op.displacement.admittance = flow.q_by_force();
  for (StepOperators* part : {&op.velocity, &op.displacement}) {
    part->constant = part->admittance.cwiseProduct(system.constant_force);
    part->from_input = part->admittance.asDiagonal() * system.input_forces;
  }
  return op;
}

}  // namespace mortise::gen
