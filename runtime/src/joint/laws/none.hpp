// No friction.
#pragma once

#include "point.hpp"

namespace mortise::MORTISE_ISA {

struct Frictionless : Tangential {
  static MORTISE_INLINE TangentForce solve(const JointParameters&, const TangentPoint&, Real,
                                           Real) {
    return {0, 0};
  }
  static std::uint64_t flops(std::uint32_t) { return 0; }
};

}  // namespace mortise::MORTISE_ISA
