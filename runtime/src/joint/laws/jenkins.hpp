// Jenkins' element: a spring in series with a slider of fixed strength, whatever the pressure.
#pragma once

#include "oden_pires.hpp"

namespace mortise::MORTISE_ISA {

struct Jenkins : OdenPires {
  static MORTISE_INLINE TangentForce solve(const JointParameters& p, const TangentPoint& in,
                                           Real factor, Real free) {
    return slide(in, p.friction_modulus * in.length, factor, p.slip_traction * in.length, free);
  }
  static MORTISE_INLINE Real limit(const JointParameters& p, Real, Real length) {
    return p.slip_traction * length;
  }
};

}  // namespace mortise::MORTISE_ISA
