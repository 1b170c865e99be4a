#include "generator/simulate/structure/joint_order.hpp"

#include "generator/ground/text/error.hpp"

namespace mortise::gen {
JointOrder::JointOrder(const FullSystem& system, double step)
    : system_(system),
      h_(step),
      motion_(system, step),
      joint_(joint_of(system), system.model.size(), step) {
  prepare();
  set_state(system.initial_displacement, system.initial_velocity);
}

void JointOrder::prepare() {
  response_ = motion_.response(joint_.rows());
  const Matrix delassus = joint_.rows() * response_;
  compliance_ = h_ * h_ / 4 * (delassus + delassus.transpose());
  newton_ = std::make_unique<InterfaceNewton>(compliance_, 0.5);
}

void JointOrder::set_state(const Vector& displacement, const Vector& velocity) {
  motion_.set_state(displacement, velocity);
  joint_.set_state(motion_.displacement(), motion_.velocity());
  unsolved_ = 0;
}

void JointOrder::set_case(const OperatingCase& operating_case) {
  joint_.set_law(operating_case.law, displacement(), velocity());
  motion_.set_damping(operating_case.damping);
  prepare();
}

std::optional<StepReport> JointOrder::step(const Vector& inputs) {
  const SparseMatrix& rows = joint_.rows();
  motion_.predict(inputs);
  InterfaceStep free;
  free.x_free = rows * motion_.free_displacement();
  free.rate_free = rows * motion_.free_velocity();
  free.rate_per_motion = 2 / h_;
  free.duration = h_;
  const Vector constant = compliance_ * (0.5 * joint_.start_force());
  const Vector before = rows * displacement();
  Vector x = free.x_free + 2 * constant;
  StepReport report;
  report.solved = newton_->solve(free, constant, &joint_.forces(), &x);
  unsolved_ += report.solved ? 0 : 1;
  motion_.finish(response_ * (h_ * joint_.mean_force()));
  joint_.finish(before, rows * displacement());
  report.touching = joint_.touching();
  return report;
}

JointEnergies JointOrder::energies() const {
  JointEnergies e;
  e.kinetic = motion_.kinetic();
  e.strain = motion_.strain() + joint_.stored();
  e.material = motion_.material();
  e.friction = joint_.friction();
  e.impact = joint_.impact();
  e.external = motion_.external();
  return e;
}

EnergyBooks JointOrder::books() const {
  const JointEnergies e = energies();
  return {e.total(), e.external, e.friction + e.impact};
}

double JointOrder::output(const OutputChannel& channel, const JointEnergies& e) const {
  const auto index = static_cast<std::size_t>(channel.index);
  const auto moved = [&](const Vector& x) { return system_.output_rows[index].dot(x); };
  switch (channel.quantity) {
    case OutputQuantity::displacement:
      return moved(displacement());
    case OutputQuantity::velocity:
      return moved(velocity());
    case OutputQuantity::acceleration:
      return moved(motion_.acceleration());
    case OutputQuantity::energy_total:
      return e.total();
    case OutputQuantity::energy_kinetic:
      return e.kinetic;
    case OutputQuantity::energy_strain:
      return e.strain;
    case OutputQuantity::dissipated_material:
      return e.material;
    case OutputQuantity::dissipated_friction:
      return e.friction;
    case OutputQuantity::dissipated_impact:
      return e.impact;
    case OutputQuantity::work_external:
      return e.external;
    case OutputQuantity::normal_traction:
      return tractions()[index].normal;
    case OutputQuantity::friction_traction:
      return tractions()[index].friction;
    case OutputQuantity::slipping_share:
      return slipping_share();
    default:
      throw Error("output " + channel.name, "is not known to the full model of a joint",
                  "choose a motion, an energy, a traction or slipping_share");
  }
}

Vector JointOrder::outputs() const {
  const JointEnergies e = energies();
  Vector y(static_cast<Eigen::Index>(system_.outputs.size()));
  for (std::size_t k = 0; k < system_.outputs.size(); ++k)
    y[static_cast<Eigen::Index>(k)] = output(system_.outputs[k], e);
  return y;
}

}  // namespace mortise::gen
