#include "generator/simulate/structure/joint_order.hpp"

#include <algorithm>

#include "generator/contact/system/full_system.hpp"
#include "generator/ground/numbers/rows.hpp"
#include "generator/ground/text/error.hpp"

namespace mortise::gen {

Vector applied_force(const FullSystem& system, const Vector& inputs) {
  Vector f = or_zero(system.constant_force, system.model.size());
  for (std::size_t k = 0; k < system.input_forces.size(); ++k)
    f += inputs[static_cast<Eigen::Index>(k)] * system.input_forces[k];
  return f;
}

JointOrder::JointOrder(const FullSystem& system, double step) : system_(system), h_(step) {
  if (!system.joint) throw Error("joint", "the system has no joint", "define contact.kind = joint");
  if (!(step > 0)) throw Error("step.size", "the step must be positive", "give it in seconds");
  prepare(system.joint->law, damping_of_substructures(system));
  set_state(system.initial_displacement, system.initial_velocity);
}

void JointOrder::prepare(const JointLaw& law, const std::vector<Rayleigh>& damping) {
  const FullModel& model = system_.model;
  damping_ = damping_matrix(model, damping);
  rows_ = joint_rows(*system_.joint, law.tangential, size());
  const SparseMatrix average = model.mass + h_ / 2 * damping_ + (h_ * h_ / 4) * model.stiffness;
  solver_ = factorize(average, "M + h/2 D + h^2/4 K");
  response_ = solver_->solve(Matrix(SparseMatrix(rows_.transpose())));
  const Matrix delassus = rows_ * response_;
  compliance_ = h_ * h_ / 4 * (delassus + delassus.transpose());
  newton_ = std::make_unique<InterfaceNewton>(compliance_, 0.5);
  forces_ = std::make_unique<JointForces>(
      system_.joint->points, static_cast<Eigen::Index>(system_.joint->nodes.size()), law);
}

// Tractions of the state as it is, without slip.
void JointOrder::restart_forces() {
  const Vector motion = rows_ * u_;
  forces_->start_from(motion);
  forces_->evaluate(motion, rows_ * v_, 2 / h_, h_);
  forces_->commit();
  start_force_ = forces_->force();
  normal_energy_ = forces_->normal_energy();
  friction_energy_ = forces_->friction_energy();
  damping_force_ = damping_ * v_;
}

void JointOrder::set_state(const Vector& displacement, const Vector& velocity) {
  u_ = or_zero(displacement, size());
  v_ = v_before_ = or_zero(velocity, size());
  forces_->set_memory(std::vector<double>(forces_->memory().size(), 0.0));
  restart_forces();
  booked_ = {};
  steps_ = unsolved_ = 0;
}

void JointOrder::set_case(const OperatingCase& operating_case) {
  const TangentialKind kind = forces_->law().tangential.kind;
  const std::vector<double> memory = forces_->memory();
  const double normal = normal_energy_, friction = friction_energy_;
  prepare(operating_case.law, operating_case.damping.empty() ? damping_of_substructures(system_)
                                                             : operating_case.damping);
  if (kind == operating_case.law.tangential.kind && memory.size() == forces_->memory().size())
    forces_->set_memory(memory);
  restart_forces();
  booked_.impact += normal - normal_energy_;
  booked_.friction += friction - friction_energy_;
}

std::optional<StepReport> JointOrder::step(const Vector& inputs) {
  const Vector applied = applied_force(system_, inputs);
  const Vector right =
      h_ * (applied - damping_force_ - system_.model.stiffness * (u_ + h_ / 2 * v_));
  Vector v = v_ + solver_->solve(right);
  Vector u = u_ + h_ / 2 * (v_ + v);
  InterfaceStep free;
  free.x_free = rows_ * u;
  free.rate_free = rows_ * v;
  free.rate_per_motion = 2 / h_;
  free.duration = h_;
  const Vector constant = compliance_ * (0.5 * start_force_);
  const Vector before = rows_ * u_;
  Vector x = free.x_free + 2 * constant;
  StepReport report;
  report.solved = newton_->solve(free, constant, forces_.get(), &x);
  unsolved_ += report.solved ? 0 : 1;

  const Vector mean_force = 0.5 * (start_force_ + forces_->force());
  const Vector kick = response_ * (h_ * mean_force);
  v += kick;
  u += h_ / 2 * kick;
  const Vector after = rows_ * u;
  forces_->commit();
  forces_->start_from(after);
  start_force_ = forces_->force();
  book(applied, after - before, mean_force, 0.5 * (v_ + v));
  v_before_.swap(v_);
  u_.swap(u);
  v_.swap(v);
  ++steps_;
  const auto& points = forces_->tractions();
  report.touching =
      std::any_of(points.begin(), points.end(), [](const PointTraction& t) { return t.touching; });
  return report;
}

void JointOrder::book(const Vector& applied, const Vector& row_motion, const Vector& mean_force,
                      const Vector& mean_velocity) {
  const auto normals = static_cast<Eigen::Index>(system_.joint->nodes.size());
  const Eigen::Index slips = mean_force.size() - normals;
  const double normal = forces_->normal_energy(), friction = forces_->friction_energy();
  booked_.impact -=
      mean_force.head(normals).dot(row_motion.head(normals)) + (normal - normal_energy_);
  booked_.friction -=
      mean_force.tail(slips).dot(row_motion.tail(slips)) + (friction - friction_energy_);
  normal_energy_ = normal;
  friction_energy_ = friction;
  booked_.external += h_ * applied.dot(mean_velocity);
  // D v at the end of this step is D v at the start of the next
  const Vector mean_damping = damping_ * mean_velocity;
  booked_.material += h_ * mean_velocity.dot(mean_damping);
  damping_force_ = 2 * mean_damping - damping_force_;
}

double JointOrder::slipping_share() const {
  const auto& points = forces_->tractions();
  const auto slipping = std::count_if(points.begin(), points.end(),
                                      [](const PointTraction& t) { return t.slipping; });
  return static_cast<double>(slipping) / static_cast<double>(points.size());
}

JointEnergies JointOrder::energies() const {
  JointEnergies e = booked_;
  e.kinetic = 0.5 * v_.dot(system_.model.mass * v_);
  e.strain = 0.5 * u_.dot(system_.model.stiffness * u_) + normal_energy_ + friction_energy_;
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
      return moved(u_);
    case OutputQuantity::velocity:
      return moved(v_);
    case OutputQuantity::acceleration:
      return moved((v_ - v_before_) / h_);
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
