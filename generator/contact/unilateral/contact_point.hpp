// A point that may touch a wall or another body.
#pragma once

#include <string>

#include "generator/ground/numbers/matrix.hpp"

namespace mortise::gen {

// Law parameters of one contact point.
struct ContactParameters {
  std::string name;                     // unique, e.g. "tip.0"
  double clearance = 0.0;               // gap at u = 0 [m]
  double friction = 0.0;                // Coulomb coefficient [-], >= 0
  double restitution = 0.0;             // Newton, normal [-], 0..1
  double restitution_tangential = 0.0;  // Newton, tangential [-], 0..1
};

struct ContactPoint {
  ContactParameters parameters;
  SparseRow normal;    // gap opening positive
  SparseRow tangent1;  // right-handed with normal; empty rows = frictionless direction
  SparseRow tangent2;
};

}  // namespace mortise::gen
