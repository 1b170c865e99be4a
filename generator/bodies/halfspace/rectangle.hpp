// Compliance of elastic half-spaces under traction that is uniform on rectangles: Boussinesq's and
// Cerruti's solutions in closed form (Love; Linder appendix A).
#pragma once

#include "generator/bodies/model/material.hpp"
#include "generator/ground/numbers/matrix.hpp"

namespace mortise::gen {

// Displacement at a point per force on a rectangle [m/N]; z along the normal, x and y along the
// sides of the rectangle. Normal and tangential directions do not see each other: exact for two
// bodies of equal material, whose shares cancel.
struct RectangleCompliance {
  double zz = 0.0, xx = 0.0, yy = 0.0;
  double xy = 0.0;  // x by a force along y and the reverse; no part of Linder's method

  RectangleCompliance& operator+=(const RectangleCompliance& other);
};

struct Rectangle {
  double half_x = 0.0, half_y = 0.0;  // half of its sides [m], positive
};

// One half-space of `material`.
//   x, y   of the point seen from the centre of the rectangle [m], finite; edges are allowed
RectangleCompliance rectangle_compliance(const Rectangle& cell, double x, double y,
                                         const Material& material);

}  // namespace mortise::gen
