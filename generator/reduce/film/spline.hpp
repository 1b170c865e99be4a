// Splines and straight lines as linear maps of their samples.
#pragma once

#include "generator/ground/numbers/matrix.hpp"

namespace mortise::gen {

// (places x samples) weights of the cubic spline through samples at `knots` (>= 4, equidistant,
// ascending), its third derivative continuous at the second and the last but one, at `places`
// within the knots.
Matrix spline_weights(const Vector& knots, const Vector& places);

// Weights of the cubics through the four samples next to every place (equidistant knots, >= 4).
Matrix local_cubics(const Vector& knots, const Vector& places);

// Weights of samples at -1, 0, 1, 2 in the cubic through them at s, and in its slope.
Eigen::Vector4d cubic_weights(double s);
Eigen::Vector4d cubic_slopes(double s);

// Weights of straight lines between knots (>= 2, ascending).
Matrix straight_lines(const Vector& knots, const Vector& places);

}  // namespace mortise::gen
