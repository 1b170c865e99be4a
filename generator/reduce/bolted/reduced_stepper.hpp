// A reduced bolted model in time, in plain arithmetic: what the runtime does, as its reference.
// Kick, exact flow of the bonded modes, contact at its end, kick.
#pragma once

#include "generator/ground/integrate/modal_flow.hpp"
#include "generator/reduce/bolted/reduced_contact.hpp"

namespace mortise::gen {

class ReducedBoltedStepper {
 public:
  // reduced: outlives this. h [s] is that of a step.
  ReducedBoltedStepper(const ReducedBolted& reduced, double h,
                       const ReducedContactOptions& options = {});

  // From the preload the modes are brought to eta (m) in so many quasi-static steps and then let
  // go with velocity (m; empty: none).
  void start_from(const Vector& eta, const Vector& velocity = {}, int increments = 20);

  // inputs (nu) at the start and at the end of the step; the same twice where they are held.
  void step(const Vector& at_start, const Vector& at_end);

  const Vector& eta() const { return eta_; }
  const Vector& velocity() const { return velocity_; }
  const ReducedContact& contact() const { return contact_; }
  double dissipated() const { return dissipated_; }  // by friction since start_from() [J]
  int capped() const { return capped_; }             // steps whose updates did not suffice
  Vector contact_force() const;                      // S x (m)
  Vector observed(const BoltedRows& rows, const Vector& inputs) const;

 private:
  Vector free(const Vector& inputs) const;

  const ReducedBolted& reduced_;
  double h_;
  ModalFlow flow_;
  Matrix on_modes_;  // S (m x 3 p)
  ReducedContact contact_;
  Vector eta_, velocity_;
  double dissipated_ = 0.0;
  int capped_ = 0;
};

// S: what x does to the modes (m x 3 p).
Matrix contact_on_modes(const ReducedBolted& reduced);

}  // namespace mortise::gen
