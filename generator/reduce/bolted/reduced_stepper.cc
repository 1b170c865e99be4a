#include "generator/reduce/bolted/reduced_stepper.hpp"

namespace mortise::gen {

Matrix contact_on_modes(const ReducedBolted& reduced) {
  Matrix s = reduced.from_modes.transpose();
  for (std::size_t c = 0; c < reduced.clusters.size(); ++c)
    if (reduced.clusters[c].base) s.middleCols<3>(3 * Eigen::Index(c)) *= -1.0;
  return s;
}

ReducedBoltedStepper::ReducedBoltedStepper(const ReducedBolted& reduced, double h,
                                           const ReducedContactOptions& options)
    : reduced_(reduced),
      h_(h),
      flow_(reduced.omega, reduced.zeta.cwiseProduct(reduced.omega), h),
      on_modes_(contact_on_modes(reduced)),
      contact_(reduced, options) {
  start_from(Vector::Zero(reduced.omega.size()));
}

Vector ReducedBoltedStepper::free(const Vector& inputs) const {
  return reduced_.constant + reduced_.from_modes * eta_ + reduced_.from_inputs * inputs;
}

Vector ReducedBoltedStepper::contact_force() const { return on_modes_ * contact_.x(); }

void ReducedBoltedStepper::start_from(const Vector& eta, const Vector& velocity, int increments) {
  contact_.reset();
  velocity_ = velocity.size() > 0 ? velocity : Vector::Zero(eta.size());
  const Vector none = Vector::Zero(reduced_.from_inputs.cols());
  if (!eta.isZero())
    for (int k = 1; k <= increments; ++k) {
      eta_ = eta * (double(k) / increments);
      contact_.advance(free(none));
    }
  eta_ = eta;
  dissipated_ = 0.0;
  capped_ = 0;
}

void ReducedBoltedStepper::step(const Vector& at_start, const Vector& at_end) {
  velocity_ += 0.5 * h_ * (contact_force() + reduced_.input_force * at_start);
  flow_.advance(&eta_, &velocity_);
  dissipated_ += contact_.advance(free(at_end));
  capped_ += contact_.converged() ? 0 : 1;
  velocity_ += 0.5 * h_ * (contact_force() + reduced_.input_force * at_end);
}

Vector ReducedBoltedStepper::observed(const BoltedRows& rows, const Vector& inputs) const {
  return rows.constant + rows.modes * eta_ + rows.contact * contact_.x() + rows.inputs * inputs;
}

}  // namespace mortise::gen
