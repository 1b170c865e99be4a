// Contacts at position level, on interfaces without mass: where their rows are, what the solvers
// see of them, what they remember, and what a step does to energy.
//
// At the end of the step, in displacements s = W q + C phi of the rows,
//   0 <= force_n _|_ clearance + s_n >= 0,   slip s_t - s_t(start) against friction
// The force held over the step is the mean of those at its ends: with the half p of the end force
// unknown and that of the start already in the free motion, s = s* + (W b W^T + gain C) p, b the
// displacement of a mode per force. Rows are scaled by 2/h, so that the solvers see velocities.
//
// While a contact stays closed or open it does no work. Closing costs, opening may gain: what
// closing leaves is kept in a bank, and what opening takes beyond it is taken out of the motion
// along the forces of the step.
#pragma once

#include "../residual.hpp"
#include "mortise/kernel/step.hpp"

namespace mortise::MORTISE_ISA {

class PositionRows : protected Stepper<DynamicSizes> {
 protected:
  PositionRows(const ModelView& m, State& s)
      : Stepper(m, s),
        p_(m.position),
        l_(m.position_layout),
        region_(s.at<unsigned char>(m.layout.law_history)) {}

  Real* now(std::uint32_t offset) const { return of(l_.memory[s_.current_] + offset); }
  Real* next(std::uint32_t offset) const { return of(l_.memory[1 - s_.current_] + offset); }
  Real* of(std::uint32_t offset) const { return reinterpret_cast<Real*>(region_ + offset); }
  Status& told() const { return *reinterpret_cast<Status*>(region_ + l_.told); }
  int rows() const { return 3 * d_.contacts(); }
  // Books of the contacts; from, to: their rows at both ends of the step.
  void book_contacts(const Real* from, const Real* to) {
    Stepper::book([=](int c, Real* moved) {
      for (int axis = 0; axis < 2; ++axis)
        moved[axis] = to[3 * c + 1 + axis] - from[3 * c + 1 + axis];
    });
  }
  static bool follows_at_once(const PositionView& p) { return p.residual_keep == -1; }

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

  // All that is remembered as it was before the step.
  void forget_step() {
    __builtin_memcpy(region_ + l_.memory[1 - s_.current_], region_ + l_.memory[s_.current_],
                     l_.memory_bytes);
  }
  // The end of a substep is where the next one starts.
  void keep_step() {
    __builtin_memcpy(region_ + l_.memory[s_.current_], region_ + l_.memory[1 - s_.current_],
                     l_.memory_bytes);
  }
  // What the compliance holds [J].
  Real held(const Real* phi) {
    Real *moved = of(l_.rest_motion), sum = 0;
    combine(moved, p_.port_compliance, p_.ports_padded, phi, p_.ports, p_.ports_padded);
    for (int j = 0; j < p_.ports; ++j) sum += phi[j] * moved[j];
    return Real(0.5) * sum;
  }

  // What rounding takes of a contact at rest the bank may lack: of force times place.
  static constexpr Real kDebt = 1e-12;

  const PositionView& p_;
  const PositionLayout& l_;
  unsigned char* region_;
  bool alone_ = false;  // the end force is the force over the step
};

}  // namespace mortise::MORTISE_ISA
