// No friction.
#pragma once

#include "point.hpp"

namespace mortise::MORTISE_ISA {

struct Frictionless {
  static MORTISE_INLINE Real factor(const JointParameters&, Real, Real) { return 0; }
  static MORTISE_INLINE TangentForce solve(const JointParameters&, const TangentPoint&, Real,
                                           Real) {
    return {0, 0};
  }
  static MORTISE_INLINE Real energy(const JointParameters&, Real, Real, const Real*) { return 0; }
};

}  // namespace mortise::MORTISE_ISA
