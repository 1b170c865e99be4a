// Contacts at position level (position_contacts.hpp) on the modes and the compliance of a condensed
// system: modes follow their exact flow under the force held over the step. Where what opening
// contacts gain cannot be taken out of the motion along the forces of the step, the end force alone
// acts. The runtime's PositionStepper is the same step; they share no code.
#pragma once

#include "generator/contact/system/condense.hpp"
#include "generator/ground/integrate/modal_flow.hpp"
#include "generator/simulate/run/run_steps.hpp"
#include "generator/simulate/structure/position_contacts.hpp"

namespace mortise::gen {

class PositionOrder : public SteppedSystem {
 public:
  // system: alone with contacts that have residual compliance, else Error; likewise as
  // contact_lag(). step: h [s].
  PositionOrder(ReducedSystem system, double step);

  // At t = 0, with the inputs (nu) there: forces are those that keep gaps closed.
  void set_state(const Vector& q, const Vector& v, const Vector& inputs);
  // Inputs (nu) at the end of the step to come.
  void hold_at_end(const Vector& inputs) { end_inputs_ = inputs; }
  // of_definition: names its interface. Throws Error for a number that contacts do not have.
  void change(const LawChange& of_definition);

  // inputs: their means over the step.
  std::optional<StepReport> step(const Vector& inputs) override;
  double time() const override { return static_cast<double>(steps_) * h_; }
  Vector outputs() const override;
  EnergyBooks books() const override;
  Vector contact_impulse() const override { return contacts_.record().impulse(); }
  std::vector<Touch> states() const override {
    std::vector<Touch> states;
    contacts_.record().add_states(&states);
    return states;
  }

  const ReducedSystem& system() const { return system_; }
  const Vector& q() const { return q_; }  // (n)
  const Vector& v() const { return v_; }  // (n)
  // Of the rows (3 nc) [m], of the last step and at its end [N].
  const Vector& displacement() const { return contacts_.displacement(); }
  const Vector& mean_force() const { return contacts_.mean_force(); }
  const Vector& end_force() const { return contacts_.end_force(); }
  // What the motion has lost to closing contacts and to the limiter, and to friction [J].
  double scheme_loss() const { return contacts_.scheme_loss(); }
  double friction_loss() const { return contacts_.friction_loss(); }
  double damped() const { return contacts_.damped(); }  // by the lag of the compliance [J]
  // Steps solved twice, with the end force alone the second time.
  long limited_steps() const { return limited_; }

 private:
  using Trial = PositionContacts::Trial;
  // Modes from the start of the step to its end under `share` of the last end force and what is
  // found beside it, motion: of the rows by that.
  Trial advance(const Vector& inputs, double share, const Matrix& motion);
  bool project(const Trial& trial, double lost);
  double output(const OutputChannel& channel) const;

  ReducedSystem system_;
  double h_;
  Matrix w_;  // rows (3 nc x n)
  ModalFlow flow_;
  PositionContacts contacts_;
  Matrix motion_;  // of the rows by half of the end force [m/N]
  Vector q_, v_, end_inputs_;
  double work_ = 0.0;
  long steps_ = 0, limited_ = 0;
};

}  // namespace mortise::gen
