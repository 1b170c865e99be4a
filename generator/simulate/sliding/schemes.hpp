// Time schemes of a sliding contact, each with one geometry evaluation per step. The implicit ones
// state offline what the runtime does.
//
// Moreau-Jean, theta = 1/2, constraint on velocities. One step from (z, v) at t_n:
//   1. free motion, frozen contact open (per mode):
//        A  = 1 + h/2 d + h^2/4 omega^2
//        v* = [ v (1 - h/2 d - h^2/4 omega^2) - h omega^2 z + h f ] / A,   f = f0 + B u
//   2. geometry, once: at the modal coordinates z + h v (explicit prediction, v the velocity at the
//      start of the step, contact impulses of the last step included) and at the path of the END of
//      the step, s_n+1 = start + V t_n+1. From the last segment on, neighbours at most: segment, a,
//      gamma, gap g, hence c (gap) and b (force; normal and friction in the sense of V).
//   3. contact: the gap velocity at the end of the step gives back the share kappa of that gap,
//        c . v1 + n_x V = -kappa g / h,       n_x V = -sin(gamma) V
//      The moving frame enters twice: through s_n+1 in the gap, and through n_x V here. With
//      G = c . A^-1 b this is one division:
//        P = ( -kappa g / h - n_x V - c . v* ) / G,   lambda = P / h  [N], mean over the step
//   4. v1 = v* + A^-1 b P,   z1 = z + h/2 (v + v1).
// kappa = 0.2 (SlidingLaw::feedback). The gap of step 2 is that of the end of the step up to
// O(h^2 acceleration); with the gap at the start instead nothing visible changes (measured: 0.3 %
// of a burst), nor with kappa 0.02 or 1. lambda < 0: the contact would pull, slip velocity of the
// other sign: it would stick (stepper.hpp gives it after the step with the rows of step 2).
//
// unilateral (Signorini and Coulomb) in the same step: rows c and tau = R t of the same place,
//   u_N = c . v + n_x V,  u_T = tau . v + t_x V;  open, P = 0, if the free end gap
//   g + h/2 c . (v* - v) is positive; else
//   0 <= P_N  _|_  u_N1 + kappa g / h >= 0,   P_T opposes the MEAN tangential velocity
//   (u_T + u_T1) / 2, |P_T| <= mu P_N.
//
// Generalised alpha in the variables of Arnold and Bruels, constraint on positions:
//   z1 = z + h v + h^2 ((1/2 - beta) a + beta a1),   v1 = v + h ((1 - gamma) a + gamma a1)
//   (1 - alpha_m) a1 + alpha_m a = (1 - alpha_f) z1'' + alpha_f z'',   g(z1) = 0,
// the gap linearised about the place at z + h v, s_n+1 (step 2 above):  g + c . (z1 - z - h v) = 0.
#pragma once

#include "generator/contact/system/reduced_system.hpp"
#include "generator/simulate/sliding/stepper.hpp"

namespace mortise::gen {

class MoreauJeanSliding : public SlidingStepper {
 public:
  // The law of the system says whether the contact is bilateral or unilateral. acceleration() is
  // (v1 - v) / h, the mean over the step. Inputs are taken in the middle of the step.
  MoreauJeanSliding(const ReducedSystem& system, double step);
  void step(const SlidingInputs& inputs) override;

  double friction_force() const override { return friction_force_; }  // [N], mean
  double contact_work() const { return contact_work_; }  // done on the modes in the step [J]

 private:
  void bilateral();
  void unilateral();

  Vector denominator_;    // A (n)
  Vector free_velocity_;  // v* (n)
  Vector impulse_;        // modal, of the contact (n)
  Eigen::Matrix<double, Eigen::Dynamic, 2> relative_;
  double friction_force_ = 0.0, contact_work_ = 0.0;
};

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
