// Block projected Gauss-Seidel: contacts in file order, exact local solves, the interface velocity
// kept up to date by three columns of the Delassus operator per visit.
#pragma once

#include "local_solve.hpp"

namespace mortise::MORTISE_ISA {

// One sweep over the contacts that take part; u must equal G lambda + b. Returns the largest
// change of a force, as velocity [m/s].
inline Real sweep(const ContactProblem& p, const ContactIterate& x) {
  Real change = 0;
  for (int i = 0; i < p.count; ++i) {
    if (x.memory[i].status == contact_status::kInactive) continue;
    const int contact = p.contact[i];
    const LocalContact& l = p.local[contact];
    const Real* g = p.delassus + static_cast<std::ptrdiff_t>(3 * i) * p.ld;
    const Real *g0 = g + 3 * i, *g1 = g0 + p.ld, *g2 = g1 + p.ld;
    Real* r = x.force + 3 * i;
    const Real* u = x.velocity + 3 * i;
    Real c[3] = {u[0] - (g0[0] * r[0] + g1[0] * r[1] + g2[0] * r[2]),
                 u[1] - (g0[1] * r[0] + g1[1] * r[1] + g2[1] * r[2]),
                 u[2] - (g0[2] * r[0] + g1[2] * r[1] + g2[2] * r[2])};
    if (l.shift > 0) {
      c[0] -= l.shift * g0[0] * r[0];
      c[1] -= l.shift * g1[1] * r[1];
      c[2] -= l.shift * g2[2] * r[2];
    }
    Real next[3];
    local_solve(l, p.friction[contact], c, x.memory[i], next);
    const Real d0 = next[0] - r[0], d1 = next[1] - r[1], d2 = next[2] - r[2];
    if (d0 == 0 && d1 == 0 && d2 == 0) continue;
    change = larger(change, l.scale * larger(absolute(d0), larger(absolute(d1), absolute(d2))));
    r[0] = next[0];
    r[1] = next[1];
    r[2] = next[2];
    add_three(x.velocity, g, g + p.ld, g + 2 * p.ld, d0, d1, d2, p.ld);
  }
  return change;
}

inline SolveReport gauss_seidel(const ContactProblem& p, const ContactIterate& x, int sweeps) {
  SolveReport report;
  const Real size = largest_velocity(p, x);
  if (!(size > 0)) {  // nothing moves without forces: no force
    fill_zero(x.force, p.ld);
    copy(x.velocity, p.free_velocity, p.ld);
    report.converged = size == 0;
    return report;
  }
  interface_velocity(p, x.force, x.velocity);
  while (report.iterations < sweeps) {
    ++report.iterations;
    // One contact alone is mostly solved by its first visit; several must have settled.
    if (sweep(p, x) > p.tolerance * size && p.count > 1) continue;
    report.residual = worst_residual(p, x) / size;
    report.converged = report.residual <= p.tolerance;
    if (report.converged) return report;
  }
  report.residual = worst_residual(p, x) / size;
  report.converged = report.residual <= p.tolerance;
  return report;
}

}  // namespace mortise::MORTISE_ISA
