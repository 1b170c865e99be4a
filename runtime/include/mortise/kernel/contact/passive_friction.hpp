// Friction that never drives, law.friction_velocity = passive: forces r0 that oppose the end
// velocity may create energy in an impact, those that oppose the mean velocity, r1, never do. On
// the way from r0 to r1 the contact's power over the step,
//   P(r) = r . (u_start + u(r)) / 2,   u(r) = G r + b,
// is convex, and admissible forces stay admissible: the first r with P = 0 is taken.
#pragma once

#include "mortise/kernel/kernels.hpp"
#include "mortise/kernel/lanes.hpp"

namespace mortise::MORTISE_ISA {

// What forces r do over a step, with the motion G r that they make; 2 P.
struct ContactPower {
  Real linear = 0, quadratic = 0;  // r . (u_start + b),  r . G r  [W]

  // start, free: u_start and b of a row [m/s]
  void add(Real force, Real motion, Real start, Real free) {
    linear += force * (start + free);
    quadratic += force * motion;
  }
  void add(const ContactPower& other) {
    linear += other.linear;
    quadratic += other.quadratic;
  }
  Real total() const { return linear + quadratic; }
  // tolerance: of the solve [-], within which forces that change nothing have a power of any sign
  bool drives(Real tolerance) const {
    const Real least = tolerance > kRounding ? tolerance : kRounding;
    return total() > least * (quadratic + (linear < 0 ? -linear : linear));
  }

  static constexpr Real kRounding = 1e-12;
};

// The way from one solution to another.
struct PassiveBlend {
  ContactPower from;              // of r0
  Real curvature = 0, slope = 0;  // d . G d,  d . (u_start + b) + 2 d . G r0  with d = r1 - r0

  void add(Real force0, Real motion0, Real force1, Real motion1, Real start, Real free) {
    const Real d = force1 - force0;
    curvature += d * (motion1 - motion0);
    slope += d * (start + free + 2 * motion0);
  }
  // Share of the way from r0 to r1 [-]; small ones are not worth a status.
  static constexpr Real kNotice = 1e-6;
  Real share() const {
    const Real twice_power = from.total(), square = slope * slope - 4 * curvature * twice_power;
    if (!(slope < 0) || !(square >= 0)) return 1;
    const Real share = 2 * twice_power / (square_root(square) - slope);
    return share < 1 ? share : Real(1);
  }
};

}  // namespace mortise::MORTISE_ISA
