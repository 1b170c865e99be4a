// One step of an implicit method: singly diagonally implicit Runge-Kutta or BDF2.
#pragma once

#include <optional>
#include <string>

#include "generator/ground/integrate/tableau.hpp"
#include "generator/ground/numbers/matrix.hpp"

namespace mortise::gen {

// A system of differential and algebraic equations that can solve the stage of an implicit method.

// z holds differential entries, z' = f(t, z), and algebraic ones that follow from them. The stages
// are combined alike for all entries; only the differential start values enter the equations.
class StagedSystem {
 public:
  virtual ~StagedSystem() = default;

  // Entries of z.
  virtual Eigen::Index size() const = 0;

  // Solves z = start + f(time, z) / shift, shift = 1/(a dt) [1/time], for the differential entries
  // together with the algebraic equations.
  // start: (size) start values; those of algebraic entries are to be ignored.
  // z: (size) in: first guess, out: solution. Returns false if none was found; z is then undefined
  // and failure() says why.
  virtual bool solve_stage(double time, double shift, const Vector& start, Vector* z) = 0;
  // Why the last solve_stage() failed.
  virtual std::string failure() const = 0;

  // Measure of an estimated error (size) of a solution z: at most 1 is acceptable (Schmidt 2.78).
  // NaN where the error is NaN: the step is then rejected.
  virtual double error_measure(const Vector& error, const Vector& z) const = 0;
};

class Stepper {
 public:
  // tableau: nullptr selects BDF2 with variable steps (its first step is backward Euler).
  // Both must outlive the object.
  Stepper(StagedSystem* system, const Tableau* tableau) : system_(system), tableau_(tableau) {}

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
  int error_order() const { return tableau_ == nullptr ? 1 : tableau_->embedded_order; }

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
  void remember(double time, const Vector& z) {
    attempt_before_ = attempt_last_;
    attempt_last_ = Solved{time, z};
  }

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
