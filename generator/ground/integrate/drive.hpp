// Steps a system from one time to another, with a fixed or an adaptive step.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "generator/ground/integrate/stepper.hpp"

namespace mortise::gen {

enum class ControlKind { standard, threshold };

struct ControlFactors {
  double shrink = 0.25;  // f_min < 1
  double grow = 2.0;     // f_max > 1
  double safety = 0.6;   // f_safety
};

// Factor for the next step size after a step with an error measure.
// standard: keeps the error at the tolerance, safety * error^(-1/(order + 1)), not below shrink
// where error > 1 and not above grow elsewhere (Schmidt 2.80). threshold: shrink above 1, grow
// below 0.1, else unchanged (Schmidt 2.79).
// error: >= 0, 1 = at the tolerance; infinite or NaN (a failed step): shrink.
// order: of the method behind the estimate, p^ (standard only).
double next_step_factor(ControlKind kind, const ControlFactors& factors, double error, int order);

// Times are in the unit of the system.
struct DrivePlan {
  double end = 0.0;
  double step = 0.0;                   // > 0: fixed size, or the first one
  std::optional<ControlKind> control;  // none: fixed. Needs a scheme that estimates its error
  ControlFactors factors;
  double smallest = 0.0;  // a failed step is not repeated with less; the run then stops
  double largest = 0.0;   // of adaptive steps; 0 = no limit
  // Ascending times that a step must end at (to rounding): kinks of prescribed functions. Those
  // outside the run are ignored, coinciding ones count once.
  std::vector<double> landings;
  // Error of the prescribed functions over the step dt from stepper.time(), at most 1 is
  // acceptable: adaptive steps are halved beforehand until it is. May be empty.
  std::function<double(const Stepper&, double dt)> monitor;
};

struct DriveCounts {
  long steps = 0, rejected = 0;  // accepted steps; attempts that failed or had too large an error
};

struct DriveResult {
  DriveCounts counts;
  bool completed = true;
  std::string reason;  // if not: the system's failure(), or that the error stays too large
};

// Steps from stepper->time() to plan.end; where the run stops early, the stepper holds the last
// good state. Fixed steps: the span between two landings is divided into equal steps of at most
// plan.step; a step that cannot be solved is repeated in halves. Throws nothing of its own.
class Drive {
 public:
  // system: the one the stepper steps, asked for the reason of a failure; both outlive the object.
  Drive(Stepper* stepper, StagedSystem* system, DrivePlan plan);

  // Takes the next step: its size, the stepper holding the new state; 0: the run is over.
  double next();
  const DriveResult& result() const { return result_; }  // so far

 private:
  double left(double target) const;
  bool aim();
  double next_fixed();
  double next_adaptive();
  double accept(double dt);
  double stop();

  Stepper& stepper_;
  StagedSystem& system_;
  DrivePlan plan_;
  std::vector<double> targets_;  // landings, then the end
  std::size_t target_ = 0;       // the next one
  std::vector<double> spans_;    // of fixed steps to the target, the last one first
  DriveResult result_;
  double dt_;           // of adaptive steps
  bool solved_ = true;  // the last attempt
};

// All steps. on_step: called with the size of every accepted step; returning false ends the run
// (completed). Not empty.
DriveResult drive(Stepper* stepper, StagedSystem* system, const DrivePlan& plan,
                  const std::function<bool(double dt)>& on_step);

}  // namespace mortise::gen
