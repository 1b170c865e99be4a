// A step of a contact's path, halved where Newton's method does not find its end.
#pragma once

#include "generator/simulate/bolted/bolted_system.hpp"

namespace mortise::gen {

// Does CoulombNewton::advance() from where the gaps without forces were `from` (3 n) to `to`, in up
// to 2^halvings parts. Throws what advance() throws.
double path_step(const Vector& from, const Vector& to, CoulombNewton* contact, SurfaceState* state,
                 int halvings = 5);

// Brings contacts, preloaded on entry, to eta (m) under inputs (nu) in so many quasi-static steps;
// in one jump friction would hold more. Returns the gaps without forces there (3 n).
Vector bend(const BoltedSystem& system, const Vector& eta, const Vector& inputs,
            SurfaceState* contact, int increments = 20);

// What friction takes on the way from one state to the next, by the means of its forces at both
// ends: points that open or close rub for a part of it [J].
double sliding_work(const SurfaceState& before, const SurfaceState& after);

}  // namespace mortise::gen
