// Gauss-Seidel over the law points of a joint: normal, then friction at every point, with the
// positions of the interface rows kept up to date by columns of H. Points of one segment share its
// two nodes: pairs of them see each other's forces at once, the columns are added once per segment.
#pragma once

#include "../row_push.hpp"
#include "friction_laws.hpp"
#include "impact_law.hpp"
#include "normal_law.hpp"
#include "point_law.hpp"

namespace mortise::MORTISE_ISA {

// The arrays of one joint solve; sizes as in the schema.
struct JointProblem {
  const JointView* view;
  const JointStage* stage;
  PointLaws laws;
  const JointImpact* impact;    // null: the impact unit is a linear spring
  const JointFactors* factors;  // (points)
  Real inverse_h;
  // at t_n
  const Real *position_start, *rate_start, *normal_start, *pressure_start, *tangent_start;
  const Real* bristles_start;
  const Real* approach_start;  // if `impact`
  // at t_n+1
  Real* position;  // s = s* + H F, kept
  Real *normal, *pressure, *tangent, *bristles;
  Real *normal_mean, *tangent_mean;  // (points) [N]
};

struct JointReport {
  int iterations = 0, closed = 0;
  Real residual = 0;  // last change of a row over the free motion [-]
  bool converged = false;
};

// Laws of a point: within the sweep where there are vector registers; once for all of their callers
// where flash is short.
#if MORTISE_NATIVE_LANES == 1
#define MORTISE_LAW_OF_POINT inline __attribute__((noinline))
#else
#define MORTISE_LAW_OF_POINT MORTISE_INLINE
#endif

MORTISE_INLINE bool same_segment(const JointPoint& a, const JointPoint& b) {
  return a.first == b.first && a.second == b.second;
}

// How far a force of 1 at point b, in its shares on the rows that begin at rows_b, moves point a in
// the rows that begin at rows_a [m/N].
MORTISE_INLINE Real coupling(const JointView& view, const JointStage& stage, const JointPoint& a,
                             int rows_a, const JointPoint& b, int rows_b) {
  const Real* h = stage.compliance + rows_a;
  const std::ptrdiff_t ld = view.rows_padded;
  const Real* first = h + (static_cast<std::ptrdiff_t>(b.first) + rows_b) * ld;
  const Real* second = h + (static_cast<std::ptrdiff_t>(b.second) + rows_b) * ld;
  return b.share_first * at_nodes(first, a) + b.share_second * at_nodes(second, a);
}

// The rows of one segment's two nodes: 0, 1 normal, 2, 3 tangential.
template <bool kTangential>
struct SegmentBlock {
  static constexpr int kRows = kTangential ? 4 : 2;
  int row[kRows];
  const Real* column[kRows];  // of H
  Real s[kRows];              // positions
  Real force[kRows] = {};     // change of the node forces

  MORTISE_INLINE SegmentBlock(const JointProblem& p, const JointPoint& at) {
    row[0] = static_cast<int>(at.first);
    row[1] = static_cast<int>(at.second);
    if constexpr (kTangential) {
      row[2] = row[0] + p.view->nodes;
      row[3] = row[1] + p.view->nodes;
    }
    for (int j = 0; j < kRows; ++j) {
      column[j] = p.stage->compliance + static_cast<std::ptrdiff_t>(row[j]) * p.view->rows_padded;
      s[j] = p.position[row[j]];
    }
  }
  // Rows i, i + 1 at a point.
  MORTISE_INLINE Real seen(int i, const JointPoint& at) const {
    return at.share_first * s[i] + at.share_second * s[i + 1];
  }
  MORTISE_INLINE void push(int j, const JointPoint& at, Real change) {
    force[j] += at.share_first * change;
    force[j + 1] += at.share_second * change;
  }
  // Positions of the block itself, for the next points of the segment.
  MORTISE_INLINE void follow(const Real* position) {
    for (int i = 0; i < kRows; ++i) {
      s[i] = position[row[i]];
      for (int j = 0; j < kRows; ++j) s[i] += column[j][row[i]] * force[j];
    }
  }
  // Positions of all rows.
  MORTISE_INLINE void add_columns(Real* position, int ld) const {
    Pack f[kRows];
    bool any = false;
    for (int j = 0; j < kRows; ++j) {
      any = any || force[j] != 0;
      f[j] = Pack::all(force[j]);
    }
    if (!any) return;
    for (int k = 0; k < ld; k += kLanes) {
      Pack s_k = Pack::load(position + k);
      for (int j = 0; j < kRows; ++j) s_k = s_k + Pack::load(column[j] + k) * f[j];
      s_k.store(position + k);
    }
  }
  MORTISE_INLINE void push_others(const RowPushes& others) const {
    for (int o = 0; o < others.count; ++o)
      for (int j = 0; j < kRows; ++j)
        if (force[j] != 0) others.to[o].push<1>(row[j], force + j);
  }
};

// g' when point k began to touch; for one that is open, if it touches within the step [m/s].
inline Real approach_of(const JointProblem& p, int k) {
  const JointPoint& at = p.view->point[k];
  if (at_nodes(p.position_start, at) + p.laws[k].gap < 0) return p.approach_start[k];
  return larger(-at_nodes(p.rate_start, at), 0);
}

// Energy stored by the springs of the normal law of point k at opening o [J].
inline Real normal_energy(const JointProblem& p, int k, Real o) {
  const JointParameters& law = p.laws[k];
  const Real length = p.view->point[k].length;
  if (!p.impact) return normal_energy(law, length, o);
  const Real apart = larger(o - law.separation_gap, 0);
  return ImpactUnit(law, *p.impact, length, 0).energy(-(o + law.gap)) +
         Real(0.5) * length * law.separation_stiffness * apart * apart;
}

// The normal law of point k at the opening `seen`. Returns the change of its mean force.
MORTISE_LAW_OF_POINT Real push_normal(const JointProblem& p, int k, Real seen) {
  const Real c = p.stage->point_compliance[2 * k], start = p.normal_start[k],
             mean = p.normal_mean[k];
  const NormalPoint normal{p.view->point + k, c,          start, p.position_start,
                           p.rate_start,      p.inverse_h};
  // all but `seen` is known before its turn comes
  const Real base = seen + (Real(0.5) * c * start - c * mean);
  const NormalForce next =
      p.impact ? solve_impact(p.laws[k], *p.impact, normal, p.factors[k], approach_of(p, k), base)
               : solve_normal(p.laws[k], normal, p.factors[k], base);
  p.normal[k] = next.end;
  p.pressure[k] = next.pressure;
  p.normal_mean[k] = next.of_ends ? Real(0.5) * (start + next.end) : next.mean;
  return next.of_ends ? Real(0.5) * next.end + (Real(0.5) * start - mean) : next.mean - mean;
}

// The tangential law of point k at the slip `seen`, likewise.
template <class Law>
MORTISE_LAW_OF_POINT Real push_tangent(const JointProblem& p, int k, Real seen) {
  const JointPoint& at = p.view->point[k];
  const Real c = p.stage->point_compliance[2 * k + 1], pressure = p.pressure[k];
  const Real start = p.tangent_start[k], mean = p.tangent_mean[k];
  const std::ptrdiff_t memory = static_cast<std::ptrdiff_t>(k) * p.view->memory;
  const TangentPoint tangent{at.length,
                             c,
                             start,
                             at_nodes(p.position_start + p.view->nodes, at),
                             pressure,
                             Real(0.5) * (p.pressure_start[k] + pressure),
                             p.inverse_h,
                             p.bristles_start + memory,
                             p.bristles + memory};
  const TangentForce rub = Law::solve(p.laws[k], tangent, p.factors[k].tangential, seen - c * mean);
  p.tangent[k] = rub.end;
  p.tangent_mean[k] = rub.mean;
  return rub.mean - mean;
}

// Openings and slips of two points of a segment, as forces change; the second point is there only
// if kPair.
template <bool kTangential, bool kPair>
struct PairSeen {
  Real opening, slip = 0, next_opening = 0, next_slip = 0;

  MORTISE_INLINE PairSeen(const SegmentBlock<kTangential>& block, const JointPoint* at)
      : opening(block.seen(0, at[0])) {
    if constexpr (kTangential) slip = block.seen(2, at[0]);
    if constexpr (kPair) next_opening = block.seen(0, at[1]);
    if constexpr (kPair && kTangential) next_slip = block.seen(2, at[1]);
  }
  MORTISE_INLINE PairSeen(Real opening_now, Real slip_now) : opening(opening_now), slip(slip_now) {}
  MORTISE_INLINE PairSeen<kTangential, false> second() const { return {next_opening, next_slip}; }
  MORTISE_INLINE void push_normal(const JointFactors& f, Real change) {
    if constexpr (kTangential) slip += f.own * change;
    if constexpr (kPair) next_opening += f.next[0] * change;
    if constexpr (kPair && kTangential) next_slip += f.next[1] * change;
  }
  MORTISE_INLINE void push_tangent(const JointFactors& f, Real change) {
    if constexpr (kPair) next_opening += f.next[2] * change;
    if constexpr (kPair) next_slip += f.next[3] * change;
  }
};

// Both laws of point k with everything else as it is. Returns the largest change of a row [m].
template <class Law, bool kTangential, bool kPair>
MORTISE_INLINE Real visit(const JointProblem& p, int k, PairSeen<kTangential, kPair>* seen,
                          SegmentBlock<kTangential>* block) {
  const JointPoint& at = p.view->point[k];
  const Real* c = p.stage->point_compliance + 2 * static_cast<std::ptrdiff_t>(k);
  const Real change = push_normal(p, k, seen->opening);
  Real moved = c[0] * __builtin_fabs(change);
  block->push(0, at, change);
  seen->push_normal(p.factors[k], change);
  if constexpr (kTangential) {
    const Real turn = push_tangent<Law>(p, k, seen->slip);
    moved = larger(moved, c[1] * __builtin_fabs(turn));
    block->push(2, at, turn);
    seen->push_tangent(p.factors[k], turn);
  }
  return moved;
}

template <class Law, bool kTangential>
MORTISE_INLINE Real visit_one(const JointProblem& p, int k, SegmentBlock<kTangential>* block) {
  PairSeen<kTangential, false> seen(*block, p.view->point + k);
  return visit<Law>(p, k, &seen, block);
}

template <class Law, bool kTangential>
MORTISE_INLINE Real visit_two(const JointProblem& p, int k, SegmentBlock<kTangential>* block) {
  PairSeen<kTangential, true> both(*block, p.view->point + k);
  const Real change = visit<Law>(p, k, &both, block);
  PairSeen<kTangential, false> second = both.second();
  return larger(change, visit<Law>(p, k + 1, &second, block));
}

// pushed(block): told of the forces that a segment has changed
template <class Law, bool kTangential, class Pushed>
MORTISE_INLINE Real sweep_segments(const JointProblem& p, const Pushed& pushed) {
  const JointPoint* point = p.view->point;
  const int points = p.view->points;
  Real change = 0;
  for (int k = 0; k < points;) {
    const JointPoint& at = point[k];
    SegmentBlock<kTangential> block(p, at);
    while (true) {
      if (k + 1 < points && same_segment(point[k + 1], at)) {
        change = larger(change, visit_two<Law>(p, k, &block));
        k += 2;
      } else {
        change = larger(change, visit_one<Law>(p, k, &block));
        k += 1;
      }
      if (k == points || !same_segment(point[k], at)) break;
      block.follow(p.position);
    }
    block.add_columns(p.position, p.view->rows_padded);
    pushed(block);
  }
  return change;
}
template <class Law, bool kTangential>
inline Real joint_sweep(const JointProblem& p) {
  return sweep_segments<Law, kTangential>(p, [](const SegmentBlock<kTangential>&) {});
}
// Among others, who see the forces too.
template <class Law, bool kTangential>
inline Real joint_sweep(const JointProblem& p, const RowPushes& others) {
  return sweep_segments<Law, kTangential>(
      p, [&](const SegmentBlock<kTangential>& block) { block.push_others(others); });
}

// By how much the laws of point k would change its mean forces.
struct PointChange {
  Real normal, tangent;
};

// At an opening and a slip, nothing being kept of it.
template <class Law, bool kTangential>
inline PointChange point_change(const JointProblem& p, int k, Real opening, Real slip) {
  const std::ptrdiff_t first = static_cast<std::ptrdiff_t>(k) * p.view->memory;
  const Real kept[] = {p.normal[k], p.pressure[k], p.normal_mean[k], p.tangent[k],
                       p.tangent_mean[k]};
  Real bristles[kMaxJointMemory];
  for (int m = 0; m < p.view->memory; ++m) bristles[m] = p.bristles[first + m];
  PointChange change{push_normal(p, k, opening), 0};
  if constexpr (kTangential) change.tangent = push_tangent<Law>(p, k, slip);
  p.normal[k] = kept[0];
  p.pressure[k] = kept[1];
  p.normal_mean[k] = kept[2];
  p.tangent[k] = kept[3];
  p.tangent_mean[k] = kept[4];
  for (int m = 0; m < p.view->memory; ++m) p.bristles[first + m] = bristles[m];
  return change;
}

// How far the forces are from what the laws demand, everything else as it is: the largest motion of
// a point [m].
template <class Law, bool kTangential>
inline Real joint_residual(const JointProblem& p) {
  Real worst = 0;
  for (int k = 0; k < p.view->points; ++k) {
    const JointPoint& at = p.view->point[k];
    const Real* c = p.stage->point_compliance + 2 * static_cast<std::ptrdiff_t>(k);
    const Real slip = kTangential ? at_nodes(p.position + p.view->nodes, at) : Real(0);
    const PointChange change = point_change<Law, kTangential>(p, k, at_nodes(p.position, at), slip);
    worst = larger(worst, larger(c[0] * absolute(change.normal), c[1] * absolute(change.tangent)));
  }
  return worst;
}

// Whether at some point springs let go or take hold within the step.
inline bool any_crosses(const JointProblem& p) {
  for (int k = 0; k < p.view->points; ++k)
    if (p.normal_mean[k] != Real(0.5) * (p.normal_start[k] + p.normal[k])) return true;
  return false;
}

// Sweeps until no row moves by more than `enough` [m] any more; size: of the free motion [m].
template <class Law, bool kTangential>
inline JointReport joint_sweeps(const JointProblem& p, int cap, Real enough, Real size) {
  JointReport report;
  Real previous = 0;
  while (report.iterations < cap && !report.converged) {
    ++report.iterations;
    const Real change = joint_sweep<Law, kTangential>(p);
    // changes shrink by a steady factor where all laws are linear: what the next sweep would change
    // is already known
    report.converged =
        change <= enough || (change * change <= enough * previous && !any_crosses(p));
    previous = change;
    report.residual = size > 0 ? change / size : Real(0);
  }
  for (int k = 0; k < p.view->points; ++k) report.closed += p.pressure[k] > 0 ? 1 : 0;
  return report;
}

#undef MORTISE_LAW_OF_POINT

}  // namespace mortise::MORTISE_ISA
