// Whether a unilateral sliding contact sticks.
#pragma once

#include "mortise/kernel/kernels.hpp"

namespace mortise::MORTISE_ISA {

// Is a friction force [N] surely below the limit at which the contact slips [N]?
MORTISE_INLINE bool rubs_below(Real limit, Real friction) {
  constexpr Real kStickMargin = 1e-9;
  return absolute(friction) < limit * (1 - kStickMargin);
}

}  // namespace mortise::MORTISE_ISA
