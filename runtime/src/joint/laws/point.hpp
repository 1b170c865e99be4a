// What a tangential law of a joint sees of its point and gives back, per step. A law is a type with
// static functions
//
//   factor(parameters, length, compliance)       a reciprocal that depends on parameters alone
//   solve(parameters, point, factor, free)       the force of the step; free: slip at t_n+1 without
//                                                the point's own force, it is free + compliance
//                                                mean
//   energy(parameters, length, end, memory)      stored by its springs [J]
//   limit(parameters, pressure, length)          friction force at which the point slips [N], 0:
//   none memory(parameters)                           numbers that a point remembers
//   fault(parameters)                            what the law cannot do with
//   flops(elements)                              of one solve at most, as tests/bounds counts them
//
// Tangential, whose functions say nothing, is there to derive from.
#pragma once

#include "mortise/kernel/kernels.hpp"
#include "mortise/view/joint.hpp"

namespace mortise::MORTISE_ISA {

// Share of a position that double precision does not resolve [-].
inline constexpr Real kLastDigit = 1e-15;

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

// Why the parameters are refused: a field of the file and what stands there; null: they are not.
struct LawFault {
  const char* field = nullptr;
  Real value = 0;
};

// A law that stores nothing, remembers nothing, knows no limit and takes any parameters.
struct Tangential {
  static MORTISE_INLINE Real factor(const JointParameters&, Real, Real) { return 0; }
  static MORTISE_INLINE Real energy(const JointParameters&, Real, Real, const Real*) { return 0; }
  static MORTISE_INLINE Real limit(const JointParameters&, Real, Real) { return 0; }
  static MORTISE_INLINE std::uint32_t memory(const JointParameters&) { return 0; }
  static MORTISE_INLINE LawFault fault(const JointParameters&) { return {}; }
};

MORTISE_INLINE Real clip(Real x, Real limit) { return x > limit ? limit : x < -limit ? -limit : x; }

// An elastic slider whose limit is known: end = clip(start - k (slip - slip_start), +-limit).
inline constexpr std::uint64_t kSlideFlops = 16;
MORTISE_INLINE TangentForce slide(const TangentPoint& in, Real stiffness, Real factor, Real limit,
                                  Real free) {
  const Real slipped = free + (Real(0.5) * in.compliance * in.start - in.slip);
  const Real end = clip(in.start * factor - stiffness * factor * slipped, limit);
  return {Real(0.5) * (in.start + end), end};
}

}  // namespace mortise::MORTISE_ISA
