// The contacts of a bolted structure in the step of an assembly, friction and opening at every
// point: what they and the inputs do to the modes, and how they answer where a step has taken these
// (runtime/src/bolted/block.hpp says in which order).
#pragma once

#include "generator/simulate/bolted/bonded_body.hpp"

namespace mortise::gen {

class SteppedBolted {
 public:
  // part: outlives this.
  explicit SteppedBolted(const BondedBody& part);

  // Preloaded, then brought to eta (m) in quasi-static steps. inputs (nu). Books start there.
  void start(const Vector& eta, const Vector& inputs);

  // What contacts as they are and inputs (nu) do to the modes (m).
  Vector force(const Vector& inputs) const;
  // Contacts at eta (m) under inputs (nu) at the end of a step. Throws Error where there is no
  // solution.
  void solve(const Vector& eta, const Vector& inputs);

  // Beside what the bonded modes hold [J]; losses and work since the start [J].
  double stored() const;
  double friction() const { return friction_; }
  double work() const { return work_; }

  // Row `row` of the observed motions by eta and velocity (m), beyond the modes' own by the
  // difference quotient of the last step of h [s].
  double displacement(Eigen::Index row) const;
  double velocity(Eigen::Index row, const Vector& eta_speed, double h) const;
  // Forces on the upper surfaces along normal and tangents (3 zones) [N].
  Vector resultants() const;
  double slipping() const;  // share of the closed points [-]
  bool touching() const;    // some point slips or has opened

 private:
  Vector change() const;    // dlambda (3 n)
  Vector at_loads() const;  // motions along the inputs' forces (nu)
  Vector slid() const;      // observed motions beyond the bonded structure's (k)

  const BoltedSystem& system_;
  CoulombNewton newton_;
  SurfaceState contact_;
  Vector eta_, inputs_, free_gap_, last_slid_, before_slid_;
  double friction_ = 0.0, work_ = 0.0;
};

}  // namespace mortise::gen
