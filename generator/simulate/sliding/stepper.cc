#include "generator/simulate/sliding/stepper.hpp"

#include <cmath>
#include <string>

#include "generator/ground/text/error.hpp"
#include "generator/ground/text/number_text.hpp"

namespace mortise::gen {
SlidingStepper::SlidingStepper(const ReducedSystem& system, double step)
    : system_(system),
      law_(sliding_of(system).law),
      geometry_(sliding_of(system), system.size()),
      h_(step),
      direction_(sliding_direction(law_)),
      stiffness_(system.omega.cwiseAbs2()) {
  if (!(step > 0) || !std::isfinite(step))
    throw Error("sliding contact", "a step of " + number_text(step) + " s",
                "give a positive step in s");
}

double SlidingStepper::path(double time) const {
  return sliding_of(system_).geometry.start + law_.velocity * time;
}

void SlidingStepper::set_state(const Vector& q, const Vector& v) {
  if (q.size() != system_.size() || v.size() != system_.size())
    throw Error("sliding contact", "the start state has another number of modes than the system",
                "pass vectors of the size of the system");
  q_ = q;
  v_ = v;
  a_ = Vector::Zero(q.size());
  count_ = 0;
  force_ = 0.0;
  place_ = geometry_.find(q, path(0.0));
  begin();
}

void SlidingStepper::evaluate_geometry(const Vector& q, double path) {
  place_ = geometry_.follow(q, path, place_.segment, kNeighbours);
  geometry_.gap_row(place_, &gap_row_);
  geometry_.force_row(place_, law_.friction, direction_, &force_row_);
}

Vector SlidingStepper::modal_force(const SlidingInputs& inputs, double t) const {
  if (!inputs || system_.input_forces.cols() == 0) return system_.constant_force;
  return system_.constant_force + system_.input_forces * inputs(t);
}

double SlidingStepper::slip_velocity() const {
  return geometry_.slip_velocity(place_, v_, law_.velocity);
}

double SlidingStepper::slave_velocity() const {
  return law_.velocity + geometry_.slave_x().dot(v_);
}

}  // namespace mortise::gen
