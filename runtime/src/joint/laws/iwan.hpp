// Iwan's parallel bank: Jenkins elements of equal stiffness whose strengths are spread evenly, so
// that slip begins gently. Each element remembers its force.
#pragma once

#include "mortise/kernel/caps.hpp"
#include "point.hpp"

namespace mortise::MORTISE_ISA {

struct Iwan : Tangential {
  static MORTISE_INLINE Real limit(const JointParameters& p, Real, Real length) {
    return p.slip_traction * length;
  }
  static MORTISE_INLINE std::uint32_t memory(const JointParameters& p) { return p.elements; }
  static MORTISE_INLINE LawFault fault(const JointParameters& p) {
    return p.elements < 1 ? LawFault{"law.memory", 0} : LawFault{};
  }
  static std::uint64_t flops(std::uint32_t elements) {
    return 10 + kIwanIterations * (20 + 4 * std::uint64_t{elements}) + 2;
  }

  // Elements after the slip has become `slip`; their sum and how many still stick.
  static MORTISE_INLINE Real forces(const JointParameters& p, const TangentPoint& in, Real slip,
                                    int* sticking) {
    const Real share = 1 / Real(p.elements), k = p.friction_modulus * in.length * share;
    const Real strength = 2 * p.slip_traction * in.length * share * share;
    const Real change = k * (slip - in.slip);
    Real total = 0;
    *sticking = 0;
    for (std::uint32_t j = 0; j < p.elements; ++j) {
      const Real limit = strength * (Real(j) + Real(0.5)), trial = in.from[j] - change;
      const Real force = clip(trial, limit);
      *sticking += force == trial ? 1 : 0;
      in.to[j] = force;
      total += force;
    }
    return total;
  }

  // r(slip) = slip - free - c/2 (start + end(slip)) rises with slopes of 1 and more: Newton, kept
  // inside of the bracket.
  static MORTISE_INLINE TangentForce solve(const JointParameters& p, const TangentPoint& in, Real,
                                           Real free) {
    const Real half_c = Real(0.5) * in.compliance;
    const Real k = p.friction_modulus * in.length / Real(p.elements);
    const Real reach = half_c * (absolute(in.start) + p.slip_traction * in.length);
    Real low = free - reach, high = free + reach, slip = free, end = 0;
    for (int i = 0; i < kIwanIterations; ++i) {
      int sticking = 0;
      end = forces(p, in, slip, &sticking);
      const Real r = slip - free - half_c * (in.start + end);
      if (r == 0) break;
      (r > 0 ? high : low) = slip;
      Real next = slip - r / (1 + half_c * k * Real(sticking));
      if (!(next > low && next < high)) next = Real(0.5) * (low + high);
      if (next == slip || next == low || next == high) break;
      slip = next;
    }
    return {Real(0.5) * (in.start + end), end};
  }

  static MORTISE_INLINE Real energy(const JointParameters& p, Real length, Real,
                                    const Real* memory) {
    if (!(p.friction_modulus > 0)) return 0;
    Real squares = 0;
    for (std::uint32_t j = 0; j < p.elements; ++j) squares += memory[j] * memory[j];
    return Real(0.5) * squares * Real(p.elements) / (p.friction_modulus * length);
  }
};

}  // namespace mortise::MORTISE_ISA
