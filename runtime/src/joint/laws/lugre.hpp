// LuGre friction (Canudas de Wit et al. 1995) by the midpoint rule: bristles that bend with the
// slip and give way at the Stribeck curve g(v), scaled by the mean pressure of the step.
//
//   z' = s' - |s'| E z / g(s'),   force = -p (E z + bristle_damping z' + viscous s')
#pragma once

#include "../../film/elementary.hpp"
#include "point.hpp"

namespace mortise::MORTISE_ISA {

struct LuGre {
  static constexpr int kIterations = 16;

  static MORTISE_INLINE Real factor(const JointParameters&, Real, Real) { return 0; }

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

  // Chord steps on slip = free + c mean(slip) with the slope of full sticking.
  static MORTISE_INLINE TangentForce solve(const JointParameters& p, const TangentPoint& in, Real,
                                           Real free) {
    if (!(in.pressure_mean > 0) || !(in.pressure > 0)) {  // open: bristles relax
      in.to[0] = 0;
      return {0, 0};
    }
    const Real slope = in.pressure_mean * (Real(0.5) * p.friction_modulus +
                                           (p.bristle_damping + p.viscous) * in.inverse_h);
    const Real step = 1 / (1 + in.compliance * slope);
    Real slip = free, mean = 0;
    for (int i = 0; i < kIterations; ++i) {
      mean = mean_force(p, in, slip - in.slip);
      const Real next = slip - step * (slip - free - in.compliance * mean);
      const Real moved = absolute(next - slip);
      slip = next;
      if (moved <= Real(1e-15) * absolute(slip)) break;
    }
    return {mean, mean};
  }

  static MORTISE_INLINE Real energy(const JointParameters&, Real, Real, const Real*) { return 0; }
};

}  // namespace mortise::MORTISE_ISA
