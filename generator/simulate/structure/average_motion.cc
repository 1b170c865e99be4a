#include "generator/simulate/structure/average_motion.hpp"

#include "generator/ground/text/error.hpp"

namespace mortise::gen {

Vector applied_force(const FullSystem& system, const Vector& inputs) {
  Vector f = or_zero(system.constant_force, system.model.size());
  for (std::size_t k = 0; k < system.input_forces.size(); ++k)
    f += inputs[static_cast<Eigen::Index>(k)] * system.input_forces[k];
  return f;
}

AverageMotion::AverageMotion(const FullSystem& system, double step, TimeScheme scheme)
    : system_(system), h_(step), scheme_(scheme) {
  if (!(step > 0)) throw Error("step.size", "the step must be positive", "give it in seconds");
  demand(scheme != TimeScheme::generalised_alpha, "--scheme",
         "generalised_alpha is for sliding contacts", "use moreau_jean or schurzig");
  set_state({}, {});
  set_damping({});
}

void AverageMotion::set_damping(const std::vector<Rayleigh>& damping) {
  const FullModel& model = system_.model;
  damping_ = damping.empty() ? damping_matrix(system_) : damping_matrix(model, damping);
  const SparseMatrix average = model.mass + h_ / 2 * damping_ + (h_ * h_ / 4) * model.stiffness;
  solver_ = factorize(average, "M + h/2 D + h^2/4 K");
  if (scheme_ == TimeScheme::schurzig) {
    const SparseMatrix end = model.mass + h_ * damping_ + h_ * h_ / 2 * model.stiffness;
    corrector_ = factorize(end, "M + h D + h^2/2 K");
  }
  damping_force_ = damping_ * v_;
}

void AverageMotion::set_state(const Vector& displacement, const Vector& velocity) {
  u_ = or_zero(displacement, size());
  v_ = v_before_ = or_zero(velocity, size());
  damping_force_ = damping_.size() > 0 ? Vector(damping_ * v_) : v_;
  a_ = Vector();
  material_ = external_ = 0.0;
  steps_ = 0;
}

Matrix AverageMotion::response(const SparseMatrix& rows) const {
  return (corrector_ ? *corrector_ : *solver_).solve(Matrix(SparseMatrix(rows.transpose())));
}

void AverageMotion::predict(const Vector& inputs, const Vector& held) {
  applied_ = applied_force(system_, inputs);
  if (corrector_) return predict_schurzig();
  if (held.size() == 0) {
    const Vector right =
        h_ * (applied_ - damping_force_ - system_.model.stiffness * (u_ + h_ / 2 * v_));
    v_next_ = v_ + solver_->solve(right);
    u_next_ = u_ + h_ / 2 * (v_ + v_next_);
    return;
  }
  const Vector v = v_ + held;
  const Vector right = h_ * (applied_ - damping_force_ - damping_ * held -
                             system_.model.stiffness * (u_ + h_ / 2 * v));
  v_next_ = v + solver_->solve(right);
  u_next_ = u_ + h_ / 2 * (v + v_next_);
  v_next_ += held;
}

void AverageMotion::predict_schurzig() {
  if (a_.size() == 0) {  // at rest or thrown: start from M a = f - D v - K u
    const auto mass = factorize(system_.model.mass, "the mass matrix");
    a_ = mass->solve(applied_ - damping_force_ - system_.model.stiffness * u_);
  }
  const Vector u_part = u_ + h_ * v_ + h_ * h_ / 4 * a_, v_part = v_ + h_ / 2 * a_;
  a_ = solver_->solve(applied_ - damping_ * v_part - system_.model.stiffness * u_part);
  v_next_ = v_part + h_ / 2 * a_;
  u_next_ = u_part + h_ * h_ / 4 * a_;
}

void AverageMotion::push(const Vector& change) {
  v_ += change;
  damping_force_ += damping_ * change;
}

void AverageMotion::finish(const Vector& kick) {
  v_next_ += kick;
  u_next_ += h_ / 2 * kick;
  const Vector mean_velocity = 0.5 * (v_ + v_next_);
  external_ += h_ * applied_.dot(mean_velocity);
  // D v at the end of this step is D v at the start of the next
  const Vector mean_damping = damping_ * mean_velocity;
  material_ += h_ * mean_velocity.dot(mean_damping);
  damping_force_ = 2 * mean_damping - damping_force_;
  v_before_.swap(v_);
  u_.swap(u_next_);
  v_.swap(v_next_);
  ++steps_;
}

double AverageMotion::kinetic() const { return 0.5 * v_.dot(system_.model.mass * v_); }

double AverageMotion::strain() const { return 0.5 * u_.dot(system_.model.stiffness * u_); }

}  // namespace mortise::gen
