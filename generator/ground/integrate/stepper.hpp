// One step of an implicit method: singly diagonally implicit Runge-Kutta or BDF2.
#pragma once

#include <optional>
#include <string>

#include "generator/ground/integrate/staged_system.hpp"
#include "generator/ground/integrate/tableau.hpp"

namespace mortise::gen {

class Stepper {
 public:
  // tableau: nullptr selects BDF2 with variable steps (its first step is backward Euler).
  // Both must outlive the object.
  Stepper(StagedSystem* system, const Tableau* tableau);

  // State z (system->size()) at a time; forgets the history. Algebraic entries are used as first
  // guess only.
  void reset(double time, const Vector& z);

  // Tries a step of size dt > 0; commit() makes it the new state, another attempt() replaces it.
  // Returns false if a stage could not be solved.
  bool attempt(double dt);
  void commit();

  // Estimated local error of the attempted step, as the system measures it: by the embedded
  // method, or for BDF2 by linear extrapolation of the last step. None if there is no estimate.
  std::optional<double> error() const;
  // Order of the method behind the estimate, for the step size control (Schmidt 2.80).
  int error_order() const;

  double time() const { return time_; }
  const Vector& state() const { return z_; }
  const Vector& attempted() const { return candidate_; }
  long stages_solved() const { return stages_; }

  // Local integration error that the scheme makes with a prescribed function over [time, time+dt]
  // (Schmidt appendix C), time the stepper's own; signed. value, rate: the function of time and its
  // derivative.
  template <class Value, class Rate>
  double prescribed_error(double dt, const Value& value, const Rate& rate) const {
    if (tableau_ == nullptr) {
      const double w = previous_dt_ > 0.0 ? dt / previous_dt_ : 0.0;
      const double start = (1.0 + w) * (1.0 + w) / (1.0 + 2.0 * w) * value(time_) -
                           w * w / (1.0 + 2.0 * w) * value(time_ - previous_dt_);
      return start + dt * (1.0 + w) / (1.0 + 2.0 * w) * rate(time_ + dt) - value(time_ + dt);
    }
    double end = value(time_);
    for (Eigen::Index k = 0; k < tableau_->stages(); ++k) {
      end += dt * tableau_->a(tableau_->stages() - 1, k) * rate(time_ + tableau_->c[k] * dt);
    }
    return end - value(time_ + dt);
  }

 private:
  bool solve(double time, double shift, const Vector& start, Vector* z);
  bool attempt_runge_kutta(double dt);
  bool attempt_bdf2(double dt);
  void remember(double time, const Vector& z);

  StagedSystem* system_;
  const Tableau* tableau_;
  double time_ = 0.0, dt_ = 0.0, previous_dt_ = 0.0;
  Vector z_, previous_, candidate_, error_;
  bool has_error_ = false;
  // the two latest solved stages, to start the next one by linear extrapolation
  struct Solved {
    double time = 0.0;
    Vector z;
  };
  std::optional<Solved> last_, before_, attempt_last_, attempt_before_;
  long stages_ = 0;
};

}  // namespace mortise::gen
