// The tangential laws of joints: what each sees of its point and gives back, per step, and at the
// end the one list that makes a number a law. A new law is a type here and its line in that list. A
// type has the static functions
//
//   factor(parameters, length, compliance)       a reciprocal that depends on parameters alone
//   solve(parameters, point, factor, free)       the force of the step; free: slip at t_n+1 without
//                                                the point's own force, it is free + compliance
//                                                mean
//   energy(parameters, length, end, memory)      stored by its springs [J]
//   limit(parameters, pressure, length)          friction force at which it slips [N], 0: none
//   memory(parameters)                           numbers that a point remembers
//   fault(parameters)                            what the law cannot do with
//   flops(elements)                              of one solve at most, as tests/bounds counts them
//
// and says of itself whether it rubs at all, whether its memory is forces of sliders whose sum is
// the force (then it has strength(), the limit of each), and whether its force is linear by pieces
// with a limit that the pressure does not move. Numbers of its own lie in the file in the places
// that joint_numbers() of generator/contact/joint gives them.
//
// Tangential, whose functions say nothing, is there to derive from.
#pragma once

#include "../elementary.hpp"
#include "mortise/kernel/caps.hpp"
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
  static constexpr bool kRubs = true, kSliders = false, kPiecewise = false;
  static MORTISE_INLINE Real factor(const JointParameters&, Real, Real) { return 0; }
  static MORTISE_INLINE Real energy(const JointParameters&, Real, Real, const Real*) { return 0; }
  static MORTISE_INLINE Real limit(const JointParameters&, Real, Real) { return 0; }
  static MORTISE_INLINE std::uint32_t memory(const JointParameters&) { return 0; }
  static MORTISE_INLINE LawFault fault(const JointParameters&) { return {}; }
  static MORTISE_INLINE Real strength(const JointParameters&, Real, std::uint32_t) { return 0; }
};

MORTISE_INLINE Real clip(Real x, Real limit) { return x > limit ? limit : x < -limit ? -limit : x; }

// An elastic slider: its force at t_n+1 if it sticks, start - k (slip - slip_start).
inline constexpr std::uint64_t kSlideFlops = 16;
MORTISE_INLINE Real stuck(const TangentPoint& in, Real stiffness, Real factor, Real free) {
  const Real slipped = free + (Real(0.5) * in.compliance * in.start - in.slip);
  return in.start * factor - stiffness * factor * slipped;
}
MORTISE_INLINE TangentForce of_both_ends(const TangentPoint& in, Real end) {
  return {Real(0.5) * (in.start + end), end};
}

// Mean force of a slider that held more than its limit of now and slips at it the other way. That
// of both ends would give more than its spring held; it gives just that, and the slip takes none:
//
//   mean (slip - slip_start) = (start^2 - end^2) / (2 k),   slip - slip_start = free + c mean
//
// Between 0 and that of both ends, equal to it where the slip begins, less steep than where it
// sticks. It takes numbers, so that points need not lie in memory.
inline constexpr std::uint64_t kTurnFlops = 20;
inline __attribute__((noinline)) Real turned(Real start, Real end, Real stiffness, Real c,
                                             Real free) {
  const Real sign = start > 0 ? Real(1) : Real(-1), way = sign * free;
  const Real twice = (start - end) * (start + end) / stiffness;
  const Real root = square_root(way * way + 2 * c * twice);
  return sign * (way > 0 ? twice / (way + root) : (root - way) / (2 * c));
}

// No friction.
struct Frictionless : Tangential {
  static constexpr bool kRubs = false, kPiecewise = true;
  static MORTISE_INLINE TangentForce solve(const JointParameters&, const TangentPoint&, Real,
                                           Real) {
    return {0, 0};
  }
  static std::uint64_t flops(std::uint32_t) { return 0; }
};

// Oden and Pires' friction (Song eq. 26) with history: an elastic layer of modulus E_f that slips
// at mu p of the current pressure; when the pressure drops, the force is clipped with it.
struct OdenPires : Tangential {
  static MORTISE_INLINE Real factor(const JointParameters& p, Real length, Real compliance) {
    return 1 / (1 + Real(0.5) * p.friction_modulus * length * compliance);
  }
  static MORTISE_INLINE TangentForce solve(const JointParameters& p, const TangentPoint& in,
                                           Real factor, Real free) {
    const Real stiffness = p.friction_modulus * in.length, most = limit(p, in.pressure, 0),
               trial = stuck(in, stiffness, factor, free);
    if (!(absolute(trial) > most)) return of_both_ends(in, trial);
    TangentForce force = of_both_ends(in, trial > 0 ? most : -most);
    if (force.mean * (force.end - trial) > 0)
      force.mean = turned(in.start, force.end, stiffness, in.compliance, free - in.slip);
    return force;
  }
  static MORTISE_INLINE Real limit(const JointParameters& p, Real pressure, Real) {
    return p.friction * pressure;
  }
  static std::uint64_t flops(std::uint32_t) { return kSlideFlops + kTurnFlops; }
  static MORTISE_INLINE Real energy(const JointParameters& p, Real length, Real end, const Real*) {
    return p.friction_modulus > 0 ? Real(0.5) * end * end / (p.friction_modulus * length) : Real(0);
  }
};

// Jenkins' element: a spring in series with a slider of fixed strength, whatever the pressure.
struct Jenkins : OdenPires {
  static constexpr bool kPiecewise = true;
  static MORTISE_INLINE TangentForce solve(const JointParameters& p, const TangentPoint& in,
                                           Real factor, Real free) {
    const Real trial = stuck(in, p.friction_modulus * in.length, factor, free);
    return of_both_ends(in, clip(trial, limit(p, 0, in.length)));
  }
  static MORTISE_INLINE Real limit(const JointParameters& p, Real, Real length) {
    return p.slip_traction * length;
  }
  static std::uint64_t flops(std::uint32_t) { return kSlideFlops; }
};

// Iwan's parallel bank: Jenkins elements of equal stiffness whose strengths are spread evenly, so
// that slip begins gently. Each element remembers its force.
struct Iwan : Tangential {
  static constexpr bool kSliders = true;
  static MORTISE_INLINE Real limit(const JointParameters& p, Real, Real length) {
    return p.slip_traction * length;
  }
  static MORTISE_INLINE std::uint32_t memory(const JointParameters& p) { return p.elements; }
  static MORTISE_INLINE LawFault fault(const JointParameters& p) {
    return p.elements < 1 ? LawFault{"law.memory", 0} : LawFault{};
  }
  static std::uint64_t flops(std::uint32_t elements) {
    return 10 + kIwanIterations * (20 + 4 * std::uint64_t{elements}) + 2;
  }

  // Limits of elements [N]: by how much they rise from one to the next, and that of element j.
  // share: of an element, 1 / elements [-]
  static MORTISE_INLINE Real rise(const JointParameters& p, Real length, Real share) {
    return 2 * p.slip_traction * length * share * share;
  }
  static MORTISE_INLINE Real strength(const JointParameters& p, Real length, std::uint32_t j) {
    return rise(p, length, 1 / Real(p.elements)) * (Real(j) + Real(0.5));
  }

  // Elements after the slip has become `slip`; their sum and how many still stick.
  static MORTISE_INLINE Real forces(const JointParameters& p, const TangentPoint& in, Real slip,
                                    int* sticking) {
    const Real share = 1 / Real(p.elements), k = p.friction_modulus * in.length * share;
    const Real each = rise(p, in.length, share);
    const Real change = k * (slip - in.slip);
    Real total = 0;
    *sticking = 0;
    for (std::uint32_t j = 0; j < p.elements; ++j) {
      const Real limit = each * (Real(j) + Real(0.5)), trial = in.from[j] - change;
      const Real force = clip(trial, limit);
      *sticking += force == trial ? 1 : 0;
      in.to[j] = force;
      total += force;
    }
    return total;
  }

  // r(slip) = slip - free - c/2 (start + end(slip)) rises with slopes of 1 and more: Newton, kept
  // inside of the bracket.
  static MORTISE_INLINE TangentForce solve(const JointParameters& p, const TangentPoint& in, Real,
                                           Real free) {
    const Real half_c = Real(0.5) * in.compliance;
    const Real k = p.friction_modulus * in.length / Real(p.elements);
    const Real reach = half_c * (absolute(in.start) + p.slip_traction * in.length);
    Real low = free - reach, high = free + reach, slip = free, end = 0;
    for (int i = 0; i < kIwanIterations; ++i) {
      int sticking = 0;
      end = forces(p, in, slip, &sticking);
      const Real r = slip - free - half_c * (in.start + end);
      if (r == 0) break;
      (r > 0 ? high : low) = slip;
      Real next = slip - r / (1 + half_c * k * Real(sticking));
      if (!(next > low && next < high)) next = Real(0.5) * (low + high);
      if (next == slip || next == low || next == high) break;
      slip = next;
    }
    return {Real(0.5) * (in.start + end), end};
  }

  static MORTISE_INLINE Real energy(const JointParameters& p, Real length, Real,
                                    const Real* memory) {
    if (!(p.friction_modulus > 0)) return 0;
    Real squares = 0;
    for (std::uint32_t j = 0; j < p.elements; ++j) squares += memory[j] * memory[j];
    return Real(0.5) * squares * Real(p.elements) / (p.friction_modulus * length);
  }
};

// LuGre friction (Canudas de Wit et al. 1995) by the midpoint rule: bristles that bend with the
// slip and give way at the Stribeck curve g(v), scaled by the mean pressure of the step.
//
//   z' = s' - |s'| E z / g(s'),   force = -p (E z + bristle_damping z' + viscous s')
struct LuGre : Tangential {
  static MORTISE_INLINE std::uint32_t memory(const JointParameters&) { return 1; }
  static MORTISE_INLINE LawFault fault(const JointParameters& p) {
    return p.stribeck_velocity > 0 && p.friction > 0
               ? LawFault{}
               : LawFault{"law.cases.parameters.stribeck_velocity", p.stribeck_velocity};
  }
  static constexpr std::uint64_t kMeanForceFlops = 54;
  static std::uint64_t flops(std::uint32_t) {
    return 8 + kLuGreDoublings * (kMeanForceFlops + 7) + kLuGreIterations * (kMeanForceFlops + 15) +
           10;
  }

  static MORTISE_INLINE Real mean_force(const JointParameters& p, const TangentPoint& in,
                                        Real change) {
    const Real v = change * in.inverse_h, ratio = v / p.stribeck_velocity;
    const Real decay = exponential(Lanes<Real, 1>{-ratio * ratio}).x;
    const Real g = p.friction + (p.static_friction - p.friction) * decay;
    const Real a = g > 0 ? Real(0.5) * absolute(change) * p.friction_modulus / g : Real(0);
    const Real before = in.from[0], after = (before * (1 - a) + change) / (1 + a);
    in.to[0] = after;
    const Real mean = Real(0.5) * (before + after), rate = (after - before) * in.inverse_h;
    return -in.pressure_mean *
           (p.friction_modulus * mean + p.bristle_damping * rate + p.viscous * v);
  }

  // Zero of r(slip) = slip - free - c mean(slip), which has a corner where the bristles turn
  // around, at the slip of t_n: false position from there on (Illinois' variant), on its side of
  // the corner.
  static MORTISE_INLINE TangentForce solve(const JointParameters& p, const TangentPoint& in, Real,
                                           Real free) {
    in.to[0] = in.from[0];
    if (!(in.pressure_mean > 0) || !(in.pressure > 0)) {  // open: bristles relax
      in.to[0] = 0;
      return {0, 0};
    }
    const Real c = in.compliance;
    Real mean = -in.pressure_mean * p.friction_modulus * in.from[0];
    Real a = in.slip, ra = a - free - c * mean;
    if (ra == 0) return {mean, mean};
    Real b = a - ra, rb = 0, reach = ra;  // r rises with slopes of 1 and more, but for Stribeck's
    for (int i = 0; i < kLuGreDoublings; ++i) {
      mean = mean_force(p, in, b - in.slip);
      rb = b - free - c * mean;
      if (!(rb * ra > 0)) break;
      reach = 2 * reach;
      a = b;
      ra = rb;
      b = b - reach;
    }
    for (int i = 0; i < kLuGreIterations && rb != 0; ++i) {
      Real next = b - rb * ((b - a) / (rb - ra));
      if (!((next > a && next < b) || (next < a && next > b))) next = Real(0.5) * (a + b);
      if (next == a || next == b || absolute(next - b) <= kLastDigit * absolute(b)) break;
      mean = mean_force(p, in, next - in.slip);
      const Real r = next - free - c * mean;
      if (r * rb < 0) {
        a = b;
        ra = rb;
      } else {
        ra = Real(0.5) * ra;
      }
      b = next;
      rb = r;
    }
    // where bristles are stiffer than what holds them, the slip says more of the force than the law
    const Real stiff =
        Real(0.5) * p.friction_modulus + (p.bristle_damping + p.viscous) * in.inverse_h;
    if (c * in.pressure_mean * stiff > 1) mean = (b - free) / c;
    return {mean, mean};
  }
};

// Every law with its number in the schema. Append only: the numbers count from 0.
#define MORTISE_TANGENTIAL_LAWS(LAW) \
  LAW(0, Frictionless)               \
  LAW(1, OdenPires)                  \
  LAW(2, Jenkins)                    \
  LAW(3, Iwan)                       \
  LAW(4, LuGre)

// f(law) with an object of the law's type; a number without law is taken for no friction.
template <class F>
MORTISE_INLINE auto with_tangential_law(std::uint32_t number, const F& f) {
  switch (number) {
#define MORTISE_CASE(each, Law) \
  case each:                    \
    return f(Law{});
    MORTISE_TANGENTIAL_LAWS(MORTISE_CASE)
#undef MORTISE_CASE
    default:
      return f(Frictionless{});
  }
}

#define MORTISE_COUNT(number, Law) +1
inline constexpr std::uint32_t kTangentialLaws = MORTISE_TANGENTIAL_LAWS(MORTISE_COUNT);
#undef MORTISE_COUNT

// Does a point with this friction force [N] slip at its limit [N]? 0: it has none.
MORTISE_INLINE bool slips_at(Real limit, Real tangent) {
  constexpr Real kSlipMargin = 1e-9;
  return limit > 0 && absolute(tangent) >= limit * (1 - kSlipMargin);
}

}  // namespace mortise::MORTISE_ISA
