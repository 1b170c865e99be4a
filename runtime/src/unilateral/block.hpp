// Unilateral contacts as one interface of an assembly: the parts of their step, and one sweep.
#pragma once

#include "../stacked_contacts.hpp"
#include "../substep_part.hpp"
#include "mortise/kernel/step.hpp"

namespace mortise::MORTISE_ISA {

class UnilateralBlock : Stepper<DynamicSizes>, public StackedContacts {
 public:
  static constexpr bool kCompliant = false;
  static constexpr RowsSeen kSeen = RowsSeen::velocities;

  UnilateralBlock(const ModelView& m, State& s) : Stepper(m, s) {}

  int rows() const { return m_.dims.rows; }
  int active() const { return set_.count; }

  // Which contacts take part, by where the modes would be at t_n+1.
  //   q_end  of the interface's modes (np)
  bool activate(const Real* q_end) {
    const bool start = m_.start_activation;
    const Pack half_h = Pack::all(m_.half_h);
    Real* probe = at(m_.layout.probe);
    Pack path = Pack::all(0);
    for (int j = 0; j < d_.modes(); j += kLanes) {
      const Pack here =
          start ? Pack::load(q() + j) + half_h * Pack::load(v() + j) : Pack::load(q_end + j);
      const Pack moved = here - Pack::load(probe + j);
      path = path + moved * moved;
      here.store(probe + j);
    }
    // only contacts with slack count their way
    bool slack = false;
    for (int i = 0; i < d_.contacts(); ++i) slack = slack || at(m_.layout.slack)[i] > 0;
    path_ = slack ? square_root(sum(path)) * (1 + Frame::kPathMargin) : Real(0);
    set_ = Stepper::activate();
    return set_.count > 0;
  }

  // ---- alone: the step of a model of its own
  SolveReport solve_alone(Status* st) {
    free_velocities(set_);
    shift(set_);
    const SolveReport report = solve_law(set_, st);
    *st |= limit(set_, report);
    correct(set_);
    return report;
  }

  // ---- among others
  // Velocities of all rows under the forces of the last step.
  void enter() {
    prepare();
    follow();
  }
  // Forces of the last step, and velocities under forces as they are.
  void prepare() {
    set_.whole = true;
    opposes_mean_ = false;  // an attempt with a film may be the second one
    set_.ld = d_.rows_padded();
    for (int i = 0; i < d_.contacts(); ++i) indices(m_.layout.identity)[i] = i;
    stack(set_.contact, set_.count, iterate(), m_.delassus, set_.ld);
    warm_start(set_, x_);
  }
  void follow() {
    free_velocities(set_);
    shift(set_);
    set_problem(set_, &problem_);
    if (live_) {
      problem_.delassus = live_;
      problem_.local = live_local_;
    }
    start_over();
  }
  // ---- passive friction, beside others
  bool is_passive() const { return m_.passive_friction; }
  bool rubs() const { return m_.passive_friction && Stepper::rubs(set_); }
  ContactPower power() const { return Stepper::power(set_); }
  void keep_for_blend() { Stepper::keep_for_blend(set_); }
  void oppose_mean_velocity() {
    if (m_.passive_friction) Stepper::oppose_mean_velocity(set_);
  }
  void add_to_blend(PassiveBlend* blend) const { Stepper::add_to_blend(set_, blend); }
  void mix(Real share) { Stepper::mix(set_, share); }
  // ---- beside a film: operators of the step, before and after they have changed
  bool pushes(int row) const { return x_.memory[row / 3].status != contact_status::kInactive; }
  const Real* modal_row(int r) const {
    return m_.contact_rows + static_cast<std::ptrdiff_t>(r) * d_.modes();
  }
  void use(const Real* delassus, LocalContact* local, const Real*) {
    live_ = delassus;
    live_local_ = local;
  }
  void renew() { renew_local(m_, live_, d_.rows_padded(), live_local_); }
  void add_forces(Real* modal) const {
    const int n = d_.modes();
    for (int i = 0; i < set_.count; ++i) {
      const int row = 3 * set_.contact[i];
      add_rows(modal, m_.contact_rows + static_cast<std::ptrdiff_t>(row) * n, n, x_.force + row,
               axis_count_, n);
    }
  }

  // ---- both
  Real finish() const { return finite_; }
  // What the contacts take out of the motion in this step [J].
  Real loss() const {
    InterfaceEnergies e;
    add_energies(&e);
    return e.impact + e.friction;
  }
  void add_energies(InterfaceEnergies* e) const {
    const int n = d_.modes();
    const Real* r = at(m_.layout.force);
    for (int i = 0; i < set_.count; ++i) {
      const int c = set_.contact[i];
      Real before[3], after[3];
      dot_rows_twice<3>(m_.contact_rows + static_cast<std::ptrdiff_t>(3 * c) * n, n, v(), v_next(),
                        n, before, after);
      const Real* ri = r + 3 * (set_.whole ? c : i);
      e->impact -= m_.half_h * ri[0] * (before[0] + after[0]);
      e->friction -= m_.half_h * (ri[1] * (before[1] + after[1]) + ri[2] * (before[2] + after[2]));
    }
  }
  static Real stored() { return 0; }
  static Real drive() { return 0; }
  static Status told() { return status::kOk; }
  void scale(Real) {}
  void stop() {}
  // What is remembered of a good step, or substep, while its start is still there.
  void keep(SubstepPart part) {
    remember(set_, part.first());
    book([this](int c, Real* moved) { tangents_moved(c, moved); });
    if (m_.substeps > 1)
      part.add_to_mean(at(m_.layout.lambda), m_.dims.rows, at(m_.layout.step_forces));
  }
  // The end of a step becomes the state.
  void commit(SubstepPart part) {
    if (part.last()) s_.current_ = 1 - s_.current_;
  }
  Real output(const OutputRule& rule) const {
    if (m_.substeps > 1 && rule.quantity == quantity::contact_force)
      return at(m_.layout.step_forces)[rule.index];
    return Stepper::output(rule);
  }

 private:
  ActiveSet set_;
  const Real* live_ = nullptr;  // operators of the step; null: the file's
  LocalContact* live_local_ = nullptr;
};

}  // namespace mortise::MORTISE_ISA
