// An interface through the steps of a run at full order: what AssemblyOrder asks of every kind.
//
// Its forces stand on rows over the dofs. Contacts have three rows each and obey their laws by the
// end velocities of these (contact_stepper.hpp); rows that turn are made anew in every step, out of
// rows that stay. Forces of joints and films follow from the end motion of their rows (RowForces).
// Bolted contacts have no rows: they kick the modes of their structure at both ends of a step.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "generator/contact/joint/row_forces.hpp"
#include "generator/contact/system/full_system.hpp"
#include "generator/simulate/run/run_steps.hpp"
#include "generator/simulate/structure/contact_stepper.hpp"

namespace mortise::gen {

// Energy of one interface, losses since set_state [J].
struct InterfaceBooks {
  double stored = 0.0;  // in the springs of a joint, now
  double impact = 0.0, friction = 0.0;
};

// The bodies and the inputs at one time.
struct BodyState {
  const Vector& displacement;  // (n) [m]
  const Vector& velocity;      // (n) [m/s]
  const Vector& inputs;        // (nu)
};

// What the rows (m) of an interface do in a step, and the forces held on them.
struct RowStep {
  using Rows = Eigen::Ref<const Vector>;
  Rows before, after;             // motion at both ends [m]
  Rows start_velocity, velocity;  // [m/s]
  Rows force;                     // [N]

  Vector mean_velocity() const { return 0.5 * (start_velocity + velocity); }
};

class SteppedInterface {
 public:
  // interface: outlives this. step: h [s].
  SteppedInterface(const FullInterface& interface, double step);
  virtual ~SteppedInterface() = default;
  SteppedInterface(const SteppedInterface&) = delete;
  SteppedInterface& operator=(const SteppedInterface&) = delete;

  // Rows that stay: of its forces, or what rows that turn are made of (k).
  virtual std::vector<const SparseRow*> row_list() const { return {}; }
  // Contacts as they are now.
  virtual std::vector<SteppedContact> contacts() const { return {}; }
  virtual bool turns() const { return false; }
  // Forces that follow from the motion of the rows; null: there are none.
  virtual RowForces* forces() { return nullptr; }

  // Starts at a state. Nothing is remembered, nothing was lost.
  void set_state(const BodyState& state);
  // Changes a number of its law from the next step on. Throws Error without numbers that change.
  virtual void change(const LawChange& change, const BodyState& state);
  // Another law of a joint from the next step on; its rows may be others then. Throws Error for
  // other interfaces.
  virtual void set_law(const JointLaw& law, const BodyState& state);

  // Begins a step. state: with the inputs that the hold leaves for it; end_inputs: at its end (nu).
  // Throws Error if a slave has left its chain.
  virtual void begin(const BodyState& state, const Vector& end_inputs);
  // Rows that turn in the running step, three per contact, out of those that stay (3 nc x k).
  virtual SparseMatrix turned() const { return {}; }
  // Why its contacts have no forces with this Delassus matrix of theirs (3 nc x 3 nc); empty: they
  // have.
  virtual std::string fault(const Matrix&) const { return ""; }
  // Forces on the rows of its contacts that act from the start of the step on, beside those that
  // the laws give (3 nc) [N]; empty: none.
  virtual Vector held_force() const { return {}; }
  // Adds what its contacts give way by themselves (3 nc x 3 nc) [m/s/N].
  virtual void soften(Eigen::Ref<Matrix> delassus) const;
  // What the laws of its contacts are told, from `first` on. motion: of their rows (3 nc) [m].
  virtual void tell(Eigen::Index first, const Vector& motion, ContactStart* start) const;
  // Row forces (m): at the start of the step, and the mean if they go on as in the last one [N].
  virtual Vector start_force() const { return {}; }
  virtual Vector warm_force() const { return {}; }
  // Adds half a step of what it and the inputs (nu) do to the velocity (n) at an end of the step.
  virtual void kick(const Vector& inputs, Vector* velocity) const;

  // Ends the step with what its rows did; state: at the end. Row forces are as evaluated last.
  void end(const RowStep& step, const BodyState& state);

  // Motion that the dofs, of unit mass, have gained beyond what its law allows, to be taken from
  // the velocity (n) [m/s]; empty: none.
  virtual Vector gained(const Vector& velocity);

  // What displacements and velocities of an output row of the system see of it beside the dofs.
  virtual double displaced(int row) const;
  virtual double speed(int row) const;

  // Says of the last step what it knows.
  virtual void report(StepReport*) const {}
  // Throws Error for a quantity that it does not have. state: where the bodies are.
  double output(const OutputChannel& channel, const BodyState& state) const;
  const InterfaceBooks& books() const { return books_; }
  InterfaceTotals totals() const;
  // Done on it from outside since set_state, beside what the bodies get [J].
  double work() const { return work_; }
  // What its places do at the end of the last step, appended; an interface without places appends
  // nothing.
  virtual void add_states(std::vector<Touch>*) const {}
  // Impulses of unilateral contacts, rows one behind another: sum of h lambda since set_state [N
  // s].
  virtual Vector impulse() const { return {}; }

  const std::string& name() const { return interface_.name; }

 protected:
  virtual void start(const BodyState& state) = 0;
  virtual void finish(const RowStep& step, const BodyState& state) = 0;
  // Empty: another quantity than these that `choice` names.
  virtual std::optional<double> own_output(const OutputChannel&, const BodyState&) const = 0;
  virtual const char* choice() const = 0;
  // Books the forces on rows of contacts [N] at these mean velocities [m/s] (3 nc):
  //   impact  - h sum of normal force times mean normal velocity,  friction likewise
  void book_contacts(const Vector& force, const Vector& mean_velocity);
  // Counts forces on rows of contacts [N] (3 nc) among the impulses.
  void add_impulses(const Vector& force);

  const FullInterface& interface_;
  double h_;
  InterfaceBooks books_;
  double work_ = 0.0;                                       // [J]
  double normal_impulse_ = 0.0, tangential_impulse_ = 0.0;  // as InterfaceTotals [N s]

 private:
  double turned_over_ = 0.0;  // [J]
};

// The class for the law that it has; n: dofs of the model. Throws Error for laws that cannot be set
// up.
std::unique_ptr<SteppedInterface> stepped_interface(const FullInterface& interface, Eigen::Index n,
                                                    double step);

}  // namespace mortise::gen
