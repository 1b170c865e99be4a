// Splines and straight lines as linear maps of their samples.
#pragma once

#include "generator/ground/numbers/matrix.hpp"

namespace mortise::gen {

// (places x samples) weights of the cubic spline through samples at `knots` (>= 4, equidistant,
// ascending), its third derivative continuous at the second and the last but one, at `places`
// within the knots.
Matrix spline_weights(const Vector& knots, const Vector& places);

// The same of straight lines between knots (>= 2, ascending).
Matrix straight_lines(const Vector& knots, const Vector& places);

}  // namespace mortise::gen
