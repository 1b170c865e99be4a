// The normal law of one point with all other forces frozen (Song eq. 14, 15, 19), per step:
//
//   opening at t_n+1   o = free + c mean,   mean = (start + end) / 2
//   its rate           o' = 2/h (o - o_start) - o'_start
//   end force          end = length (k_I g + c_I g')  where g = -(o + gap) > 0, clamped at 0,
//                      end = -length k_S (o - e_S)    where o > e_S
//
// Every branch is linear in `end` (Hunt-Crossley: quadratic), the pieces are monotone: at most one
// of them fits, and the jump of the clamped damper at g = 0 is resolved as the damper says.
#pragma once

#include "../kernels.hpp"
#include "view.hpp"

namespace mortise::MORTISE_ISA {

// Reciprocals that depend on the parameters in force alone.
struct JointFactors {
  Real normal;      // 1 / (1 + length (k_I + 2 c_I / h) c / 2)
  Real separation;  // 1 / (1 + length k_S c / 2)
  Real tangential;  // of the tangential law
  Real spare;
};

struct NormalPoint {
  Real length;      // [m]
  Real compliance;  // c [m/N]
  Real start;       // end force of the last step [N]
  Real opening;     // o at t_n [m]
  Real rate;        // o' at t_n [m/s]
  Real inverse_h;   // 1 / h [1/s]
};

struct NormalForce {
  Real end;       // at t_n+1, positive pushes apart [N]
  Real pressure;  // compressive part of it, >= 0 [N]
};

// g = (base - c/2 end) law: end = k g (beta + alpha g), the root with g > 0.
MORTISE_INLINE NormalForce solve_hunt_crossley(const JointParameters& p, const NormalPoint& in,
                                               Real penetration) {
  const Real chi = p.damping / p.stiffness;
  const Real before = -(in.opening + p.gap);
  const Real alpha = 2 * chi * in.inverse_h;
  const Real beta = 1 - chi * (2 * in.inverse_h * before - in.rate);
  const Real k = Real(0.5) * in.compliance * p.stiffness * in.length;
  const Real a = k * alpha, b = 1 + k * beta;
  const Real root = square_root(b * b + 4 * a * penetration);
  const Real g = b + root > 0 ? 2 * penetration / (b + root) : penetration;
  const Real force = p.stiffness * in.length * g * (beta + alpha * g);
  return force > 0 ? NormalForce{force, force} : NormalForce{0, 0};
}

MORTISE_INLINE NormalForce solve_normal(const JointParameters& p, const NormalPoint& in,
                                        const JointFactors& factors, Real free) {
  const Real half_c = Real(0.5) * in.compliance;
  const Real base = free + half_c * in.start;  // opening without end force
  const Real penetration = -(base + p.gap);
  if (penetration > 0) {
    if (p.damper == kDamperHuntCrossley) return solve_hunt_crossley(p, in, penetration);
    const Real c2 = 2 * in.inverse_h * p.damping;
    const Real pull = p.damping * (2 * in.inverse_h * in.opening + in.rate) - p.stiffness * p.gap;
    const Real force = in.length * (pull - (p.stiffness + c2) * base) * factors.normal;
    if (!(force > 0)) return {0, 0};
    if (p.damping > 0 && !(penetration > half_c * force)) {  // jump at g = 0: no solution beyond
      if (p.damper != kDamperFilled) return {0, 0};
      const Real closing = penetration / half_c;  // the force that keeps g = 0
      return {closing, closing};
    }
    return {force, force};
  }
  const Real apart = base - p.separation_gap;
  if (p.separation_stiffness > 0 && apart > 0)
    return {-in.length * p.separation_stiffness * apart * factors.separation, 0};
  return {0, 0};
}

// Energy stored by the springs of the normal law at opening o [J].
MORTISE_INLINE Real normal_energy(const JointParameters& p, Real length, Real o) {
  const Real g = -(o + p.gap), apart = o - p.separation_gap;
  Real twice = 0;
  if (g > 0) twice = p.stiffness * g * g;
  if (apart > 0) twice = twice + p.separation_stiffness * apart * apart;
  return Real(0.5) * length * twice;
}

}  // namespace mortise::MORTISE_ISA
