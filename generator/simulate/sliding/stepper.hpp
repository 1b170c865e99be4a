// What the time schemes of a sliding contact have in common: state, observation, one step.
//
//   q'' + d q' + omega^2 q = f0 + B u(t) + b(q, s) lambda,   g(q, s) = 0,   s = start + velocity t
//
// The bodies of the slave are described in a frame that moves with `velocity` along x: its supports
// rest there, and beside the gap only the slip velocity sees the motion of the frame.
#pragma once

#include <functional>

#include "generator/contact/system/reduced_system.hpp"
#include "generator/simulate/sliding/equilibrium.hpp"

namespace mortise::gen {

// Inputs (nu) at time t [s].
using SlidingInputs = std::function<Vector(double t)>;

class SlidingStepper {
 public:
  // system must outlive the object and hold a sliding contact; else Error, as for a step [s] <= 0.
  SlidingStepper(const ReducedSystem& system, double step);
  virtual ~SlidingStepper() = default;
  SlidingStepper(const SlidingStepper&) = delete;
  SlidingStepper& operator=(const SlidingStepper&) = delete;

  // Modal displacement and velocity (n) at t = 0; they should meet the constraint.
  void set_state(const Vector& q, const Vector& v);

  // From t_n to t_n+1.
  virtual void step(const SlidingInputs& inputs) = 0;

  double step_size() const { return h_; }
  double time() const { return static_cast<double>(count_) * h_; }
  double path(double time) const;                    // s, contact_position of outputs [m]
  const Vector& q() const { return q_; }             // (n)
  const Vector& v() const { return v_; }             // (n)
  const Vector& acceleration() const { return a_; }  // (n); which one, the scheme says
  double force() const { return force_; }            // lambda of the step [N]
  // Force and acceleration belong to the step, not to an instant: see Trajectory::of_step.
  virtual bool of_step() const { return true; }
  const ContactPlace& place() const { return place_; }  // whose rows the step took
  double slip_velocity() const;                         // of the slave along the segment [m/s]
  double slave_velocity() const;  // of the slave along x, frame included [m/s]
  // On the slave along the segment [N]: Coulomb's, against the sense of sliding.
  virtual double friction_force() const { return -law_.friction * direction_ * force_; }
  const SlidingGeometryModel& geometry() const { return geometry_; }
  const ReducedSystem& system() const { return system_; }

 protected:
  // The one geometry evaluation of a step: place of the slave for q at `path`, two neighbours of
  // the last segment at most, and both rows there.
  void evaluate_geometry(const Vector& q, double path);
  Vector modal_force(const SlidingInputs& inputs, double t) const;  // f0 + B u(t)
  virtual void begin() {}                                           // after set_state

  const ReducedSystem& system_;
  SlidingLaw law_;
  SlidingGeometryModel geometry_;
  double h_, direction_;
  long count_ = 0;
  Vector stiffness_;  // omega^2 (n)
  Vector q_, v_, a_;
  Vector gap_row_, force_row_;  // c, b (n)
  ContactPlace place_;
  double force_ = 0.0;
};

}  // namespace mortise::gen
