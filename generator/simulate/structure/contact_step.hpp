// The contact law of one step, stated once more for offline use and independent of the runtime:
// activation, restitution, friction, solved by the semi-smooth Newton oracle.
#pragma once

#include "generator/contact/system/full_system.hpp"
#include "generator/contact/unilateral/law.hpp"

namespace mortise::gen {

struct ContactStepInput {
  Vector gap;             // (nc) at the start of the step [m]
  Vector start_velocity;  // (3 nc) interface velocity at the start [m/s]
  Vector free_velocity;   // (3 nc) at the end without contact forces [m/s]
  double step = 0.0;      // h [s]
};

struct ContactStepResult {
  Vector force;         // (3 nc) lambda, held over the step [N]
  Vector end_velocity;  // (3 nc) with contact forces [m/s]
  int active = 0;       // contacts that took part
  double residual = 0;  // of the oracle, relative
};

class ContactStepper {
 public:
  // contacts: law parameters (nc). delassus: (3 nc x 3 nc) end velocity per held force [m/s/N].
  // tolerance: of the oracle's natural-map residual.
  ContactStepper(std::vector<ContactParameters> contacts, Matrix delassus, const LawSpec& law,
                 double tolerance);

  // Solves one step; remembers which contacts are active (hysteresis) and their forces (start
  // values). Throws Error if the oracle does not converge.
  ContactStepResult step(const ContactStepInput& in);

 private:
  std::vector<int> active_contacts(const ContactStepInput& in) const;
  double normal_restitution(std::size_t contact, double start_velocity) const;

  std::vector<ContactParameters> contacts_;
  Matrix delassus_;
  LawSpec law_;
  double tolerance_;
  std::vector<bool> was_active_;
  Vector last_force_;
};

}  // namespace mortise::gen
