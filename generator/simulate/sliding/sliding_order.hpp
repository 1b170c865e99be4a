// A sliding contact as every run is stepped: inputs held over the step, outputs as the system names
// them, energies and impulses.
#pragma once

#include <memory>

#include "generator/simulate/run/run_steps.hpp"
#include "generator/simulate/sliding/stepper.hpp"

namespace mortise::gen {

class SlidingOrder : public SteppedSystem {
 public:
  // Starts in the static sliding state of the law's own friction. The system of the stepper must
  // have one, else Error.
  explicit SlidingOrder(std::unique_ptr<SlidingStepper> stepper);

  // A report is not `sliding` when a bilateral contact would pull or its slip has turned around.
  std::optional<StepReport> step(const Vector& inputs) override;
  double time() const override { return stepper_->time(); }
  // Contact force and acceleration are those of the scheme (mean over the step or at its end), the
  // friction force has Coulomb's full size against the sense of sliding unless the scheme knows
  // better. Throws Error for a quantity that a sliding contact does not have.
  Vector outputs() const override;
  EnergyBooks books() const override;                           // stored energy alone
  Vector contact_impulse() const override { return impulse_; }  // normal, friction

 private:
  std::unique_ptr<SlidingStepper> stepper_;
  Vector impulse_;
};

}  // namespace mortise::gen
