// A step of a contact's path, halved where Newton's method does not find its end.
#pragma once

#include "generator/contact/bolted/coulomb_newton.hpp"

namespace mortise::gen {

// As CoulombNewton::advance() from where the gaps without forces were `from` (3 n) to `to`, in up
// to 2^halvings parts. Throws what advance() throws.
double path_step(const Vector& from, const Vector& to, CoulombNewton* contact, SurfaceState* state,
                 int halvings = 5);

}  // namespace mortise::gen
