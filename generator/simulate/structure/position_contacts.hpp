// Contacts at position level through the steps of a run, whatever moves their bodies: at the end of
// every step 0 <= force _|_ gap >= 0, and slip against friction, in the displacements of the rows
//
//   s = W q + C phi + offset,   phi+ = keep phi + gain (mean force of the step)
//
// The force over a step is the mean of those at its ends; restitution is a lag of the compliance
// (contact_lag.hpp). What closing contacts leave of energy is kept in a bank, what opening ones
// take beyond it is owed by the motion. The runtime's PositionRows are the same; they share no
// code.
#pragma once

#include <optional>

#include "generator/contact/system/reduced_system.hpp"
#include "generator/simulate/structure/contact_record.hpp"

namespace mortise::gen {

class PositionContacts {
 public:
  // lag: of the compliance [s]; step: h [s].
  PositionContacts(std::vector<ContactParameters> points, double filter_time,
                   ResidualCompliance compliance, double lag, double step);

  // At rest with its rows moved by the modes (3 nc) [m], with the inputs (nu) there: forces are
  // those that keep gaps closed, and nothing was lost.
  void set_state(const Vector& moved, const Vector& inputs);
  // Another number of contacts that `change` is of. moved: as above.
  void change(const LawChange& change, const Vector& moved);

  // A step as it is tried, which may be tried again.
  struct Trial {
    double share = 0.5;        // of the last end force that acts from the start on, or 0
    double gain = 0.0;         // of phi by the force to be found
    Vector phi, s, end_force;  // at its end
    Vector mean;               // force over the step (3 nc) [N]
  };
  // inputs: mean over the step, at its end.
  Trial begin(double share, const Vector& inputs, const Vector& end_inputs) const;
  // Where the rows would be [m] (3 nc), normals with their clearance, tangents from where they
  // were, if the modes moved them to `moved` and no force were added.
  Vector seen(const Trial& trial, const Vector& moved) const;
  // By forces that are added over the step (3 nc); moved: the rows by the modes at its end.
  void finish(const Vector& added, const Vector& moved, Trial* trial) const;
  // Would a gap close, or did a contact push?
  bool touches(const Vector& seen) const;
  // The added forces, by the motion of the rows that they are for (3 nc x 3 nc).
  Vector solve(const Matrix& motion, const Vector& seen, const Vector& start) const;

  // What the motion gains by the trial beyond the bank [J]; lost: to the compliance.
  double excess(const Trial& trial, double lost) const;
  // The trial is what happened; an excess has been taken out of the motion.
  void commit(const Trial& trial, double lost);
  // The step did not happen; so much motion was lost instead [J].
  void stop(double kinetic) { stopped_ += kinetic; }
  // So much of an excess is still in the motion [J]: the next closing contacts pay for it.
  void owe(double rest) { bank_ -= rest; }

  bool follows_at_once() const { return keep_ == -1.0; }
  double gain() const { return gain_; }
  Matrix compliance() const { return ports_.topLeftCorner(s_.size(), s_.size()); }
  const std::vector<ContactParameters>& points() const { return points_; }  // in force (nc)
  const Vector& displacement() const { return s_; }
  const Vector& mean_force() const { return mean_; }      // of the last step [N]
  const Vector& end_force() const { return end_force_; }  // [N]
  const ContactRecord& record() const { return record_; }
  // What displacements and velocities of an output row see of the compliance [m], [m/s]; rows that
  // were added to those of the compliance see nothing.
  double displaced(int row) const;
  double speed(int row) const;
  // Gaps, forces (before the first step those at its start) and what is recorded; empty: another
  // quantity.
  std::optional<double> output(const OutputChannel& channel) const;

  double stored() const { return 0.5 * phi_.dot(ports_ * phi_); }  // in the compliance [J]
  double work() const { return work_; }                            // of the inputs on it [J]
  // Lost since set_state() [J]: to closing contacts and to what stops them, to friction, to the
  // lag.
  double scheme_loss() const { return bank_ + stopped_; }
  double friction_loss() const { return friction_; }
  double damped() const { return damped_; }

 private:
  // Energy that the motion gets from contacts, and that friction takes [J].
  struct Exchange {
    double gained = 0.0, rubbed = 0.0;
  };
  Exchange exchange(const Trial& trial) const;
  Vector rows_at(const Vector& moved, const Vector& phi) const;
  Vector relative(const Vector& rows, const Vector& slip_from) const;
  Vector forces(const Matrix& motion, const Vector& seen, const Vector& start,
                const Vector& friction) const;
  void settle(const Vector& moved, const Vector* slip_from);

  std::vector<ContactParameters> defined_, points_;  // (nc)
  double filter_time_, h_, keep_, gain_;             // phi+ = keep phi + gain f
  ResidualCompliance residual_;
  Matrix ports_;  // compliance of all ports
  Vector mu_, clearance_, phi_, last_phi_, s_, end_force_, mean_;
  ContactRecord record_;
  double bank_ = 0.0, stopped_ = 0.0, friction_ = 0.0, damped_ = 0.0, work_ = 0.0;
};

// The share of a push along which the motion (speed along the push, its square) loses so much
// [J]; empty: there is less of it.
std::optional<double> share_taken(double along, double square, double excess);

}  // namespace mortise::gen
