// Contacts at position level on the modes and the compliance of a condensed system: at the end of
// every step 0 <= force _|_ gap >= 0, and slip against friction; restitution by a lag of the
// compliance (contact_lag.hpp).
//
// Modes follow their exact flow under the mean of the forces at both ends of the step. What closing
// contacts leave of energy is kept, what opening ones take beyond it is taken out of the motion
// along the forces of the step; where these do not suffice, the end force alone acts. The runtime's
// PositionStepper is the same step; they share no code.
#pragma once

#include "generator/contact/system/condense.hpp"
#include "generator/contact/unilateral/contact_problem.hpp"
#include "generator/ground/integrate/modal_flow.hpp"
#include "generator/simulate/run/run_steps.hpp"
#include "generator/simulate/structure/contact_record.hpp"

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
  Vector contact_impulse() const override { return record_.impulse(); }
  std::vector<Touch> states() const override {
    std::vector<Touch> states;
    record_.add_states(&states);
    return states;
  }

  const ReducedSystem& system() const { return system_; }
  const Vector& q() const { return q_; }                  // (n)
  const Vector& v() const { return v_; }                  // (n)
  const Vector& displacement() const { return s_; }       // of the rows (3 nc) [m]
  const Vector& mean_force() const { return mean_; }      // of the last step (3 nc) [N]
  const Vector& end_force() const { return end_force_; }  // (3 nc) [N]
  // What the motion has lost to closing contacts and to the limiter, and to friction [J].
  double scheme_loss() const { return bank_ + stopped_; }
  double friction_loss() const { return friction_; }
  double damped() const { return damped_; }  // by the lag of the compliance [J]
  // Steps solved twice, with the end force alone the second time.
  long limited_steps() const { return limited_; }

 private:
  const ReducedInterface& interface() const { return system_.interfaces.front(); }
  // W q + C phi + offset (3 nc).
  Vector rows_at(const Vector& q, const Vector& phi) const;
  // Clearances where normals are, less `slip_from` where tangents are (3 nc).
  Vector seen(const Vector& rows, const Vector& slip_from) const;
  Vector solve(const Matrix& motion, const Vector& free, const Vector& start,
               const Vector& friction) const;
  void settle(const Vector* slip_from);
  struct Kept {
    Vector q, v, phi, s, end_force;
  };
  void advance(const Kept& kept, const Vector& inputs, double share, double gain,
               const Matrix& motion);
  bool balance(const Kept& kept, double lost);
  void stop(const Kept& kept);
  double output(const OutputChannel& channel) const;

  ReducedSystem system_;
  double h_;
  Matrix w_, ports_;  // rows (3 nc x n), compliance of all ports
  ModalFlow flow_;
  double keep_, gain_;                      // phi+ = keep phi + gain f
  Matrix motion_;                           // of the rows by half of the end force [m/N]
  std::vector<ContactParameters> defined_;  // (nc)
  Vector mu_, clearance_;
  Vector q_, v_, phi_, last_phi_, s_, end_force_, mean_, end_inputs_;
  ContactRecord record_;
  double bank_ = 0.0, stopped_ = 0.0, friction_ = 0.0, damped_ = 0.0, work_ = 0.0;
  long steps_ = 0, limited_ = 0;
};

// Contacts at position level at full order: all modes of what moves, on interfaces without mass.
// Throws Error beyond the dofs that dense modes can have.
Condensation position_condensation(const FullSystem& system);

}  // namespace mortise::gen
