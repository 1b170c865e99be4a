// Impact units that are no linear springs: at a depth g = -(o + gap) > 0 that grows with g' they
// push with, K = length k_I,
//
//   clamped, filled       max(0, K g^e + length c_I g')
//   hunt_crossley         K g^e max(0, 1 + chi g'),  chi = c_I / k_I   (Hunt, Crossley 1975)
//   lankarani_nikravesh   the same with chi = 3 (1 - r^2) / (4 v), r: restitution, v: g' when the
//                         point began to touch, or the least one of the law (Lankarani, Nikravesh
//                         1990); the point remembers it
//
// e = 3/2: Hertz. Over a step in which the depth goes from g_n to g_n + y they act with
//
//   mean = D max(0, 1 + chi y/h)  or  max(0, D + length c_I (g - g_n)/h),  D = (V(g) - V(g_n)) / y
//
// V = K g^(e+1) / (e + 1), depths below 0 counting as 0; with g' at t_n for y/h where the unit
// takes hold. D y is what the spring takes up, so that no step makes energy. D, the mean of a
// convex force along the way, rises with y and is convex, so is `mean`: y + c mean = free way has
// one root, which Newton reaches from the right without turning.
#pragma once

#include "../elementary.hpp"
#include "mortise/kernel/caps.hpp"
#include "normal_law.hpp"

namespace mortise::MORTISE_ISA {

// x^exponent for x > 0; 0 for x that no depth is.
inline __attribute__((noinline)) Real power(Real x, Real exponent) {
  constexpr Real kNone = 1e-300;
  if (exponent == 1) return x;
  if (exponent == Real(1.5)) return x * square_root(x);
  if (!(x > kNone)) return 0;
  return exponential(Lanes<Real, 1>{exponent * logarithm(Lanes<Real, 1>{x}).x}).x;
}

struct ImpactUnit {
  Real stiffness, exponent;  // K [N/m^e], e
  Real chi;                  // [s/m]
  Real damper;               // length c_I [N s/m], 0 beside chi

  MORTISE_INLINE ImpactUnit(const JointParameters& p, const JointImpact& impact, Real length,
                            Real approach)
      : stiffness(length * p.stiffness), exponent(impact.exponent), chi(0), damper(0) {
    if (p.damper == kDamperLankaraniNikravesh) {
      const Real lost = 1 - impact.restitution * impact.restitution;
      chi = Real(0.75) * lost / larger(approach, impact.velocity);
    } else if (p.damper == kDamperHuntCrossley) {
      chi = p.damping / p.stiffness;
    } else {
      damper = length * p.damping;
    }
  }
  Real spring(Real depth) const { return depth > 0 ? stiffness * power(depth, exponent) : Real(0); }
  Real energy(Real depth) const { return depth > 0 ? spring(depth) * depth / (exponent + 1) : 0; }
  Real force(Real depth, Real closing) const {
    const Real f = spring(depth) * (1 + chi * closing) + (depth > 0 ? damper * closing : Real(0));
    return larger(f, 0);
  }
};

struct MeanForce {
  Real force, slope;  // [N], by the way [N/m]
};

// A unit over a step, by the way y that it closes.
struct ImpactStep {
  ImpactUnit unit;
  Real depth;         // g_n [m]
  Real stored;        // V(g_n) [J]
  Real factor, rate;  // 1 + chi g' = factor + rate y
  Real damper;        // length c_I / h [N/m]
  Real pulled;        // energy of the separation unit that lets go before [J]

  // D
  MeanForce spring(Real way) const {
    constexpr Real kNear = Real(1) / 16;  // from there on terms left out are below the last digit
    const Real e = unit.exponent, end = depth + way, middle = depth + Real(0.5) * way;
    if (depth > 0 && absolute(way) <= kNear * middle) {
      // about the middle: K m^e (1 + sum of a_2k t^2k), t = y/m
      const Real t = way / middle, tt = t * t, force = unit.spring(middle);
      const Real a2 = e * (e - 1) / 24, a4 = a2 * (e - 2) * (e - 3) / 80,
                 a6 = a4 * (e - 4) * (e - 5) / 168;
      const Real shape = 1 + tt * (a2 + tt * (a4 + tt * a6));
      const Real turn = t * (2 * a2 + tt * (4 * a4 + tt * (6 * a6)));
      return {force * shape, force / middle * (Real(0.5) * e * shape + turn * (1 - Real(0.5) * t))};
    }
    const Real force = unit.spring(end);
    const Real mean = (larger(end, 0) * force / (e + 1) - stored) / way;
    return {mean, (force - mean) / way};
  }
  // The impact unit and the separation unit.
  MeanForce mean(Real way) const {
    const MeanForce s = spring(way);
    const Real held = larger(depth + way, 0) - larger(depth, 0), speed = factor + rate * way;
    MeanForce m{s.force * speed + damper * held, s.slope * speed + s.force * rate};
    if (depth + way > 0) m.slope = m.slope + damper;
    if (!(m.force > 0)) m = {0, 0};
    if (pulled > 0) {
      const Real pull = pulled / way;
      m.force = m.force - pull;
      m.slope = m.slope + pull / way;
    }
    return m;
  }
  // The root of y + c mean(y) = free between low and high, from a first guess of it.
  Real way(Real c, Real free, Real low, Real high, Real guess) const {
    constexpr Real kLast = 1e-13;  // so close to it one more step is the last
    constexpr Real kResolved = 4e-16;
    constexpr int kPatience = 6;  // steps until slow ones give way to halves of the bracket
    Real way = guess, before = 0;
    for (int i = 0; i < kImpactIterations; ++i) {
      const MeanForce m = mean(way);
      const Real pushed = c * m.force, off = way + pushed - free;
      const Real step = off / (1 + c * m.slope);
      const bool last =
          absolute(off) <= kLast * (absolute(way) + absolute(pushed) + absolute(free)) ||
          absolute(step) <= kResolved * absolute(way);
      if (off > 0) high = way;
      if (!(off > 0)) low = way;
      const Real next = way - step;
      const bool slow = i >= kPatience && absolute(step) > Real(0.5) * before;
      before = absolute(step);
      if (next > low && next < high && (last || !slow)) {
        way = next;
      } else if (!last) {
        way = Real(0.5) * (low + high);
      }
      if (last) return way;
    }
    return way;
  }
};

// Pressed at t_n, or closing by `free` without a force of the point so that the unit takes hold.
inline Real impact_way(const ImpactStep& s, Real c, Real free) {
  const Real e = s.unit.exponent, ck = c * s.unit.stiffness;
  if (s.depth > 0) {
    // without a way its force pushes back to `there`: the root lies between
    const Real there = free - c * s.mean(0).force, both = free + 2 * s.depth;
    if (!(there > 0)) return s.way(c, free, larger(there, -s.depth), 0, 0);
    // the mean of a convex force is not below that of the middle
    const Real most = 2 * (power(both / ck, 1 / e) - s.depth);
    return s.way(c, free, 0, there, most > 0 && most < there ? most : there);
  }
  const Real distance = -s.depth;
  Real most = free;
  if (s.pulled > 0) most = free + c * s.pulled / distance;
  const Real both = most - 2 * distance;
  Real guess = distance + power((e + 1) * most * (most - distance) / ck, 1 / (e + 1));
  if (both > 0) {
    const Real by_middle = 2 * (power(both / ck, 1 / e) + distance);
    if (by_middle < guess) guess = by_middle;
  }
  return s.way(c, free, distance, most, guess > distance && guess < most ? guess : most);
}

// solve_normal() with such a unit; approach: v, as the point remembers it [m/s].
inline __attribute__((noinline)) NormalForce solve_impact(const JointParameters& p,
                                                          const JointImpact& impact,
                                                          const NormalPoint& in,
                                                          const JointFactors& factors,
                                                          Real approach, Real base) {
  const Real c = in.compliance, length = in.at->length;
  const Real from = at_nodes(in.position_start, *in.at);
  const Real closing = -at_nodes(in.rate_start, *in.at);
  const Real free = base - Real(0.5) * c * in.start, way = from - free;
  const ImpactUnit unit(p, impact, length, approach);
  ImpactStep s{unit, -(from + p.gap), 0, 1, unit.chi * in.inverse_h, unit.damper * in.inverse_h, 0};
  if (s.depth > 0) {
    s.stored = unit.energy(s.depth);
    const Real drag = s.rate * s.stored + s.damper * s.depth;
    const Real at_edge = larger(s.stored / s.depth - drag, 0);
    if (c * at_edge - s.depth >= way) return let_go(p, in, from, free, s.stored, drag);
  } else {
    const bool pulls = p.separation_stiffness > 0;
    if (pulls && from > p.separation_gap) {
      const Real apart = base - p.separation_gap;
      if (apart > 0) return mean_of_ends(-factors.separation * apart);
      const Real opened = from - p.separation_gap;
      s.pulled = Real(0.5) * length * p.separation_stiffness * opened * opened;
    }
    const Real distance = -s.depth;
    const bool reached =
        s.pulled > 0 ? distance * (way - distance) + c * s.pulled > 0 : way > distance;
    if (!reached) {
      if (s.pulled > 0) return cross_normal(p, in, from, free, false);
      if (pulls && free > p.separation_gap) return let_go(p, in, from, free, 0, 0);
      return with_mean(0, 0);
    }
    s.factor = 1 + unit.chi * larger(closing, 0);
    s.rate = 0;
  }
  const Real closed = impact_way(s, c, way), depth = larger(s.depth + closed, 0);
  const Real end = unit.force(depth, 2 * in.inverse_h * closed - closing);
  // of the law, or where rounding in the force would move the point more, of the way
  const MeanForce mean = s.mean(closed);
  const bool stiff = c * mean.slope > 1;
  NormalForce force = with_mean(end, stiff ? (way - closed) / c : mean.force);
  if (unit.damper > 0) {  // without the jump of the damper, as without_jump()
    const Real most = unit.spring(depth) + 2 * s.damper * depth;
    if (force.pressure > most) force.pressure = most;
  }
  return force;
}

}  // namespace mortise::MORTISE_ISA
