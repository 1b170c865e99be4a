// Oden and Pires' friction (Song eq. 26) with history: an elastic layer of modulus E_f that slips
// at mu p of the current pressure; when the pressure drops, the force is clipped with it.
#pragma once

#include "point.hpp"

namespace mortise::MORTISE_ISA {

struct OdenPires : Tangential {
  static MORTISE_INLINE Real factor(const JointParameters& p, Real length, Real compliance) {
    return 1 / (1 + Real(0.5) * p.friction_modulus * length * compliance);
  }
  static MORTISE_INLINE TangentForce solve(const JointParameters& p, const TangentPoint& in,
                                           Real factor, Real free) {
    return slide(in, p.friction_modulus * in.length, factor, p.friction * in.pressure, free);
  }
  static MORTISE_INLINE Real limit(const JointParameters& p, Real pressure, Real) {
    return p.friction * pressure;
  }
  static std::uint64_t flops(std::uint32_t) { return kSlideFlops; }
  static MORTISE_INLINE Real energy(const JointParameters& p, Real length, Real end, const Real*) {
    return p.friction_modulus > 0 ? Real(0.5) * end * end / (p.friction_modulus * length) : Real(0);
  }
};

}  // namespace mortise::MORTISE_ISA
