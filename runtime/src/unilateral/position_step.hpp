// The step of contacts at position level, on interfaces without mass: inputs -> flow -> where the
// rows go freely -> solve -> correct -> bank -> commit.
//
// Where what opening contacts gain is more than can be taken out of the motion along the forces of
// the step, it is solved once more with the end force alone, which never gains.
#pragma once

#include "position_rows.hpp"

namespace mortise::MORTISE_ISA {

class PositionStepper : PositionRows {
 public:
  PositionStepper(const ModelView& m, State& s)
      : PositionRows(m, s), displacement_{p_.from_velocity, p_.from_position, p_.constant,
                                          p_.from_input,    p_.admittance,    d_.modes(),
                                          d_.inputs(),      m.half_h} {}

  Status run(const Real* u, Real* y) {
    const Status at_rest = told();
    told() = status::kOk;
    Status st = begin_step(u) | at_rest;
    flow(now(l_.push));
    free_displacements();
    ActiveSet set = whole_set();
    SolveReport report;
    if (touches()) {
      start_forces(set, Real(0.5));
      report = solve(set, &st);
    } else {
      part(&set);
    }
    correct();
    move_rows(2, p_.residual_gain);
    Real excess = finite_ == 0 ? book() : Real(0);
    if (excess > 0 && !project(excess)) {
      st |= status::kLIMITED;
      add_solve(end_forces(set, &st), &report);
      excess = finite_ == 0 ? book() : Real(0);
      if (excess > 0) limit(excess);
    }
    const int closed = hold_means();
    return end_step(
        finite_ == 0, st, {closed, report.iterations, 0, report.residual}, y,
        [&] {
          remember(set);
          book_contacts(next(l_.displacement), now(l_.displacement));  // committed already
        },
        [this](Real* kept) { outputs(kept); });
  }

  // Everything remembered anew from q and the inputs as they stand: the force that keeps gaps
  // closed there, on tangents that do not push.
  void start() {
    for (int copy = 0; copy < 2; ++copy)
      __builtin_memset(region_ + l_.memory[copy], 0, l_.memory_bytes);
    told() = status::kOk;
    Real* phi = now(l_.residual);
    for (int k = 0; k < d_.inputs(); ++k) phi[rows() + k] = last_inputs()[k];
    settle(true);
  }
  // Forces anew at a clearance that has moved; tangents hold on where they are.
  void meet_clearance() { settle(false); }

 private:
  // q* and v* under the forces `push` (np) on the modes.
  void flow(const Real* push) {
    const Motion v_of = motion_of(m_, d_);
    const Real* f = at(m_.layout.input_mean);
    const Pack zero = Pack::all(0), huge = Pack::all(kHuge);
    Pack finite = zero;
    for (int j = 0; j < d_.modes(); j += kLanes) {
      const Pack vj = Pack::load(v() + j), qj = Pack::load(q() + j), fj = Pack::load(push + j);
      const auto end = [&](const Motion& m) {
        Pack w = Pack::load(m.from_velocity + j) * vj + Pack::load(m.from_position + j) * qj;
        w = w + Pack::load(m.constant + j);
        for (int k = 0; k < m.inputs; ++k)
          w = w +
              Pack::load(m.from_input + static_cast<std::ptrdiff_t>(k) * m.n + j) * Pack::all(f[k]);
        return without_traces(w + Pack::load(m.admittance + j) * fj);
      };
      const Pack v_end = end(v_of), q_end = end(displacement_);
      v_end.store(v_next() + j);
      q_end.store(q_next() + j);
      finite = finite + (v_end * huge + q_end * huge) * zero;
    }
    finite_ = sum(finite);
  }

  // q and v by W^T force, which is kept as the push of the next step.
  void correct() {
    const Motion v_of = motion_of(m_, d_);
    Real* push = next(l_.push);
    combine(push, m_.contact_rows, d_.modes(), at(m_.layout.force), rows(), d_.modes());
    const Pack zero = Pack::all(0), huge = Pack::all(kHuge);
    Pack finite = zero;
    for (int j = 0; j < d_.modes(); j += kLanes) {
      const Pack f = Pack::load(push + j);
      const Pack vj = Pack::load(v_next() + j) + Pack::load(v_of.admittance + j) * f;
      const Pack qj = Pack::load(q_next() + j) + Pack::load(displacement_.admittance + j) * f;
      vj.store(v_next() + j);
      qj.store(q_next() + j);
      finite = finite + (vj * huge + qj * huge) * zero;
    }
    finite_ += sum(finite);
  }

  // The step with its end force as the force over all of it.
  SolveReport end_forces(const ActiveSet& set, Status* st) {
    alone_ = true;
    Real* drive = of(l_.drive);
    fill_zero(drive, p_.ports_padded);
    flow(drive_free());
    for (int r = 0; r < rows() && !follows_at_once(p_); ++r)
      drive[r] = p_.residual_keep * now(l_.residual)[r];
    see_rows();
    start_forces(set, 1);
    ContactProblem problem = Stepper::problem(set);
    if (follows_at_once(p_)) use_half_compliance(&problem);
    const SolveReport report = gauss_seidel(problem, iterate(), m_.sweep_cap);
    if (!report.converged) *st |= status::kCAPPED;
    correct();
    Real* push = next(l_.push);
    for (int j = 0; j < d_.modes(); ++j) push[j] *= Real(0.5);
    move_rows(1, follows_at_once(p_) ? Real(1) : p_.residual_gain);
    return report;
  }
  // No forces (np).
  Real* drive_free() {
    Real* none = at(m_.layout.probe);
    fill_zero(none, d_.modes());
    return none;
  }
  // phi is the force itself, which the operators of the file know by its half: C once, not twice.
  void use_half_compliance(ContactProblem* problem) {
    const int nr = rows(), ld = d_.rows_padded();
    const Real rate = 2 / m_.h;
    Real* g = at(m_.layout.block);
    auto* local = reinterpret_cast<LocalContact*>(of(l_.local));
    for (int c = 0; c < nr; ++c) {
      const Real* both = m_.delassus + static_cast<std::ptrdiff_t>(c) * ld;
      const Real* soft = p_.port_compliance + static_cast<std::ptrdiff_t>(c) * p_.ports_padded;
      Real* column = g + static_cast<std::ptrdiff_t>(c) * ld;
      for (int r = 0; r < nr; ++r) column[r] = both[r] - rate * soft[r];
      for (int r = nr; r < ld; ++r) column[r] = 0;
    }
    make_local(g, ld, local);
    problem->delassus = g;
    problem->local = local;
  }
  void make_local(const Real* matrix, int ld, LocalContact* local) const {
    for (int c = 0; c < d_.contacts(); ++c) {
      const Real* g = matrix + static_cast<std::ptrdiff_t>(3 * c) * (ld + 1);
      const Real block[6] = {g[0], g[1], g[2], g[ld + 1], g[ld + 2], g[2 * ld + 2]};
      local[c] = make_local_contact(block, 0);
    }
  }
  static void add_solve(const SolveReport& more, SolveReport* report) {
    report->iterations += more.iterations;
    report->residual = larger(report->residual, more.residual);
    report->converged = report->converged && more.converged;
  }

  // What solves that met their cap leave.
  void limit(Real excess) {
    Real kinetic = 0, *w = v_next();
    for (int j = 0; j < d_.modes(); ++j) kinetic += w[j] * w[j];
    kinetic *= Real(0.5);
    if (!(excess < kinetic)) return stop();
    const Real scale = square_root(1 - excess / kinetic);
    for (int j = 0; j < d_.modes(); ++j) w[j] *= scale;
  }

  // The motion ends where it was.
  void stop() {
    Real kinetic = 0;
    for (int j = 0; j < d_.modes(); ++j) kinetic += v()[j] * v()[j];
    copy(q_next(), q(), d_.modes());
    fill_zero(v_next(), d_.modes());
    forget_step();
    reinterpret_cast<PositionBooks*>(next(l_.books))->stopped += Real(0.5) * kinetic;
  }

  // End forces at q as it stands, where C alone opens gaps: 0 <= force _|_ gap >= 0 as in the step.
  //   anew  without friction, else it holds tangents where they were
  void settle(bool anew) {
    if (!anew && !follows_at_once(p_)) return;  // forces that a damper gives do not jump
    Real *phi = now(l_.residual), *force = now(l_.end_force), *s = now(l_.displacement);
    Real *drive = of(l_.drive), *free = of(l_.rest_free);
    const int nr = rows();
    fill_zero(drive, p_.ports_padded);
    for (int k = 0; k < d_.inputs(); ++k) drive[nr + k] = phi[nr + k];
    rows_at(q(), drive, free);
    const Real* clearance = at(m_.layout.clearance);
    for (int c = 0, r = 0; c < d_.contacts(); ++c, r += 3) {
      free[r] += clearance[c];
      for (int axis = 1; axis < 3; ++axis) free[r + axis] -= anew ? free[r + axis] : s[r + axis];
    }
    solve_at_rest(anew);
    const Real* x = at(m_.layout.force);
    for (int r = 0; r < nr; ++r) phi[r] = drive[r] = force[r] = x[r];
    rows_at(q(), drive, s);
    Real* push = now(l_.push);
    combine(push, m_.contact_rows, d_.modes(), force, nr, d_.modes());
    for (int j = 0; j < d_.modes(); ++j) push[j] *= Real(0.5);
  }

  // Leaves forces and statuses as a step that ends here would.
  void solve_at_rest(bool smooth) {
    ActiveSet set = whole_set();
    set.ld = p_.ports_padded;
    auto* local = reinterpret_cast<LocalContact*>(of(l_.local));
    make_local(p_.port_compliance, set.ld, local);
    ContactProblem problem = Stepper::problem(set);
    problem.delassus = p_.port_compliance;
    problem.free_velocity = of(l_.rest_free);
    problem.local = local;
    Real* no_friction = at(m_.layout.shift);
    fill_zero(no_friction, d_.rows_padded());
    if (smooth) problem.friction = no_friction;
    const ContactIterate x{of(l_.rest_force), of(l_.rest_motion), memories(m_.layout.contact_work)};
    warm_start(set, x);
    const SolveReport report = gauss_seidel(problem, x, p_.rest_sweeps);
    s_.statistics_.rest_iterations += static_cast<std::uint32_t>(report.iterations);
    if (!report.converged) told() |= status::kCAPPED;
    copy(at(m_.layout.force), x.force, d_.rows_padded());
    for (int c = 0; c < d_.contacts(); ++c)
      if (!(x.force[3 * c] > 0)) x.memory[c].status = contact_status::kOpen;
    remember(set, false);
  }

  void outputs(Real* y) const {
    for (int k = 0; k < d_.outputs(); ++k) y[k] = output(m_.output_rules[k]);
  }

  Motion displacement_;
};

}  // namespace mortise::MORTISE_ISA
