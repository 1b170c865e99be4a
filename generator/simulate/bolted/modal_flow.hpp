// Exact motion of damped modes over one step without forces:
// eta'' + 2 zeta omega eta' + omega^2 eta = 0.
#pragma once

#include "generator/ground/numbers/matrix.hpp"

namespace mortise::gen {

class ModalFlow {
 public:
  // omega > 0 [rad/s], 0 <= zeta < 1 (m); h [s].
  ModalFlow(const Vector& omega, const Vector& zeta, double h);

  void advance(Vector* eta, Vector* velocity) const;

  // What a force of 1 held over the step adds: to eta, to the velocity (m).
  const Vector& held_to_eta() const { return held_to_eta_; }
  const Vector& held_to_velocity() const { return held_to_velocity_; }

 private:
  Vector ee_, ev_, ve_, vv_;
  Vector held_to_eta_, held_to_velocity_;
};

}  // namespace mortise::gen
