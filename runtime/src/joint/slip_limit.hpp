// The friction force at which a law point slips.
#pragma once

#include "mortise/kernel/kernels.hpp"
#include "mortise/view/joint.hpp"

namespace mortise::MORTISE_ISA {

// Does a point with this friction force [N] slip at its limit (Oden-Pires, Jenkins, Iwan)?
//   pressure  compressive force of the point [N]
MORTISE_INLINE bool at_slip_limit(const JointParameters& law, Real tangent, Real pressure,
                                  Real length) {
  constexpr Real kSlipMargin = 1e-9;
  const Real limit =
      law.tangential == kTangentialOdenPires ? law.friction * pressure : law.slip_traction * length;
  return limit > 0 && absolute(tangent) >= limit * (1 - kSlipMargin);
}

}  // namespace mortise::MORTISE_ISA
