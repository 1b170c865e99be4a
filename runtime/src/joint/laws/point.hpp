// What a tangential law of a joint sees of its point and gives back, per step. A law is a type with
//
//   static Real factor(parameters, length, compliance)   a reciprocal that depends on parameters
//   alone static TangentForce solve(parameters, point, factor, free) static Real energy(parameters,
//   length, end force, memory)   stored by its springs [J]
//
// free: slip at t_n+1 without the point's own force; the slip is free + compliance * mean.
#pragma once

#include "mortise/kernel/kernels.hpp"
#include "mortise/view/joint.hpp"

namespace mortise::MORTISE_ISA {

struct TangentPoint {
  Real length;         // [m]
  Real compliance;     // c [m/N]
  Real start;          // end force of the last step [N]
  Real slip;           // at t_n [m]
  Real pressure;       // compressive normal force at t_n+1 [N]
  Real pressure_mean;  // mean over the step [N]
  Real inverse_h;      // [1/s]
  const Real* from;    // memory of the law at t_n
  Real* to;            // at t_n+1
};

struct TangentForce {
  Real mean, end;  // [N], against the slip
};

MORTISE_INLINE Real clip(Real x, Real limit) { return x > limit ? limit : x < -limit ? -limit : x; }

// An elastic slider whose limit is known: end = clip(start - k (slip - slip_start), +-limit).
MORTISE_INLINE TangentForce slide(const TangentPoint& in, Real stiffness, Real factor, Real limit,
                                  Real free) {
  const Real slipped = free + (Real(0.5) * in.compliance * in.start - in.slip);
  const Real end = clip(in.start * factor - stiffness * factor * slipped, limit);
  return {Real(0.5) * (in.start + end), end};
}

}  // namespace mortise::MORTISE_ISA
