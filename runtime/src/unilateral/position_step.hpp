// The step of contacts at position level, on interfaces without mass: inputs -> flow -> where the
// rows go freely -> solve -> correct -> bank -> commit.
//
// At the end of the step, in displacements s = W q + C phi of the rows,
//   0 <= force_n _|_ clearance + s_n >= 0,   slip s_t - s_t(start) against friction
// The force held over the step is the mean of those at its ends: with the half p of the end force
// unknown and that of the start already in the free flow, s = s* + (W b W^T + gain C) p, b the
// displacement of a mode per force. Rows are scaled by 2/h, so that the solvers see velocities.
//
// While a contact stays closed or open it does no work. Closing costs, opening may gain: what
// closing leaves is kept in a bank, and what opening takes beyond it is taken out of the motion
// along the forces of the step. Where these do not suffice, the step is solved once more with the
// end force alone, which never gains.
#pragma once

#include "../residual.hpp"
#include "mortise/kernel/step.hpp"

namespace mortise::MORTISE_ISA {

class PositionStepper : Stepper<DynamicSizes> {
 public:
  PositionStepper(const ModelView& m, State& s)
      : Stepper(m, s),
        p_(m.position),
        l_(m.position_layout),
        region_(s.at<unsigned char>(m.layout.law_history)),
        displacement_{p_.from_velocity, p_.from_position, p_.constant, p_.from_input,
                      p_.admittance,    d_.modes(),       d_.inputs(), m.half_h} {}

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
          Stepper::book([this](int c, Real* moved) { rows_moved(c, moved); });
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
  Real* now(std::uint32_t offset) const { return of(l_.memory[s_.current_] + offset); }
  Real* next(std::uint32_t offset) const { return of(l_.memory[1 - s_.current_] + offset); }
  Real* of(std::uint32_t offset) const { return reinterpret_cast<Real*>(region_ + offset); }
  Status& told() const { return *reinterpret_cast<Status*>(region_ + l_.told); }
  int rows() const { return 3 * d_.contacts(); }
  void rows_moved(int c, Real* moved) const {
    const Real *s = now(l_.displacement), *before = next(l_.displacement);
    for (int axis = 0; axis < 2; ++axis)
      moved[axis] = s[3 * c + 1 + axis] - before[3 * c + 1 + axis];
  }
  static bool follows_at_once(const PositionView& p) { return p.residual_keep == -1; }

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

  // s = W q + C phi + offset.
  void rows_at(const Real* q, const Real* phi, Real* s) const {
    residual_rows(p_, rows(), phi, s);
    for (int c = 0; c < d_.contacts(); ++c) {
      Real w[3];
      dot_rows<3>(m_.contact_rows + static_cast<std::ptrdiff_t>(3 * c) * d_.modes(), d_.modes(), q,
                  d_.modes(), w);
      for (int axis = 0; axis < 3; ++axis) s[3 * c + axis] += w[axis];
    }
  }

  // s* without the forces to come, and from it the free velocity that the solvers see.
  void free_displacements() {
    Real* drive = of(l_.drive);
    const Real *phi = now(l_.residual), *force = now(l_.end_force);
    const int nr = rows();
    const Real keep = p_.residual_keep, half_gain = Real(0.5) * p_.residual_gain;
    for (int r = 0; r < nr; ++r) drive[r] = keep * phi[r] + half_gain * force[r];
    see_rows();
  }
  // rows of `drive`: without the forces to come.
  void see_rows() {
    Real *drive = of(l_.drive), *s = next(l_.displacement);
    const Real* phi = now(l_.residual);
    const int nr = rows(), nu = d_.inputs();
    const Real keep = p_.residual_keep;
    const Real *mean = at(m_.layout.input_mean), *end = at(m_.layout.input_trial) + nu;
    for (int k = 0; k < nu; ++k)
      drive[nr + k] =
          follows_at_once(p_) ? end[k] : keep * phi[nr + k] + p_.residual_gain * mean[k];
    rows_at(q_next(), drive, s);
    const Real* from = now(l_.displacement);
    const Real* clearance = at(m_.layout.clearance);
    Real* b = at(m_.layout.free_velocity);
    const Real rate = 2 / m_.h;
    for (int c = 0, r = 0; c < d_.contacts(); ++c, r += 3) {
      b[r] = rate * (clearance[c] + s[r]);
      b[r + 1] = rate * (s[r + 1] - from[r + 1]);
      b[r + 2] = rate * (s[r + 2] - from[r + 2]);
    }
    for (int r = nr; r < d_.rows_padded(); ++r) b[r] = 0;
  }

  ActiveSet whole_set() const {
    ActiveSet set;
    std::int32_t* identity = indices(m_.layout.identity);
    for (int i = 0; i < d_.contacts(); ++i) identity[i] = i;
    set.count = d_.contacts();
    set.contact = identity;
    set.ld = d_.rows_padded();
    set.whole = true;
    return set;
  }

  // Would some gap close, or did some contact push?
  bool touches() const {
    const Real *b = at(m_.layout.free_velocity), *force = now(l_.end_force);
    bool any = false;
    for (int r = 0; r < rows(); r += 3) any = any || b[r] < 0 || force[r] > 0;
    return any;
  }

  // A share of the last end forces, and the statuses that went with them.
  void start_forces(const ActiveSet& set, Real share) {
    warm_start(set, iterate());
    const Real* force = now(l_.end_force);
    for (int r = 0; r < rows(); ++r) at(m_.layout.force)[r] = share * force[r];
  }
  void part(ActiveSet* set) {
    fill_zero(at(m_.layout.force), d_.rows_padded());
    copy(at(m_.layout.velocity), at(m_.layout.free_velocity), d_.rows_padded());
    set->count = 0;
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

  // Rows, end forces and phi at the end of the step.
  //   end, gain  of the force that was solved for
  void move_rows(Real end, Real gain) {
    const Real *b = at(m_.layout.free_velocity), *u = at(m_.layout.velocity);
    const Real *p = at(m_.layout.force), *drive = of(l_.drive);
    Real *s = next(l_.displacement), *force = next(l_.end_force), *phi = next(l_.residual);
    for (int j = 0; j < p_.ports_padded; ++j) phi[j] = drive[j];
    Real odd = 0;
    for (int r = 0; r < rows(); ++r) {
      s[r] += m_.half_h * (u[r] - b[r]);
      force[r] = end * p[r];
      phi[r] += gain * p[r];
      odd += (s[r] * kHuge + force[r] * kHuge + phi[r] * kHuge) * 0;
    }
    for (int j = rows(); j < d_.rows_padded(); ++j) force[j] = 0;
    finite_ += odd;
  }

  // Mean force of row r over the step.
  Real mean(int r) const {
    const Real p = at(m_.layout.force)[r];
    return alone_ ? p : Real(0.5) * now(l_.end_force)[r] + p;
  }

  // Books of the step. Returns what the motion has gained beyond the bank.
  Real book() {
    const auto& last = *reinterpret_cast<const PositionBooks*>(now(l_.books));
    const Real *from = now(l_.displacement), *to = next(l_.displacement);
    Real gained = alone_ && follows_at_once(p_) ? -softened() : Real(0), rubbed = 0, size = 0;
    for (int r = 0; r < rows(); r += 3) {
      Real work[3];
      for (int axis = 0; axis < 3; ++axis) {
        work[axis] = mean(r + axis) * (to[r + axis] - from[r + axis]);
        size += absolute(mean(r + axis) * to[r + axis]);
      }
      const Real along = work[1] + work[2];
      gained += along > 0 ? work[0] + along : work[0];
      rubbed -= along > 0 ? Real(0) : along;
    }
    const Real bank = last.bank - gained;
    const bool owes = bank < -kDebt * size;
    *reinterpret_cast<PositionBooks*>(next(l_.books)) = {
        owes ? Real(0) : bank, last.stopped, last.friction + rubbed, last.damped + damped()};
    return owes ? -bank : Real(0);
  }
  // What C loses where the end force alone acts: d . C d / 2 with the change d of the force.
  Real softened() { return Real(0.5) * soft_square(now(l_.end_force), next(l_.end_force), rows()); }
  // What its lag takes of the motion: lag / h times d . C d with the change d of phi.
  Real damped() {
    const Real lag = 1 / p_.residual_gain - Real(0.5);
    return lag > 0 ? lag * soft_square(now(l_.residual), next(l_.residual), p_.ports) : Real(0);
  }
  // d . C d with the change d of so many ports.
  Real soft_square(const Real* before, const Real* after, int ports) {
    Real *d = of(l_.rest_force), *moved = of(l_.rest_motion), sum = 0;
    for (int j = 0; j < ports; ++j) d[j] = after[j] - before[j];
    combine(moved, p_.port_compliance, p_.ports_padded, d, ports, p_.ports_padded);
    for (int j = 0; j < ports; ++j) sum += d[j] * moved[j];
    return sum;
  }

  // Takes `excess` [J] out of the motion along the forces of the step; false if there is less.
  bool project(Real excess) {
    Real *before = now(l_.push), *d = at(m_.layout.probe), *w = v_next();
    Real along = 0, square = 0;
    for (int j = 0; j < d_.modes(); ++j) {
      d[j] = before[j] + next(l_.push)[j];
      along += w[j] * d[j];
      square += d[j] * d[j];
    }
    const Real rest = along * along - 2 * square * excess;
    if (!(square > 0) || rest < 0) return false;
    // the root of smaller size of  excess + along a + square a^2 / 2 = 0
    const Real root = square_root(rest);
    const Real share = -2 * excess / (along > 0 ? along + root : along - root);
    for (int j = 0; j < d_.modes(); ++j) w[j] += share * d[j];
    return true;
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
    __builtin_memcpy(region_ + l_.memory[1 - s_.current_], region_ + l_.memory[s_.current_],
                     l_.memory_bytes);
    reinterpret_cast<PositionBooks*>(next(l_.books))->stopped += Real(0.5) * kinetic;
  }

  // Forces of the step are the means of those at its ends. Returns how many contacts push.
  int hold_means() {
    Real* p = at(m_.layout.force);
    int closed = 0;
    for (int r = 0; r < rows(); ++r) {
      closed += r % 3 == 0 && p[r] > 0 ? 1 : 0;
      p[r] = mean(r);
    }
    return closed;
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
  Real output(const OutputRule& o) const {
    const Real* phi = now(l_.residual);
    const Real value = Stepper::output(o);
    switch (o.quantity) {
      case quantity::gap:
        return at(m_.layout.clearance)[o.index] + now(l_.displacement)[3 * o.index];
      case quantity::displacement:
        return value + residual_output(p_, d_.output_rows(), o.index, phi);
      case quantity::velocity:
        return value +
               residual_change(p_, d_.output_rows(), o.index, phi, next(l_.residual)) / m_.h;
      default:
        return value;
    }
  }

  // What rounding takes of a contact at rest the bank may lack: of force times place.
  static constexpr Real kDebt = 1e-12;

  const PositionView& p_;
  const PositionLayout& l_;
  unsigned char* region_;
  Motion displacement_;
  bool alone_ = false;  // the end force is the force over the step
};

}  // namespace mortise::MORTISE_ISA
