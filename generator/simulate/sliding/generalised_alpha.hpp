// Generalised alpha in the variables of Arnold and Bruels, constraint on positions:
//   z1 = z + h v + h^2 ((1/2 - beta) a + beta a1),   v1 = v + h ((1 - gamma) a + gamma a1)
//   (1 - alpha_m) a1 + alpha_m a = (1 - alpha_f) z1'' + alpha_f z'',   g(z1) = 0,
// the gap linearised about the place at z + h v and the path of the end of the step, s_n+1:
//   g + c . (z1 - z - h v) = 0.
#pragma once

#include "generator/contact/system/reduced_system.hpp"
#include "generator/simulate/sliding/stepper.hpp"

namespace mortise::gen {

class GeneralisedAlphaSliding : public SlidingStepper {
 public:
  // radius: spectral radius at infinite frequency, 0 <= rho <= 1, else Error. acceleration() is z''
  // at the end of the step, force() belongs there too; inputs are taken there. Bilateral only.
  GeneralisedAlphaSliding(const ReducedSystem& system, double step, double radius);
  void step(const SlidingInputs& inputs) override;

 protected:
  void begin() override;

 private:
  double alpha_m_, alpha_f_, beta_, gamma_;
  bool started_ = false;
  Vector auxiliary_;    // a (n)
  Vector denominator_;  // of a1 (n)
};

}  // namespace mortise::gen
