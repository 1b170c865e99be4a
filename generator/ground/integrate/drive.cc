#include "generator/ground/integrate/drive.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace mortise::gen {

double next_step_factor(ControlKind kind, const ControlFactors& factors, double error, int order) {
  if (!std::isfinite(error)) return factors.shrink;
  if (kind == ControlKind::threshold) {
    if (error > 1.0) return factors.shrink;
    return error < 0.1 ? factors.grow : 1.0;
  }
  if (error <= 0.0) return factors.grow;
  const double wanted = factors.safety * std::pow(error, -1.0 / (order + 1));
  return error > 1.0 ? std::max(factors.shrink, wanted) : std::min(factors.grow, wanted);
}

Drive::Drive(Stepper* stepper, StagedSystem* system, DrivePlan plan)
    : stepper_(*stepper), system_(*system), plan_(std::move(plan)), dt_(plan_.step) {
  for (const double t : plan_.landings) {
    if (t > stepper_.time() && t < plan_.end) targets_.push_back(t);
  }
  targets_.push_back(plan_.end);
}

double Drive::next() {
  if (!result_.completed) return 0.0;
  return plan_.control ? next_adaptive() : next_fixed();
}

double Drive::stop() {
  result_.completed = false;
  result_.reason = solved_ ? "the estimated error stays above the tolerances" : system_.failure();
  return 0.0;
}

double Drive::accept(double dt) {
  stepper_.commit();
  ++result_.counts.steps;
  return dt;
}

// Distance to a target; 0 if it is reached but for rounding.
double Drive::left(double target) const {
  const double distance = target - stepper_.time();
  return distance > 1e-12 * std::max(1.0, std::abs(target)) ? distance : 0.0;
}

// Equal spans to the next target; false: all are reached.
bool Drive::aim() {
  while (target_ < targets_.size()) {
    const double length = left(targets_[target_++]);
    if (length == 0.0) continue;
    const double count = std::max(1.0, std::ceil(length / plan_.step - 1e-6));
    spans_.assign(static_cast<std::size_t>(count), length / count);
    return true;
  }
  return false;
}

double Drive::next_fixed() {
  while (!spans_.empty() || aim()) {
    const double dt = spans_.back();
    spans_.pop_back();
    solved_ = stepper_.attempt(dt);
    if (solved_) return accept(dt);
    ++result_.counts.rejected;
    if (dt / 2.0 < plan_.smallest) return stop();
    spans_.insert(spans_.end(), 2, dt / 2.0);
  }
  return 0.0;
}

double Drive::next_adaptive() {
  while (target_ < targets_.size()) {
    const double length = left(targets_[target_]);
    if (!(length > 0.0)) {
      ++target_;
      continue;
    }
    double dt = plan_.largest > 0.0 ? std::min(dt_, plan_.largest) : dt_;
    // no splinter in front of a landing
    if (dt >= length) {
      dt = length;
    } else if (dt > 0.5 * length) {
      dt = 0.5 * length;
    }
    if (plan_.monitor) {
      while (!(plan_.monitor(stepper_, dt) <= 1.0) && dt > plan_.smallest) dt *= 0.5;
    }
    solved_ = stepper_.attempt(dt);
    const double error =
        solved_ ? stepper_.error().value_or(0.0) : std::numeric_limits<double>::infinity();
    const double factor =
        next_step_factor(*plan_.control, plan_.factors, error, stepper_.error_order());
    if (!solved_ || !(error <= 1.0)) {
      ++result_.counts.rejected;
      dt_ = dt * factor;
      if (dt_ < plan_.smallest) return stop();
      continue;
    }
    // behind a step shortened by a landing or the monitor, return to the size before by the
    // largest factor: the estimate of a short step does not forbid it
    dt_ = dt < dt_ ? std::max(dt * factor, std::min(dt_, dt * plan_.factors.grow)) : dt * factor;
    return accept(dt);
  }
  return 0.0;
}

DriveResult drive(Stepper* stepper, StagedSystem* system, const DrivePlan& plan,
                  const std::function<bool(double dt)>& on_step) {
  Drive steps(stepper, system, plan);
  for (double dt = steps.next(); dt > 0.0 && on_step(dt); dt = steps.next()) {
  }
  return steps.result();
}

}  // namespace mortise::gen
