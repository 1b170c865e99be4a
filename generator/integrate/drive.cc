#include "generator/integrate/drive.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace mortise::gen {
namespace {

class Driver {
 public:
  Driver(Stepper* stepper, StagedSystem* system, const DrivePlan& plan,
         const std::function<bool(double)>& on_step)
      : stepper_(*stepper), system_(*system), plan_(plan), on_step_(on_step) {}

  DriveResult run() {
    double from = stepper_.time();
    std::vector<double> targets;
    for (const double t : plan_.landings) {
      if (t > from && t < plan_.end) targets.push_back(t);
    }
    targets.push_back(plan_.end);
    dt_ = plan_.step;
    for (const double target : targets) {
      const bool more = plan_.control ? run_adaptive(target) : run_fixed(target);
      if (!more) break;
    }
    return result_;
  }

 private:
  bool stop() {
    result_.completed = false;
    result_.reason = solved_ ? "the estimated error stays above the tolerances" : system_.failure();
    return false;
  }

  bool accept(double dt) {
    stepper_.commit();
    ++result_.counts.steps;
    return on_step_(dt);
  }

  // false: the run is over
  bool span(double dt) {
    solved_ = stepper_.attempt(dt);
    if (solved_) return accept(dt);
    ++result_.counts.rejected;
    if (dt / 2.0 < plan_.smallest) return stop();
    return span(dt / 2.0) && span(dt / 2.0);
  }

  // distance to a target; 0 if it is reached but for rounding
  double left(double target) const {
    const double distance = target - stepper_.time();
    return distance > 1e-12 * std::max(1.0, std::abs(target)) ? distance : 0.0;
  }

  bool run_fixed(double target) {
    const double length = left(target);
    if (length == 0.0) return true;
    const double count = std::max(1.0, std::ceil(length / plan_.step - 1e-6));
    for (double k = 0; k < count; ++k) {
      if (!span(length / count)) return false;
    }
    return true;
  }

  bool run_adaptive(double target) {
    for (double length = left(target); length > 0.0; length = left(target)) {
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
      if (!accept(dt)) return false;
    }
    return true;
  }

  Stepper& stepper_;
  StagedSystem& system_;
  const DrivePlan& plan_;
  const std::function<bool(double)>& on_step_;
  DriveResult result_;
  double dt_ = 0.0;
  bool solved_ = true;  // the last attempt
};

}  // namespace

DriveResult drive(Stepper* stepper, StagedSystem* system, const DrivePlan& plan,
                  const std::function<bool(double dt)>& on_step) {
  return Driver(stepper, system, plan, on_step).run();
}

}  // namespace mortise::gen
