// The normal law of one point with all other forces frozen (Song eq. 14, 15, 19), per step:
//
//   opening at t_n+1   o = base + c/2 end,   base = free + c/2 start
//   its rate           o' = 2/h (o - o_start) - o'_start
//   end force          end = length (k_I g + c_I g')  where g = -(o + gap) > 0, clamped at 0,
//                      end = -length k_S (o - e_S)    where o > e_S
//
// Every branch is linear in `end` (Hunt-Crossley: quadratic), the pieces are monotone: at most one
// of them fits, and the jump of the clamped damper at g = 0 is resolved as the damper says.
#pragma once

#include "mortise/kernel/kernels.hpp"
#include "mortise/view/joint.hpp"

namespace mortise::MORTISE_ISA {

MORTISE_INLINE Real at_nodes(const Real* rows, const JointPoint& at) {
  return at.share_first * rows[at.first] + at.share_second * rows[at.second];
}

// What the parameters in force and the stage alone determine.
struct JointFactors {
  Real damper;      // length / (1 + length (k_I + 2 c_I / h) c / 2) [m]
  Real normal;      // (k_I + 2 c_I / h) of it [N/m]
  Real separation;  // length k_S / (1 + length k_S c / 2) [N/m]
  Real tangential;  // of the tangential law
  Real own;         // slip per normal force of the point [m/N]
  // of the next point, if it belongs to the same segment: opening and slip per normal force, then
  // per friction force [m/N]
  Real next[4];
};

struct NormalPoint {
  const JointPoint* at;
  Real compliance;                          // c [m/N]
  Real start;                               // end force of the last step [N]
  const Real *position_start, *rate_start;  // of the rows at t_n [m], [m/s]
  Real inverse_h;                           // 1 / h [1/s]
};

struct NormalForce {
  Real end;       // at t_n+1, positive pushes apart [N]
  Real pressure;  // compressive part of it, >= 0 [N]
};

// g = (base - c/2 end) law: end = k g (beta + alpha g), the root with g > 0.
MORTISE_INLINE NormalForce solve_hunt_crossley(const JointParameters& p, const NormalPoint& in,
                                               Real penetration) {
  const Real length = in.at->length, chi = p.damping / p.stiffness;
  const Real before = -(at_nodes(in.position_start, *in.at) + p.gap);
  const Real alpha = 2 * chi * in.inverse_h;
  const Real beta = 1 - chi * (2 * in.inverse_h * before - at_nodes(in.rate_start, *in.at));
  const Real k = Real(0.5) * in.compliance * p.stiffness * length;
  const Real a = k * alpha, b = 1 + k * beta;
  const Real root = square_root(b * b + 4 * a * penetration);
  const Real g = b + root > 0 ? 2 * penetration / (b + root) : penetration;
  const Real force = p.stiffness * length * g * (beta + alpha * g);
  return force > 0 ? NormalForce{force, force} : NormalForce{0, 0};
}

// Springs with a damper; the jump at g = 0 leaves no solution where the force would end beyond it.
MORTISE_INLINE NormalForce solve_damped(const JointParameters& p, const NormalPoint& in,
                                        const JointFactors& factors, Real base, Real penetration) {
  const Real before =
      2 * in.inverse_h * at_nodes(in.position_start, *in.at) + at_nodes(in.rate_start, *in.at);
  const Real force =
      factors.damper * (p.damping * before - p.stiffness * p.gap) - factors.normal * base;
  if (!(force > 0)) return {0, 0};
  const Real half_c = Real(0.5) * in.compliance;
  if (penetration > half_c * force) return {force, force};
  if (p.damper != kDamperFilled) return {0, 0};
  const Real closing = penetration / half_c;  // the force that keeps g = 0
  return {closing, closing};
}

// base: opening at t_n+1 without an end force of the point.
MORTISE_INLINE NormalForce solve_normal(const JointParameters& p, const NormalPoint& in,
                                        const JointFactors& factors, Real base) {
  const Real penetration = -(base + p.gap);
  if (penetration > 0) {
    if (p.damping > 0) {
      if (p.damper == kDamperHuntCrossley) return solve_hunt_crossley(p, in, penetration);
      return solve_damped(p, in, factors, base, penetration);
    }
    const Real force = factors.normal * penetration;
    return {force, force};
  }
  const Real apart = base - p.separation_gap;
  if (p.separation_stiffness > 0 && apart > 0) return {-factors.separation * apart, 0};
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
