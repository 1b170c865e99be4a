// Block projected Gauss-Seidel: contacts in file order, exact local solves, the interface velocity
// kept up to date by three columns of the Delassus operator per visit.
#pragma once

#include "mortise/kernel/contact/local_solve.hpp"

namespace mortise::MORTISE_ISA {

// A singular block is solved with its diagonal raised by `shift` about the force r that the contact
// has now (local_contact.hpp).
MORTISE_INLINE void pull_to_force(const LocalContact& l, Real g00, Real g11, Real g22,
                                  const Real* r, Real c[3]) {
  if (!(l.shift > 0)) return;
  c[0] -= l.shift * g00 * r[0];
  c[1] -= l.shift * g11 * r[1];
  c[2] -= l.shift * g22 * r[2];
}

// One sweep over the contacts that take part; u must equal G lambda + b. Returns the largest
// change of a force, as velocity [m/s].
//   pushed(contact, dr): told of every change of a contact's forces
template <class Pushed>
MORTISE_INLINE Real sweep(const ContactProblem& p, const ContactIterate& x, const Pushed& pushed) {
  Real change = 0;
  for (int i = 0; i < p.count; ++i) {
    if (x.memory[i].status == contact_status::kInactive) continue;
    const int contact = p.contact[i];
    const LocalContact& l = p.local[contact];
    const Real* g = p.delassus + static_cast<std::ptrdiff_t>(3 * i) * p.ld;
    const Real *g0 = g + 3 * i, *g1 = g0 + p.ld, *g2 = g1 + p.ld;
    Real* r = x.force + 3 * i;
    const Real* u = x.velocity + 3 * i;
    Real next[3];
    Real c[3] = {u[0] - (g0[0] * r[0] + g1[0] * r[1] + g2[0] * r[2]),
                 u[1] - (g0[1] * r[0] + g1[1] * r[1] + g2[1] * r[2]),
                 u[2] - (g0[2] * r[0] + g1[2] * r[1] + g2[2] * r[2])};
    pull_to_force(l, g0[0], g1[1], g2[2], r, c);
    local_solve(l, p.friction[contact], c, x.memory[i], next);
    const Real d[3] = {next[0] - r[0], next[1] - r[1], next[2] - r[2]};
    if (d[0] == 0 && d[1] == 0 && d[2] == 0) continue;
    change =
        larger(change, l.scale * larger(absolute(d[0]), larger(absolute(d[1]), absolute(d[2]))));
    r[0] = next[0];
    r[1] = next[1];
    r[2] = next[2];
    add_three(x.velocity, g, g + p.ld, g + 2 * p.ld, d[0], d[1], d[2], p.ld);
    pushed(contact, d);
  }
  return change;
}
inline Real sweep(const ContactProblem& p, const ContactIterate& x) {
  return sweep(p, x, [](int, const Real*) {});
}

// One contact alone, the commonest case of an impact: visits without the bookkeeping of sweeps.
// Where the local solve is exact but for the friction cone, what it misses bounds the residual.
inline SolveReport single_contact(const ContactProblem& p, const ContactIterate& x, int visits,
                                  Real size) {
  const LocalContact& l = p.local[p.contact[0]];
  const Real mu = p.friction[p.contact[0]];
  const Real *g0 = p.delassus, *g1 = g0 + p.ld, *g2 = g1 + p.ld, *b = p.free_velocity;
  Real *r = x.force, *u = x.velocity;
  SolveReport report;
  while (report.iterations < visits && !report.converged) {
    ++report.iterations;
    Real c[3] = {b[0], b[1], b[2]};
    pull_to_force(l, g0[0], g1[1], g2[2], r, c);
    const Real excess = absolute(local_solve(l, mu, c, x.memory[0], r));
    for (int k = 0; k < 3; ++k) u[k] = b[k] + (g0[k] * r[0] + g1[k] * r[1] + g2[k] * r[2]);
    // |r_t| - mu r_n = excess / (|r_t| + mu r_n); compared without waiting for the division.
    if (l.shift > 0) {
      report.residual = square_root(natural_residual(mu, l.scale, r, u)) / size;
      report.converged = report.residual <= p.tolerance;
    } else {
      const Real limit = mu * r[0] * size, miss = 2 * l.scale * excess;
      report.converged = miss <= p.tolerance * limit;
      report.residual = excess > 0 ? miss / limit : Real(0);
    }
  }
  return report;
}

// Puts forces that sweeps left unfinished on their cones; velocities follow.
inline void make_feasible(const ContactProblem& p, const ContactIterate& x) {
  for (int i = 0; i < p.count; ++i) {
    Real* r = x.force + 3 * i;
    if (x.memory[i].status == contact_status::kInactive) {
      r[0] = r[1] = r[2] = 0;
    } else {
      project_cone(p.friction[p.contact[i]], r);
    }
  }
  interface_velocity(p, x.force, x.velocity);
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
  if (p.count == 1) {
    report = single_contact(p, x, sweeps, size);
    if (!report.converged) make_feasible(p, x);
    return report;
  }
  interface_velocity(p, x.force, x.velocity);
  const Real tolerance = p.tolerance * size;
  Real previous = 0;
  while (report.iterations < sweeps) {
    ++report.iterations;
    const Real change = sweep(p, x);
    // Changes shrink by a steady factor: what the next sweep would change is already known.
    const bool settled = change <= tolerance || change * change <= tolerance * previous;
    previous = change;
    if (!settled) continue;
    report.residual = worst_residual(p, x) / size;
    report.converged = report.residual <= p.tolerance;
    if (report.converged) return report;
  }
  make_feasible(p, x);
  report.residual = worst_residual(p, x) / size;
  report.converged = report.residual <= p.tolerance;
  return report;
}

}  // namespace mortise::MORTISE_ISA
