// Exact motion of damped modes over one step: q'' + 2 decay q' + omega^2 q = f, f constant.
#pragma once

#include "generator/ground/numbers/matrix.hpp"

namespace mortise::gen {

class ModalFlow {
 public:
  // omega, decay = zeta omega >= 0 (m) [rad/s], [1/s]; any damping, rigid modes too. h [s].
  ModalFlow(const Vector& omega, const Vector& decay, double h);

  void advance(Vector* q, Vector* velocity) const;

  // What becomes of q and of the velocity, by what they were (m).
  const Vector& q_by_q() const { return qq_; }
  const Vector& q_by_velocity() const { return qv_; }
  const Vector& velocity_by_q() const { return vq_; }
  const Vector& velocity_by_velocity() const { return vv_; }
  // What a force of 1 held over the step adds (m) [s2], [s].
  const Vector& q_by_force() const { return qf_; }
  const Vector& velocity_by_force() const { return qv_; }

 private:
  Vector qq_, qv_, vq_, vv_, qf_;
};

}  // namespace mortise::gen
