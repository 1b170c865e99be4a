// Bolts tightened: quasi-static contact with friction while their pretension rises.
#pragma once

#include <functional>

#include "generator/contact/bolted/bolted_structure.hpp"
#include "generator/contact/bolted/coulomb_newton.hpp"

namespace mortise::gen {

struct PreloadTask {
  Matrix bolts;      // (boundary x zones): of a pretension of 1 N of each zone's bolts
  Vector resultant;  // (zones) normal force that each contact shall carry [N] > 0
  // All bolts are tightened alike, until the zone that carries most of its resultant has it; else
  // each for itself.
  bool alike = true;
  int steps = 5;            // in which the pretension rises
  double tolerance = 1e-9;  // of the resultants, relative
};

struct Preloaded {
  SurfaceState state;
  Vector pretension;  // (zones) of the bolts [N]
  Vector load;        // (boundary) of all of them
  Vector resultant;   // (zones) reached [N]
  Vector boundary;    // q_b, relative motions of the pairs [m]
};

// The pretension is found by fixed-point steps with secants: a bolt's own surroundings carry most
// of it. Leaves `contact` with the closed points as its base.
// progress: share done, 0..1; may be empty. Throws Error where a resultant cannot be reached.
Preloaded tighten(const BoltedStructure& structure, const PreloadTask& task, CoulombNewton* contact,
                  const std::function<void(double)>& progress = {});

// (zones) normal forces [N].
Vector normal_resultants(const BoltedStructure& structure, const SurfaceState& state);

// q_b = F (W^T lambda + f_b) (Linder eq. 31).
Vector boundary_motion(const BoltedStructure& structure, const SurfaceState& state,
                       const Vector& load);

}  // namespace mortise::gen
