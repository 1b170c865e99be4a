// The contacts of a bolted structure in the step of an assembly, friction and opening at every
// point: what they and the inputs do to the modes, and how they answer where a step has taken these
// (runtime/src/bolted/block.hpp says in which order).
#pragma once

#include "generator/simulate/bolted/bonded_body.hpp"
#include "generator/simulate/structure/stepped_interface.hpp"

namespace mortise::gen {

class SteppedBolted final : public SteppedInterface {
 public:
  // step: h [s]. Throws Error for modes that it does not resolve.
  SteppedBolted(const FullInterface& interface, double step);

  void kick(const Vector& inputs, Vector* velocity) const override;
  void report(StepReport* report) const override { report->touching |= touching(); }

 protected:
  // Preloaded, then brought to the state in quasi-static steps.
  void start(const BodyState& state) override;
  // Contacts where the step has taken the modes. Throws Error where there is no solution.
  void finish(const RowStep& step, const BodyState& state) override;
  std::optional<double> own_output(const OutputChannel& channel,
                                   const BodyState& state) const override;
  const char* choice() const override { return "a contact force, slipping_share"; }

 private:
  Vector eta_of(const Vector& displacement) const;  // (n) -> (m)
  double stored() const;                            // beside what the bonded modes hold [J]
  // Of the observed motions: `row` of them by eta and velocity (m), beyond the modes' own by the
  // difference quotient of the last step.
  double displacement(Eigen::Index row) const;
  double velocity(Eigen::Index row, const Vector& eta_speed) const;
  // Forces on the upper surfaces along normal and tangents (3 zones) [N].
  Vector resultants() const;
  double slipping() const;      // share of the closed points [-]
  bool touching() const;        // some point slips or has opened
  Vector force_change() const;  // dlambda (3 n)
  Vector at_loads() const;      // motions along the inputs' forces (nu)
  Vector slid() const;          // observed motions beyond the bonded structure's (k)

  const BoltedZones& bolted_;
  const BoltedSystem& system_;
  Vector scale_;  // of its modes
  CoulombNewton newton_;
  SurfaceState contact_;
  Vector eta_, inputs_, free_gap_, last_slid_, before_slid_;
};

}  // namespace mortise::gen
