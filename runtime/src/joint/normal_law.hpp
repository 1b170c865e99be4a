// The normal law of one point with all other forces frozen (Song eq. 14, 15, 19), per step:
//
//   opening at t_n+1   o = free + c mean,   mean: the force over the step, which does its work
//   force at an end    length (k_I g + c_I g')  where g = -(o + gap) > 0, clamped at 0,
//                      -length k_S (o - e_S)    where o > e_S
//
// Springs that hold over the whole step act with the mean of both ends. Where a unit lets go or
// takes hold it acts on the share r of the way y = o_n - o on which it touches (a discrete gradient
// of its energy; Gonzalez 1996):
//
//   mean = r max(0, k (g_n + g)/2 + c_I y/h),   r y = g - g_n,   with 0 in the place of g < 0
//
// Hunt-Crossley: r k (g_n + g)/2 max(0, 1 + chi y/h), with the rate at t_n for y/h where it takes
// hold. Springs so give back what they took, dampers take r c_I y^2/h >= 0: no step makes energy,
// however stiff they are. The mean falls as the opening grows, without a jump: there is one
// solution, and every piece has it as the root of a quadratic.
#pragma once

#include "mortise/kernel/kernels.hpp"
#include "mortise/view/joint.hpp"

namespace mortise::MORTISE_ISA {

MORTISE_INLINE Real at_nodes(const Real* rows, const JointPoint& at) {
  return at.share_first * rows[at.first] + at.share_second * rows[at.second];
}

// What the parameters in force and the stage alone determine.
struct JointFactors {
  Real damper;      // length / (1 + length (k_I + 2 c_I / h) c / 2) [m]
  Real normal;      // (k_I + 2 c_I / h) of it [N/m]
  Real separation;  // length k_S / (1 + length k_S c / 2) [N/m]
  Real tangential;  // of the tangential law
  Real own;         // slip per normal force of the point [m/N]
  // of the next point, if it belongs to the same segment: opening and slip per normal force, then
  // per friction force [m/N]
  Real next[4];
};

struct NormalPoint {
  const JointPoint* at;
  Real compliance;                          // c [m/N]
  Real start;                               // end force of the last step [N]
  const Real *position_start, *rate_start;  // of the rows at t_n [m], [m/s]
  Real inverse_h;                           // 1 / h [1/s]
};

struct NormalForce {
  Real end;       // at t_n+1, positive pushes apart [N]
  Real pressure;  // compressive part of it, which bounds friction, >= 0 [N]
  bool of_ends;   // the mean is that of both ends
  Real mean;      // over the step, if it is not [N]
};

MORTISE_INLINE NormalForce mean_of_ends(Real end) { return {end, larger(end, 0), true, 0}; }
MORTISE_INLINE NormalForce with_mean(Real end, Real mean) {
  return {end, larger(end, 0), false, mean};
}

// Friction follows a pressure that rises from 0 where a point touches: with the jump by which a
// damper takes hold its bound would jump, and there might be no solution.
MORTISE_INLINE NormalForce without_jump(const JointParameters& p, const NormalPoint& in, Real depth,
                                        NormalForce force) {
  if (!(p.damping > 0) || p.damper == kDamperHuntCrossley) return force;
  const Real most = in.at->length * (p.stiffness + 2 * in.inverse_h * p.damping) * depth;
  if (force.pressure > most) force.pressure = most;
  return force;
}

// Whether the impact unit is no linear spring with a damper of c_I (impact_law.hpp).
MORTISE_INLINE bool is_impact(const JointParameters& p, const JointImpact& impact) {
  return impact.exponent != 1 || p.damper == kDamperLankaraniNikravesh;
}

// Force of the impact unit at a depth > 0 and the rate at which it grows; negative: clamped.
MORTISE_INLINE Real impact_force(const JointParameters& p, Real length, Real depth, Real closing) {
  const Real spring = p.stiffness * depth;
  if (!(p.damping > 0)) return length * spring;
  if (p.damper == kDamperHuntCrossley)
    return length * (spring * (1 + p.damping / p.stiffness * closing));
  return length * (spring + p.damping * closing);
}

// Force at an opening and its rate.
MORTISE_INLINE Real force_at(const JointParameters& p, Real length, Real opening, Real rate) {
  const Real depth = -(opening + p.gap), apart = opening - p.separation_gap;
  if (depth > 0) return larger(impact_force(p, length, depth, -rate), 0);
  if (p.separation_stiffness > 0 && apart > 0) return -(length * p.separation_stiffness) * apart;
  return 0;
}

// Energy stored by the springs of the normal law at opening o [J].
MORTISE_INLINE Real normal_energy(const JointParameters& p, Real length, Real o) {
  const Real g = -(o + p.gap), apart = o - p.separation_gap;
  Real twice = 0;
  if (g > 0) twice = p.stiffness * g * g;
  if (apart > 0) twice = twice + p.separation_stiffness * apart * apart;
  return Real(0.5) * length * twice;
}

// A way t > 0 on which one unit lets go and another one may take hold:
//   t = free + c (stored / t - drag - (stiffness / 2 z^2 / t + damper z)),   z = t - distance > 0
struct Crossing {
  Real free;               // t without a force of the point [m]
  Real beyond;             // free - distance [m]
  Real distance;           // to the unit that may take hold [m]
  Real stiffness, damper;  // of that [N/m], damper over h
  Real stored, drag;       // energy of the unit that lets go [J], force of its damper [N]
};
struct CrossedWay {
  Real way, depth;  // t; z, or 0 if no unit takes hold [m]
  Real mean;        // force against the way [N]
};

MORTISE_INLINE CrossedWay cross(const Crossing& x, Real c) {
  Real distance = x.distance, stiffness = x.stiffness, damper = x.damper, beyond = x.beyond;
  Real rest = distance * (beyond - c * x.drag) + c * x.stored;
  const bool holds = rest >= 0 && stiffness > 0;
  if (!holds) {
    distance = stiffness = damper = 0;
    beyond = x.free;
    rest = c * x.stored;
  }
  const Real a = 1 + c * (Real(0.5) * stiffness + damper);
  const Real b = distance - beyond + c * (x.drag + damper * distance);
  const Real root = square_root(b * b + 4 * a * rest);
  const Real z = b > 0 ? 2 * rest / (b + root) : (root - b) / (2 * a), way = distance + z;
  if (!(way > 0)) return {0, 0, 0};
  return {way, holds ? z : Real(0),
          (Real(0.5) * stiffness * z * z - x.stored) / way + x.drag + damper * z};
}

// The crossing out of the impact unit or the gap, whose springs have `stored` [J] and whose damper
// acts with `drag` [N], towards the separation unit; free: opening at t_n+1 without a force of the
// point.
inline NormalForce let_go(const JointParameters& p, const NormalPoint& in, Real from, Real free,
                          Real stored, Real drag) {
  Crossing x{};
  x.free = free - from;
  x.distance = p.separation_gap - from;
  x.beyond = free - p.separation_gap;
  x.stiffness = in.at->length * p.separation_stiffness;
  x.stored = stored;
  x.drag = drag;
  CrossedWay w = cross(x, in.compliance);
  if (x.stored < x.drag * w.way) {  // the damper takes all that the unit has
    x.stored = x.drag = 0;
    w = cross(x, in.compliance);
  }
  return with_mean(0 - x.stiffness * w.depth, -w.mean);
}

// From an opening at t_n to the other side of the edge of a unit; free: opening at t_n+1 without a
// force of the point; up: it opens.
inline __attribute__((noinline)) NormalForce cross_normal(const JointParameters& p,
                                                          const NormalPoint& in, Real from,
                                                          Real free, bool up) {
  const Real length = in.at->length, depth = -(from + p.gap);
  const Real closing = -at_nodes(in.rate_start, *in.at), stored = normal_energy(p, length, from);
  const bool crossley = p.damper == kDamperHuntCrossley;
  if (up) {
    const Real drag =
        depth > 0 ? p.damping * in.inverse_h * (crossley ? stored / p.stiffness : length * depth)
                  : Real(0);
    return let_go(p, in, from, free, stored, drag);
  }
  Crossing x{};
  x.stored = stored;
  x.free = from - free;
  x.distance = -depth;
  x.beyond = -(free + p.gap);
  x.stiffness = length * p.stiffness;
  if (crossley) x.stiffness += length * p.damping * larger(closing, 0);
  if (!crossley) x.damper = length * p.damping * in.inverse_h;
  const CrossedWay w = cross(x, in.compliance);
  const Real rate = 2 * in.inverse_h * w.way - closing;
  const Real end = w.depth > 0 ? impact_force(p, length, w.depth, rate) : Real(0);
  return without_jump(p, in, w.depth, with_mean(larger(end, 0), w.mean));
}

// Pressed at t_n, with a damper, or without a force there; base as solve_normal() has it.
MORTISE_INLINE NormalForce solve_damped(const JointParameters& p, const NormalPoint& in,
                                        const JointFactors& factors, Real from, Real base) {
  const Real length = in.at->length, depth = -(from + p.gap), half_c = Real(0.5) * in.compliance;
  const Real free = base - half_c * in.start, rate = at_nodes(in.rate_start, *in.at);
  Real way = from - free, mean = 0;
  bool released;  // the damper takes all that the springs have
  if (p.damping > 0 && p.damper == kDamperHuntCrossley) {
    // way + c mean = from - free,  mean = length k (2 depth + way)/2 (1 + chi way)
    const Real chi = p.damping / p.stiffness * in.inverse_h, k = half_c * length * p.stiffness;
    released = !(1 + chi * way > 0);
    if (!released) {
      const Real b = 1 + k + 2 * k * depth * chi, rest = way - 2 * k * depth;
      way = 2 * rest / (b + square_root(larger(b * b + 4 * k * chi * rest, 0)));
      mean = Real(0.5) * length * p.stiffness * (2 * depth + way) * (1 + chi * way);
    }
  } else {
    // in the place of a force that was clamped, or not given: what the law says
    const Real start = in.start > 0 ? in.start : impact_force(p, length, depth, -rate);
    const Real from_there = base + half_c * (start - in.start);
    const Real before = 2 * in.inverse_h * from + rate;
    const Real end =
        factors.damper * (p.damping * before - p.stiffness * p.gap) - factors.normal * from_there;
    const Real rest = -(from_there + p.gap) - half_c * end;
    if (in.start > 0 && end > 0 && rest > 0) return without_jump(p, in, rest, mean_of_ends(end));
    released = rest > 0 && !(start + end > 0);
    if (!released) {
      way = rest - depth;
      mean = Real(0.5) * (start + end);
    }
  }
  if (!(depth + way > 0)) return cross_normal(p, in, from, free, true);
  const Real end = impact_force(p, length, depth + way, 2 * in.inverse_h * way + rate);
  return without_jump(p, in, depth + way, with_mean(larger(end, 0), mean));
}

// base: opening at t_n+1 without an end force of the point.
MORTISE_INLINE NormalForce solve_normal(const JointParameters& p, const NormalPoint& in,
                                        const JointFactors& factors, Real base) {
  const Real from = at_nodes(in.position_start, *in.at);
  const Real free = base - Real(0.5) * in.compliance * in.start;
  if (from + p.gap < 0) {
    if (p.damping > 0 || !(in.start > 0)) return solve_damped(p, in, factors, from, base);
    const Real penetration = -(base + p.gap);
    if (penetration > 0) return mean_of_ends(factors.normal * penetration);
    return cross_normal(p, in, from, free, true);
  }
  const bool pulls = p.separation_stiffness > 0;
  if (pulls && from > p.separation_gap) {
    const Real apart = base - p.separation_gap;
    if (apart > 0) return mean_of_ends(-factors.separation * apart);
    return cross_normal(p, in, from, free, false);
  }
  if (free + p.gap < 0) return cross_normal(p, in, from, free, false);
  if (pulls && free > p.separation_gap) return cross_normal(p, in, from, free, true);
  return with_mean(0, 0);
}

}  // namespace mortise::MORTISE_ISA
