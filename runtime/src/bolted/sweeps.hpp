// The contact at given coordinates: projected Gauss-Seidel over the clusters, in pivot form.
//
//   y = free + pivot x          of the base x is the gap and y the force, of the others conversely
//
// A visit solves a cluster for its own three unknowns, normal first, against the latest y of all; a
// cluster that sticks or stays open asks for nothing, one that asks for little is left as it is.
// Every other change is pushed to all rows: an update, three columns of pivot. So the sweeps end
// where no cluster asks for more than a share of the largest preload force.
#pragma once

#include "mortise/kernel/kernels.hpp"
#include "mortise/model.hpp"

namespace mortise::MORTISE_ISA {

struct BoltedProblem {
  const BoltedView* view = nullptr;
  const Real* friction = nullptr;  // (z) in force
  const Real* before = nullptr;    // (rp) tangential gaps at the start: x of the base, anchors
  Real *x = nullptr, *y = nullptr;
  Real enough = 0;  // force that a cluster may ask for and is left alone [N]
  int sweep_cap = 0;
};

struct BoltedReport {
  int updates = 0;
  bool converged = false;
  Real asked = 0;  // largest change of force that was asked for in the last sweep [N]
};

// What a cluster asks for: the change of its x, and the change of force that is worth [N].
struct ClusterChange {
  Real d[3];
  Real force;
};

// Base: opening and slip at the force y.
MORTISE_INLINE ClusterChange visit_base(const Real* block, Real stiffness, Real friction,
                                        const Real* before, const Real* x, const Real* y) {
  ClusterChange to;
  const Real opening = x[0] - y[0] / block[0];
  to.d[0] = (opening > 0 ? opening : Real(0)) - x[0];
  const Real normal = y[0] + block[0] * to.d[0];
  const Real limit = normal > 0 ? friction * normal : Real(0);
  // the force if the gap were what it was at the start
  Real force[2];
  for (int a = 0; a < 2; ++a)
    force[a] = y[1 + a] + block[1 + a] * to.d[0] + stiffness * (before[1 + a] - x[1 + a]);
  const Real square = force[0] * force[0] + force[1] * force[1];
  Real slip = 0;
  if (!(square <= limit * limit)) slip = (limit / square_root(square) - 1) / stiffness;
  Real worth = absolute(block[0] * to.d[0]);
  for (int a = 0; a < 2; ++a) {
    to.d[1 + a] = before[1 + a] + slip * force[a] - x[1 + a];
    worth = larger(worth, absolute(stiffness * to.d[1 + a]));
  }
  to.force = worth;
  return to;
}

// Others: force at the gap y.
MORTISE_INLINE ClusterChange visit_other(const Real* block, Real compliance, Real friction,
                                         const Real* before, const Real* x, const Real* y) {
  ClusterChange to;
  const Real pressed = x[0] - y[0] / block[0];
  const Real normal = pressed > 0 ? pressed : Real(0);
  to.d[0] = normal - x[0];
  const Real limit = friction * normal;
  Real force[2];
  for (int a = 0; a < 2; ++a)
    force[a] = x[1 + a] - (y[1 + a] + block[1 + a] * to.d[0] - before[1 + a]) / compliance;
  const Real square = force[0] * force[0] + force[1] * force[1];
  const Real share = square <= limit * limit ? Real(1) : limit / square_root(square);
  Real worth = absolute(to.d[0]);
  for (int a = 0; a < 2; ++a) {
    to.d[1 + a] = share * force[a] - x[1 + a];
    worth = larger(worth, absolute(to.d[1 + a]));
  }
  to.force = worth;
  return to;
}

inline BoltedReport sweep_clusters(const BoltedProblem& p) {
  const BoltedView& v = *p.view;
  const std::ptrdiff_t ld = v.rows_padded;
  BoltedReport report;
  for (int sweep = 0; sweep < p.sweep_cap; ++sweep) {
    const int before = report.updates;
    report.asked = 0;
    for (int c = 0; c < v.clusters; ++c) {
      const int r = 3 * c;
      const Real* columns = v.pivot + ld * r;
      const Real friction = p.friction[v.zone_of[c]];
      const ClusterChange to =
          c < v.base
              ? visit_base(columns + r, v.stiffness[c], friction, p.before + r, p.x + r, p.y + r)
              : visit_other(columns + r, v.stiffness[c], friction, p.before + r, p.x + r, p.y + r);
      report.asked = larger(to.force, report.asked);
      if (!(to.force > p.enough)) continue;
      if (report.updates == v.update_cap) return report;
      ++report.updates;
      for (int a = 0; a < 3; ++a) p.x[r + a] += to.d[a];
      add_three(p.y, columns, columns + ld, columns + 2 * ld, to.d[0], to.d[1], to.d[2],
                v.rows_padded);
    }
    if (report.updates == before) {
      report.converged = true;
      return report;
    }
  }
  return report;
}

}  // namespace mortise::MORTISE_ISA
