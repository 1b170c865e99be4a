#include "generator/simulate/film/drive_plan.hpp"

#include <cmath>

namespace mortise::gen {

const Tableau* tableau_of(FilmScheme scheme) {
  switch (scheme) {
    case FilmScheme::sdirk2:
      return &alexander();
    case FilmScheme::sdirk4:
      return &hairer_wanner();
    case FilmScheme::backward_euler:
      return &backward_euler();
    case FilmScheme::bdf2:
      break;
  }
  return nullptr;
}

DrivePlan drive_plan(const FilmCase& d, const ContactProblem& problem) {
  const double unit = problem.scales().time;
  DrivePlan plan;
  plan.end = d.duration / unit;
  plan.step = d.step.size / unit;
  if (d.step.control == StepControl::standard) plan.control = ControlKind::standard;
  if (d.step.control == StepControl::threshold) plan.control = ControlKind::threshold;
  plan.factors = {d.step.shrink, d.step.grow, d.step.safety};
  const double share = plan.control ? 1e-6 : 1e-3;
  plan.smallest = d.step.smallest > 0.0 ? d.step.smallest / unit : share * plan.step;
  plan.largest = d.step.largest / unit;
  if (d.step.land_on_kinks) {
    for (const double kink : problem.load().kinks()) plan.landings.push_back(kink / unit);
  }
  if (d.step.monitor_tolerance > 0.0) {
    const double tolerance = d.step.monitor_tolerance;
    plan.monitor = [load = problem.load(), tolerance, unit](const Stepper& stepper, double dt) {
      const double error = stepper.prescribed_error(
          dt, [&](double T) { return load.value(T * unit); },
          [&](double T) { return unit * load.rate(T * unit); });
      return std::abs(error) / tolerance;
    };
  }
  return plan;
}

}  // namespace mortise::gen
