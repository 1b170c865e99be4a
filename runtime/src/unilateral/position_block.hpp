// Contacts at position level as one interface of an assembly. Bodies move by Moreau and Jean: half
// of the last end force pushes from the start of the step on, and what the rows have been displaced
// by stands in their free velocity, 2/h (clearance + s*), so that the solve of the group sees
// velocities as of all others. What closing contacts leave is in a bank of the interface; where
// opening ones take more than can be taken out of the motion along their forces, the group is
// limited.
#pragma once

#include "../stacked_contacts.hpp"
#include "../substep_part.hpp"
#include "position_rows.hpp"

namespace mortise::MORTISE_ISA {

class PositionBlock : PositionRows, public StackedContacts {
 public:
  static constexpr bool kCompliant = false;
  static constexpr RowsSeen kSeen = RowsSeen::positions_per_half_step;

  PositionBlock(const ModelView& m, State& s)
      : PositionRows(m, s), at_rest_(PositionRows::told()) {}

  int rows() const { return PositionRows::rows(); }
  int active() const { return closed_; }

  // Adds what half of the end forces of the last step push (np).
  void add_held_forces(Real* modal) const {
    const Real* push = now(l_.push);
    for (int j = 0; j < d_.modes(); ++j) modal[j] += push[j];
  }
  // Others may close any gap.
  bool activate(const Real*) {
    set_ = whole_set();
    return true;
  }

  // ---- alone
  SolveReport solve_alone(Status* st) {
    free_displacements();
    SolveReport report;
    if (touches()) {
      start_forces(set_, Real(0.5));
      report = solve(set_, st);
    } else {
      part(&set_);
    }
    Stepper::correct(set_);
    return report;
  }

  // ---- among others
  void enter() {
    prepare();
    follow();
  }
  void prepare() {
    start_forces(set_, Real(0.5));
    stack(set_.contact, set_.count, iterate(), m_.delassus, set_.ld);
  }
  void follow() {
    free_displacements();
    set_problem(set_, &problem_);
    if (live_) {
      problem_.delassus = live_;
      problem_.local = live_local_;
    }
    start_over();
  }
  // ---- beside a film: operators of the step, before and after they have changed
  static bool pushes(int) { return true; }
  void use(const Real* delassus, LocalContact* local, const Real*) {
    live_ = delassus;
    live_local_ = local;
  }
  void renew() {
    const int ld = d_.rows_padded();
    const Real rate = 2 / m_.h * p_.residual_gain;
    for (int c = 0; c < rows(); ++c) {
      Real* column = const_cast<Real*>(live_) + static_cast<std::ptrdiff_t>(c) * ld;
      const Real* soft = p_.port_compliance + static_cast<std::ptrdiff_t>(c) * p_.ports_padded;
      for (int r = 0; r < rows(); ++r) column[r] += rate * soft[r];
    }
    renew_local(m_, live_, ld, live_local_);
  }
  void add_forces(Real* modal) const {
    add_rows(modal, m_.contact_rows, d_.modes(), x_.force, rows(), d_.modes());
  }
  const Real* modal_row(int r) const {
    return m_.contact_rows + static_cast<std::ptrdiff_t>(r) * d_.modes();
  }

  // ---- both
  // Returns 0 if what is remembered is finite.
  Real finish() {
    combine(next(l_.push), m_.contact_rows, d_.modes(), at(m_.layout.force), rows(), d_.modes());
    move_rows(2, p_.residual_gain);
    if (finite_ == 0) excess_ = book();
    closed_ = hold_means();
    return finite_;
  }
  // What the contacts have gained beyond their bank is taken out of the motion along their forces,
  // once books know how it was. Returns how much that is [J]; true is left in `owes` where the
  // forces do not move enough for it.
  Real pay(bool* owes) {
    if (!(excess_ > 0)) return 0;
    const Real debt = excess_;
    if (project(debt)) {
      excess_ = 0;
      return debt;
    }
    *owes = true;
    return 0;
  }
  // What the contacts take out of the motion in this step; what the bank had is theirs [J].
  Real loss() const {
    const PositionBooks &last = books(0), &books = this->books(1);
    return (books.friction - last.friction) + (books.damped - last.damped) - excess_;
  }
  void add_energies(InterfaceEnergies* e) {
    const Real *before = now(l_.push), *after = next(l_.push);
    Real taken = 0;
    for (int j = 0; j < d_.modes(); ++j) taken -= (before[j] + after[j]) * (q_next()[j] - q()[j]);
    const Real stored = held(next(l_.residual)), rubbed = books(1).friction - books(0).friction;
    e->friction += rubbed;
    // parameters change between steps: what is held less afterwards counts as lost
    e->impact += taken + drive() + e->stored - stored - rubbed;
    e->stored = stored;
  }
  Real stored() { return held(now(l_.residual)); }
  // Work of the inputs on their patterns beside the modes [J].
  Real drive() {
    const Real *from = now(l_.residual), *to = next(l_.residual);
    Real *moved = of(l_.rest_motion), *change = of(l_.rest_force), sum = 0;
    for (int j = 0; j < p_.ports; ++j) change[j] = to[j] - from[j];
    combine(moved, p_.port_compliance, p_.ports_padded, change, p_.ports, p_.ports_padded);
    for (int j = rows(); j < p_.ports; ++j)
      sum += (from[j] + change[j] / p_.residual_gain) * moved[j];
    return sum;
  }
  Status told() const { return at_rest_; }
  void scale(Real) {}
  void stop() { forget_step(); }
  // What is remembered of a good step, or substep, while its start is still there.
  void keep(SubstepPart part) {
    PositionRows::told() = status::kOk;
    remember(set_, part.first());
    book_contacts(now(l_.displacement), next(l_.displacement));
    if (m_.substeps > 1)
      part.add_to_mean(at(m_.layout.lambda), m_.dims.rows, at(m_.layout.step_forces));
  }
  // The end of a step becomes the state, that of a substep the start of the next one.
  void commit(SubstepPart part) {
    if (part.last()) {
      s_.current_ = 1 - s_.current_;
    } else {
      keep_step();
    }
  }
  Real output(const OutputRule& rule) const {
    if (m_.substeps > 1 && rule.quantity == quantity::contact_force)
      return at(m_.layout.step_forces)[rule.index];
    return PositionRows::output(rule);
  }
  // What an output row of the assembly sees beside the modes [m], and its change over the step that
  // has been committed.
  Real displaced(int output_rows, std::uint32_t row) const {
    return residual_output(p_, output_rows, row, now(l_.residual));
  }
  Real moved(int output_rows, std::uint32_t row) const {
    return residual_change(p_, output_rows, row, now(l_.residual), next(l_.residual));
  }

 private:
  const PositionBooks& books(int end) const {
    return *reinterpret_cast<const PositionBooks*>(end == 0 ? now(l_.books) : next(l_.books));
  }

  ActiveSet set_;
  const Real* live_ = nullptr;  // operators of the step; null: the file's
  LocalContact* live_local_ = nullptr;
  Status at_rest_;
  Real excess_ = 0;  // gained beyond the bank [J]
  int closed_ = 0;
};

}  // namespace mortise::MORTISE_ISA
