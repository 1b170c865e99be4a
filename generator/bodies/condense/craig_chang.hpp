// The adapted Craig-Chang basis (Schmidt 2.67-2.68): modes of the free interface instead of the
// fixed one, brought into the form of Craig-Bampton.
//
//   u = Psi r + Phi eta,   r = R u
//   Phi = Phi_free - Psi R Phi_free   so that R Phi = 0; the span of [Phi, Psi] contains Phi_free
//
// Rigid-body modes are interface motions and vanish; what else depends linearly is left out. The
// rest is made orthogonal in mass and stiffness within its span, so that eta have frequencies, the
// fixed-interface ones as far as this span knows them.
#pragma once

#include "generator/bodies/condense/component.hpp"

namespace mortise::gen {

// request: how many free-interface modes, rigid-body modes included.
// Returns Phi (n x p), p <= the number of free-interface modes, mass-normalised; rigid_body_modes
// is 0, residual that of the free-interface modes. Throws Error as lowest_modes().
Modes craig_chang(const Component& component, const ModeRequest& request);

}  // namespace mortise::gen
