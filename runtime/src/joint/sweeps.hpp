// Gauss-Seidel over the law points of a joint: normal, then friction at every point, with the
// positions of the interface rows kept up to date by columns of H. Points of one segment share its
// two nodes: they work on the nodes' own block, the columns are added once per segment.
#pragma once

#include "laws/laws.hpp"
#include "normal_law.hpp"

namespace mortise::MORTISE_ISA {

// The arrays of one joint solve; sizes as in the schema.
struct JointProblem {
  const JointView* view;
  const JointStage* stage;
  const JointParameters* parameters;
  const JointFactors* factors;  // (points)
  Real inverse_h;
  // at t_n
  const Real *position_start, *rate_start, *normal_start, *pressure_start, *tangent_start;
  const Real* bristles_start;
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

// The rows of one segment's two nodes.
template <bool kTangential>
struct SegmentBlock {
  static constexpr int kRows = kTangential ? 4 : 2;
  int row[kRows];          // normal of both nodes, tangential of both nodes
  Real h[kRows][kRows];    // their block of H
  Real s[kRows];           // positions
  Real force[kRows] = {};  // change of the node forces

  MORTISE_INLINE SegmentBlock(const JointProblem& p, const JointPoint& at) {
    row[0] = static_cast<int>(at.first);
    row[1] = static_cast<int>(at.second);
    if constexpr (kTangential) {
      row[2] = row[0] + p.view->nodes;
      row[3] = row[1] + p.view->nodes;
    }
    const int ld = p.view->rows_padded;
    for (int j = 0; j < kRows; ++j) {
      const Real* column = p.stage->compliance + static_cast<std::ptrdiff_t>(row[j]) * ld;
      for (int i = 0; i < kRows; ++i) h[i][j] = column[row[i]];
      s[j] = p.position[row[j]];
    }
  }
  // A force on rows j and j + 1 in the shares of a point.
  MORTISE_INLINE void push(int j, const JointPoint& at, Real change) {
    const Real a = at.share_first * change, b = at.share_second * change;
    force[j] += a;
    force[j + 1] += b;
    for (int i = 0; i < kRows; ++i) s[i] += h[i][j] * a + h[i][j + 1] * b;
  }
  MORTISE_INLINE Real seen(int j, const JointPoint& at) const {
    return at.share_first * s[j] + at.share_second * s[j + 1];
  }
};

MORTISE_INLINE Real at_nodes(const Real* rows, const JointPoint& at) {
  return at.share_first * rows[at.first] + at.share_second * rows[at.second];
}

// Both laws of point k with everything else as it is. Returns the largest change of a row [m].
template <class Law, bool kTangential>
MORTISE_INLINE Real visit(const JointProblem& p, int k, SegmentBlock<kTangential>* block) {
  const JointPoint& at = p.view->point[k];
  const Real c = p.stage->point_compliance[2 * k];
  const NormalPoint normal{
      at.length,  c, p.normal_start[k], at_nodes(p.position_start, at), at_nodes(p.rate_start, at),
      p.inverse_h};
  const Real free = block->seen(0, at) - c * p.normal_mean[k];
  const NormalForce next = solve_normal(*p.parameters, normal, p.factors[k], free);
  const Real mean = Real(0.5) * (normal.start + next.end), change = mean - p.normal_mean[k];
  p.normal[k] = next.end;
  p.pressure[k] = next.pressure;
  p.normal_mean[k] = mean;
  if (change != 0) block->push(0, at, change);
  Real moved = c * absolute(change);
  if constexpr (kTangential) {
    const Real ct = p.stage->point_compliance[2 * k + 1];
    const int memory = p.view->memory;
    const TangentPoint tangent{at.length,
                               ct,
                               p.tangent_start[k],
                               at_nodes(p.position_start + p.view->nodes, at),
                               next.pressure,
                               Real(0.5) * (p.pressure_start[k] + next.pressure),
                               p.inverse_h,
                               p.bristles_start + static_cast<std::ptrdiff_t>(k) * memory,
                               p.bristles + static_cast<std::ptrdiff_t>(k) * memory};
    const Real slip_free = block->seen(2, at) - ct * p.tangent_mean[k];
    const TangentForce rub = Law::solve(*p.parameters, tangent, p.factors[k].tangential, slip_free);
    const Real turn = rub.mean - p.tangent_mean[k];
    p.tangent[k] = rub.end;
    p.tangent_mean[k] = rub.mean;
    if (turn != 0) block->push(2, at, turn);
    moved = larger(moved, ct * absolute(turn));
  }
  return moved;
}

template <class Law, bool kTangential>
inline Real joint_sweep(const JointProblem& p) {
  const int points = p.view->points, ld = p.view->rows_padded;
  Real change = 0;
  for (int k = 0; k < points;) {
    const JointPoint& at = p.view->point[k];
    SegmentBlock<kTangential> block(p, at);
    do {
      change = larger(change, visit<Law, kTangential>(p, k, &block));
      ++k;
    } while (k < points && p.view->point[k].first == at.first &&
             p.view->point[k].second == at.second);
    const Real* columns[SegmentBlock<kTangential>::kRows];
    bool moved = false;
    for (int j = 0; j < SegmentBlock<kTangential>::kRows; ++j) {
      columns[j] = p.stage->compliance + static_cast<std::ptrdiff_t>(block.row[j]) * ld;
      moved = moved || block.force[j] != 0;
    }
    if (!moved) continue;
    add_two(p.position, columns[0], columns[1], block.force[0], block.force[1], ld);
    if constexpr (kTangential)
      add_two(p.position, columns[2], columns[3], block.force[2], block.force[3], ld);
  }
  return change;
}

// Sweeps until no row moves by more than `enough` [m] any more; size: of the free motion [m].
template <class Law, bool kTangential>
inline JointReport joint_sweeps(const JointProblem& p, int cap, Real enough, Real size) {
  JointReport report;
  Real previous = 0;
  while (report.iterations < cap && !report.converged) {
    ++report.iterations;
    const Real change = joint_sweep<Law, kTangential>(p);
    // changes shrink by a steady factor: what the next sweep would change is already known
    report.converged = change <= enough || change * change <= enough * previous;
    previous = change;
    report.residual = size > 0 ? change / size : Real(0);
  }
  for (int k = 0; k < p.view->points; ++k) report.closed += p.pressure[k] > 0 ? 1 : 0;
  return report;
}

}  // namespace mortise::MORTISE_ISA
