// Modes whose step by the trapezoidal rule (Moreau and Jean, theta = 1/2) is the exact damped
// motion of other modes: eta, omega, zeta become, with other frequencies and dampings,
//
//   q = eta / scale,   v = eta' + shift q
//
// such that q + h/2 (v + v_next) = q_next and eta follows its exact flow (bilinear transform with
// the frequency warped beforehand: without damping scale = tan(x) / x, x = omega h / 2, and the new
// frequency is scale omega). Kinetic and strain energy are those of eta, up to zeta (omega h)^2 of
// damped modes. A force W^T lambda on eta is one of (W scale)^T lambda on q: what moves by W eta
// moves by W scale q, at the mean speed W scale v of the step.
#pragma once

#include "generator/ground/numbers/matrix.hpp"

namespace mortise::gen {

struct ExactModes {
  Vector omega, damping;  // of q [rad/s], [1/s]
  Vector scale, shift;    // [-], [1/s]
};

// The largest omega h that they are made for [rad]: above it what a mode moves at within a step
// says little of where it goes.
inline constexpr double kLargestWarped = 2.5;

// omega >= 0 [rad/s]; damping = 2 zeta omega [1/s], zeta < 1; (m) each. h [s]. Throws Error for a
// mode beyond kLargestWarped, naming it.
ExactModes exact_modes(const Vector& omega, const Vector& damping, double h);

}  // namespace mortise::gen
