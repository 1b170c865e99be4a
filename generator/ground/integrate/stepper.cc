#include "generator/ground/integrate/stepper.hpp"

#include <cmath>
#include <vector>

namespace mortise::gen {

void Stepper::reset(double time, const Vector& z) {
  time_ = time;
  z_ = z;
  previous_ = Vector();
  previous_dt_ = 0.0;
  has_error_ = false;
  last_ = Solved{time, z};
  before_.reset();
}

bool Stepper::solve(double time, double shift, const Vector& start, Vector* z) {
  ++stages_;
  if (attempt_before_ && attempt_last_->time != attempt_before_->time) {
    const double share =
        (time - attempt_last_->time) / (attempt_last_->time - attempt_before_->time);
    *z = attempt_last_->z + share * (attempt_last_->z - attempt_before_->z);
    if (system_->solve_stage(time, shift, start, z)) {
      remember(time, *z);
      return true;
    }
  }
  // extrapolation misleads behind a kink
  *z = attempt_last_->z;
  if (!system_->solve_stage(time, shift, start, z)) return false;
  remember(time, *z);
  return true;
}

bool Stepper::attempt(double dt) {
  dt_ = dt;
  has_error_ = false;
  attempt_last_ = last_;
  attempt_before_ = before_;
  return tableau_ == nullptr ? attempt_bdf2(dt) : attempt_runge_kutta(dt);
}

bool Stepper::attempt_runge_kutta(double dt) {
  const Tableau& t = *tableau_;
  const double shift = 1.0 / (t.diagonal() * dt);
  std::vector<Vector> rates;  // k of every stage
  for (Eigen::Index k = 0; k < t.stages(); ++k) {
    Vector start = z_;
    for (Eigen::Index l = 0; l < k; ++l) {
      start += dt * t.a(k, l) * rates[static_cast<std::size_t>(l)];
    }
    if (!solve(time_ + t.c[k] * dt, shift, start, &candidate_)) return false;
    rates.push_back(shift * (candidate_ - start));
  }
  if (t.embedded.size() > 0) {
    error_ = Vector::Zero(z_.size());
    for (Eigen::Index k = 0; k < t.stages(); ++k) {
      error_ += dt * (t.embedded[k] - t.a(t.stages() - 1, k)) * rates[static_cast<std::size_t>(k)];
    }
    has_error_ = true;
  }
  return true;
}

bool Stepper::attempt_bdf2(double dt) {
  if (previous_dt_ <= 0.0) return solve(time_ + dt, 1.0 / dt, z_, &candidate_);
  const double w = dt / previous_dt_;
  const Vector start =
      ((1.0 + w) * (1.0 + w) / (1.0 + 2.0 * w)) * z_ - (w * w / (1.0 + 2.0 * w)) * previous_;
  if (!solve(time_ + dt, (1.0 + 2.0 * w) / ((1.0 + w) * dt), start, &candidate_)) return false;
  error_ = candidate_ - z_ - w * (z_ - previous_);
  has_error_ = true;
  return true;
}

void Stepper::commit() {
  previous_ = z_;
  previous_dt_ = dt_;
  z_ = candidate_;
  time_ += dt_;
  last_ = attempt_last_;
  before_ = attempt_before_;
}

std::optional<double> Stepper::error() const {
  if (!has_error_) return std::nullopt;
  return system_->error_measure(error_, candidate_);
}

}  // namespace mortise::gen
