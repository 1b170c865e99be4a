// Forward-increment Lagrange multipliers (Carpenter, Taylor, Katona; Brunetti eq. 26-32): explicit
// central differences whose contact force at t_n meets the constraint at t_n+1. The reference of
// the implicit schemes.
//
//   u*     = 2 u_n - u_n-1 + h^2 (f_n - D (u_n - u_n-1) / h - omega^2 u_n)
//   place of the slave at u*, s_n+1: gap g, rows c and b
//   lambda_n = -g / (h^2 c . b),   u_n+1 = u* + h^2 b lambda_n
//
// with the gap of the deformed positions in the place of B_C u*.
#pragma once

#include "generator/simulate/sliding/stepper.hpp"

namespace mortise::gen {

class ForwardIncrementSliding : public SlidingStepper {
 public:
  // velocity() is (u_n+1 - u_n) / h, acceleration() the central difference at t_n, where inputs are
  // taken. Bilateral only. Error above the step limit.
  ForwardIncrementSliding(const ReducedSystem& system, double step);
  void step(const SlidingInputs& inputs) override;
  bool of_step() const override { return false; }

  // Largest stable step [s] of a system: the smallest 2/omega (sqrt(1 + zeta^2) - zeta) with
  // zeta = d / (2 omega) of the damping that lags by half a step.
  static double step_limit(const ReducedSystem& system);

 protected:
  void begin() override;

 private:
  Vector increment_;  // u_n - u_n-1 (n)
};

}  // namespace mortise::gen
