// Unilateral contacts of one or several interfaces through the steps of a run: the contact law once
// more for offline use and independent of the runtime: activation, restitution, friction, solved by
// the semi-smooth Newton oracle. Contacts that are kept closed stand among them as equations, whose
// forces are eliminated first:
//   u_n = 0,   force = lambda (1, share, 0),   lambda of either sign
#pragma once

#include <optional>
#include <vector>

#include "generator/contact/unilateral/contact_point.hpp"
#include "generator/contact/unilateral/law.hpp"
#include "generator/contact/unilateral/semismooth_newton.hpp"

namespace mortise::gen {

// A contact and the law of its interface.
struct SteppedContact {
  ContactParameters parameters;
  LawSpec law;
  bool in_bore = false;
  bool slides = false;  // its friction is its own: on a chain, or at position level
  // If the contact is kept closed, pulling if it must: force along its first tangent per normal
  // force [-].
  std::optional<double> kept = {};
};

// Where the contacts are at the start of a step, rows per contact normal, tangent 1, tangent 2.
struct ContactStart {
  // velocity, expected_velocity: (3 nc), the second at the end of the step without the contacts'
  // own forces [m/s]. step: h [s]. All else: zero.
  ContactStart(const Vector& velocity, const Vector& expected_velocity, double step)
      : velocity(velocity),
        expected_velocity(expected_velocity),
        step(step),
        gap(Vector::Zero(velocity.size() / 3)),
        shift(Vector::Zero(velocity.size())),
        curvature(gap) {}

  Vector velocity, expected_velocity;
  double step;
  Vector gap;        // (nc) [m]
  Vector shift;      // (3 nc) what the laws are told beside the velocities of the rows [m/s]
  Vector curvature;  // (nc) of those in a bore, as of BoreTurn [m/s]
};

class ContactStepper {
 public:
  explicit ContactStepper(std::vector<SteppedContact> contacts);

  // Goes back to before the first step.
  void forget();

  // In force from the next step on.
  SteppedContact& contact(std::size_t contact) { return contacts_.at(contact); }

  // Begins a step: decides which contacts take part and how they rebound.
  void enter(const ContactStart& start);
  int active() const { return static_cast<int>(active_.size()); }
  bool takes_part(Eigen::Index contact) const;
  bool slides(Eigen::Index contact) const { return of(contact).slides; }
  bool is_passive(Eigen::Index contact) const {
    return of(contact).law.friction_velocity == FrictionVelocity::passive;
  }
  // Passive friction with something to pass on.
  bool rubs(Eigen::Index contact) const {
    return is_passive(contact) && of(contact).parameters.friction > 0.0;
  }
  bool any_passive() const;
  // Passive friction of these contacts (nc) opposes the mean velocity for the rest of the step.
  void oppose_mean_velocity(const std::vector<bool>& contacts, const ContactStart& start);

  // Forces (3 nc) of the last step of those that take part, 0 for the others [N].
  Vector warm_force() const;

  // Forces (3 nc) that obey the laws for end velocities free_velocity + delassus * force.
  //   delassus  (3 nc x 3 nc) symmetric, end velocity per held force [m/s/N]
  //   start     (3 nc) first iterate [N]
  // Some contact must take part. Never throws for lack of convergence; its `converged` and
  // `residual` are those of the contacts that are not kept.
  NewtonResult solve(const Matrix& delassus, const Vector& free_velocity, const Vector& start,
                     const SemismoothOptions& options) const;

  // The contact that violates its law most.
  struct Violation {
    double size = 0.0;  // of the natural map [m/s]
    int contact = -1;
  };
  // scale: (nc) of block_scales(), end_velocity: (3 nc) under the forces [m/s].
  Violation violation(const Vector& force, const Vector& end_velocity, const Vector& scale) const;
  // Largest velocity that the laws see without forces [m/s].
  double velocity_scale(const Vector& free_velocity) const;

  // Ends the step; the forces (3 nc) are those to start the next one with.
  void leave(const Vector& force);

 private:
  const SteppedContact& of(Eigen::Index contact) const {
    return contacts_[static_cast<std::size_t>(contact)];
  }
  double tangential_restitution(const SteppedContact& contact) const;
  bool begins(std::size_t contact, const ContactStart& start) const;
  double normal_restitution(std::size_t contact, double start_velocity) const;
  Eigen::Vector3d shifted(std::size_t active, const Vector& velocity) const;
  double violation(std::size_t active, const Eigen::Vector3d& force,
                   const Eigen::Vector3d& velocity, double scale) const;
  NewtonResult solve_beside_kept(const InterfaceProblem& problem, const Vector& start,
                                 const SemismoothOptions& options) const;

  std::vector<SteppedContact> contacts_;
  std::vector<bool> was_active_;
  std::vector<int> active_;
  Vector shift_;  // (3 na) restitution and friction on the mean velocity [m/s]
  Vector last_force_;
};

}  // namespace mortise::gen
