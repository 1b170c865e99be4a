// LuGre friction (Canudas de Wit et al. 1995) by the midpoint rule: bristles that bend with the
// slip and give way at the Stribeck curve g(v), scaled by the mean pressure of the step.
//
//   z' = s' - |s'| E z / g(s'),   force = -p (E z + bristle_damping z' + viscous s')
#pragma once

#include "../../elementary.hpp"
#include "point.hpp"

namespace mortise::MORTISE_ISA {

struct LuGre : Tangential {
  static MORTISE_INLINE std::uint32_t memory(const JointParameters&) { return 1; }
  static MORTISE_INLINE LawFault fault(const JointParameters& p) {
    return p.stribeck_velocity > 0 && p.friction > 0
               ? LawFault{}
               : LawFault{"law.cases.parameters.stribeck_velocity", p.stribeck_velocity};
  }
  static constexpr std::uint64_t kMeanForceFlops = 54;
  static std::uint64_t flops(std::uint32_t) {
    return 8 + kLuGreDoublings * (kMeanForceFlops + 7) + kLuGreIterations * (kMeanForceFlops + 15) +
           10;
  }

  static MORTISE_INLINE Real mean_force(const JointParameters& p, const TangentPoint& in,
                                        Real change) {
    const Real v = change * in.inverse_h, ratio = v / p.stribeck_velocity;
    const Real decay = exponential(Lanes<Real, 1>{-ratio * ratio}).x;
    const Real g = p.friction + (p.static_friction - p.friction) * decay;
    const Real a = g > 0 ? Real(0.5) * absolute(change) * p.friction_modulus / g : Real(0);
    const Real before = in.from[0], after = (before * (1 - a) + change) / (1 + a);
    in.to[0] = after;
    const Real mean = Real(0.5) * (before + after), rate = (after - before) * in.inverse_h;
    return -in.pressure_mean *
           (p.friction_modulus * mean + p.bristle_damping * rate + p.viscous * v);
  }

  // Zero of r(slip) = slip - free - c mean(slip), which has a corner where the bristles turn
  // around, at the slip of t_n: false position from there on (Illinois' variant), on its side of
  // the corner.
  static MORTISE_INLINE TangentForce solve(const JointParameters& p, const TangentPoint& in, Real,
                                           Real free) {
    in.to[0] = in.from[0];
    if (!(in.pressure_mean > 0) || !(in.pressure > 0)) {  // open: bristles relax
      in.to[0] = 0;
      return {0, 0};
    }
    const Real c = in.compliance;
    Real mean = -in.pressure_mean * p.friction_modulus * in.from[0];
    Real a = in.slip, ra = a - free - c * mean;
    if (ra == 0) return {mean, mean};
    Real b = a - ra, rb = 0, reach = ra;  // r rises with slopes of 1 and more, but for Stribeck's
    for (int i = 0; i < kLuGreDoublings; ++i) {
      mean = mean_force(p, in, b - in.slip);
      rb = b - free - c * mean;
      if (!(rb * ra > 0)) break;
      reach = 2 * reach;
      a = b;
      ra = rb;
      b = b - reach;
    }
    for (int i = 0; i < kLuGreIterations && rb != 0; ++i) {
      Real next = b - rb * ((b - a) / (rb - ra));
      if (!((next > a && next < b) || (next < a && next > b))) next = Real(0.5) * (a + b);
      if (next == a || next == b || absolute(next - b) <= kLastDigit * absolute(b)) break;
      mean = mean_force(p, in, next - in.slip);
      const Real r = next - free - c * mean;
      if (r * rb < 0) {
        a = b;
        ra = rb;
      } else {
        ra = Real(0.5) * ra;
      }
      b = next;
      rb = r;
    }
    // where bristles are stiffer than what holds them, the slip says more of the force than the law
    const Real stiff =
        Real(0.5) * p.friction_modulus + (p.bristle_damping + p.viscous) * in.inverse_h;
    if (c * in.pressure_mean * stiff > 1) mean = (b - free) / c;
    return {mean, mean};
  }
};

}  // namespace mortise::MORTISE_ISA
