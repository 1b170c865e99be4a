// Steps a system from one time to another, with a fixed or an adaptive step.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "generator/integrate/step_control.hpp"
#include "generator/integrate/stepper.hpp"

namespace mortise::gen {

struct DrivePlan {
  double end = 0.0;
  double step = 0.0;                   // fixed size, or the first one
  std::optional<ControlKind> control;  // none: fixed
  ControlFactors factors;
  double smallest = 0.0;  // below it the run stops
  double largest = 0.0;   // 0 = no limit
  // Ascending times that a step must end at: kinks of prescribed functions.
  std::vector<double> landings;
  // Error of the prescribed functions over a step, at most 1 is acceptable; may be empty.
  std::function<double(const Stepper&, double dt)> monitor;
};

struct DriveCounts {
  long steps = 0, rejected = 0;
};

struct DriveResult {
  DriveCounts counts;
  bool completed = true;
  std::string reason;  // why it stopped early: of the stage that could not be solved
};

// on_step: called after every accepted step; returning false ends the run (completed).
// Fixed steps: the span between two landings is divided into equal steps of at most plan.step; a
// step that cannot be solved is repeated in halves. Throws nothing of its own.
DriveResult drive(Stepper* stepper, StagedSystem* system, const DrivePlan& plan,
                  const std::function<bool(double dt)>& on_step);

}  // namespace mortise::gen
