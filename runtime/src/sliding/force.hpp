// The law of a sliding contact in the axes of the segment on which the slave stands: n opens the
// gap, t runs along the target. A normal force N and a friction force T on the slave move it by
//   gap  nn N + nt T,   slip  nt N + tt T     [m/s/N or, of generalised alpha, 1/kg]
#pragma once

#include "mortise/kernel/contact/local_solve.hpp"
#include "place.hpp"
#include "sticking.hpp"

namespace mortise::MORTISE_ISA {

// Motion of the interface without contact, at the start of the step, and per force.
struct SlidingAxes {
  Real free_n, free_t, start_n, start_t, nn, nt, tt;
};

// Rotates what was summed over x and y into the segment.
MORTISE_INLINE SlidingAxes turn(const SlidingPlace& p, const SlidingSums& s) {
  const Real c = p.cosine, d = p.sine, cross = Real(2) * c * d * s.xy;
  return {c * s.free_y - d * s.free_x,         c * s.free_x + d * s.free_y,
          c * s.start_y - d * s.start_x,       c * s.start_x + d * s.start_y,
          d * d * s.xx + c * c * s.yy - cross, (c * c - d * d) * s.xy + c * d * (s.yy - s.xx),
          c * c * s.xx + d * d * s.yy + cross};
}

struct SlidingForce {
  Real normal = 0, friction = 0;  // [N] on the slave along n and t
  Real slip = 0;                  // after the step [m/s]
  bool closed = true, sticking = false, wedged = false;
};

// A force in the axes of the model.
struct SlidingPush {
  Real x, y;
};
MORTISE_INLINE SlidingPush push_of(const SlidingPlace& p, const SlidingForce& f) {
  return {p.cosine * f.friction - p.sine * f.normal, p.cosine * f.normal + p.sine * f.friction};
}

// A coefficient of friction, its sign that of the sliding.
struct SlidingFriction {
  Real value;
  bool wedged;  // less than asked for: that would have left nothing to hold the slave with
};

// mu, or as much of it as leaves kWedgeShare of nn.
MORTISE_INLINE SlidingFriction friction_that_holds(Real mu, Real nn, Real nt) {
  if (!(nn - mu * nt < Real(kWedgeShare) * nn)) return {mu, false};
  return {(1 - Real(kWedgeShare)) * nn / nt, true};
}

// The force lambda (n - mu t) that closes the gap, whatever its sign: with what opens it without
// force, in the unit of nn times newton over `scale`,
//   opening + scale (nn - mu nt) lambda = 0
MORTISE_INLINE SlidingForce hold_closed(const SlidingAxes& g, Real mu, Real opening, Real scale) {
  const SlidingFriction friction = friction_that_holds(mu, g.nn, g.nt);
  SlidingForce f;
  f.normal = -opening / (scale * (g.nn - friction.value * g.nt));
  f.friction = -friction.value * f.normal;
  f.wedged = friction.wedged;
  return f;
}

// Signorini and Coulomb, friction against the mean tangential velocity of the step, as in every
// other contact. What would wedge sticks: the force that holds the slave is found without a
// division by what is left of nn.
//   mu       coefficient of friction >= 0
//   opening  velocity of the gap without force [m/s]
//   frame    tangential velocity of the moving frame [m/s]
MORTISE_INLINE SlidingForce push_apart(const SlidingAxes& g, Real mu, Real opening, Real frame) {
  const Real block[6] = {g.nn, g.nt, 0, g.tt, 0, 0};
  const LocalContact local = make_local_contact(block, 0);
  ContactMemory memory{};
  memory.status = contact_status::kStick;
  memory.direction[0] = 1;
  const Real velocity[3] = {opening, g.free_t + g.start_t + 2 * frame, 0};
  Real r[3] = {0, 0, 0};
  (void)local_solve(local, mu, velocity, memory, r);
  SlidingForce f;
  f.normal = r[0];
  f.friction = r[1];
  f.closed = r[0] > 0;
  f.sticking = r[0] > 0 && rubs_below(mu * r[0], r[1]);
  return f;
}

}  // namespace mortise::MORTISE_ISA
