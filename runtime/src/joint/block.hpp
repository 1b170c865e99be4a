// A joint as one interface of an assembly: the parts of its step, and one sweep.
#pragma once

#include "mortise/kernel/contact/problem.hpp"
#include "step.hpp"

namespace mortise::MORTISE_ISA {

class JointBlock : JointStepper {
  template <class Ask>
  auto with_law(const Ask& ask) const {
    return with_tangential_law(law_.tangential, ask);
  }

 public:
  static constexpr bool kCompliant = true;

  JointBlock(const ModelView& m, State& s) : JointStepper(m, s) {}

  int rows() const { return joint_.rows; }
  int active() const { return closed_; }
  static bool activate(const Real*) { return true; }

  // ---- alone: the step of a model of its own
  SolveReport solve_alone(Status* st) {
    free_positions();
    const JointReport report = solve();
    closed_ = report.closed;
    if (!report.converged) *st |= status::kCAPPED;
    correct();
    alone_ = true;
    capped_ = !report.converged;
    return {report.iterations, report.residual, report.converged};
  }

  // ---- among others
  // Forces to start with, and their push on the modes.
  void add_warm_forces(Real* modal) {
    problem_ = problem();
    warm_forces(problem_);
    add_forces(modal);
  }
  // Positions of all rows under the forces as they are.
  void enter() { start_over(); }
  void start_over() {
    free_positions();
    problem_ = problem();
    JointStepper::add_forces(problem_);
  }
  Real* seen() const { return problem_.position; }              // (nrp) [m]
  const Real* forces() const { return of<Real>(l_.force); }     // (nr) [N]
  Real size() const { return size_ * (2 / m_.h); }
  Real sweep(const RowPushes& others) {
    problem_.others = others;
    return with_law([&](auto law) {
             using Law = decltype(law);
             return joint_sweep<Law, !std::is_same_v<Law, Frictionless>>(problem_);
           }) *
           (2 / m_.h);
  }
  Real residual() const {
    const Real off = with_law([&](auto law) {
      using Law = decltype(law);
      return joint_residual<Law, !std::is_same_v<Law, Frictionless>>(problem_);
    });
    return off > least_ ? off * (2 / m_.h) : Real(0);
  }
  void make_feasible() { gather(); }
  // Row forces from those of the points.
  void gather() { scatter(problem_.normal_mean, problem_.tangent_mean, of<Real>(l_.force)); }
  void add_forces(Real* modal) const {
    const int n = d_.modes();
    for (int r = 0; r < joint_.rows; ++r)
      add_scaled(modal, joint_.row + static_cast<std::ptrdiff_t>(r) * n, of<Real>(l_.force)[r], n);
  }
  Real loss() const {
    const PointEnergy e = point_energies(problem_);
    return e.friction + e.impact;
  }

  // ---- both
  // Returns 0 if what is remembered is finite.
  Real finish(Status* st) {
    remember();
    if (finite_ == 0) energies();
    if (finite_ == 0 && alone_ && capped_) *st |= limit();
    for (int k = 0; k < joint_.points && !alone_; ++k) closed_ += next(l_.pressure)[k] > 0 ? 1 : 0;
    return finite_;
  }
  void scale(Real factor) {
    for (int j = 0; j < joint_.rows_padded; ++j) next(l_.rate)[j] *= factor;
  }
  void stop() { forget_step(); }
  void commit() { s_.current_ = 1 - s_.current_; }
  Real output(const OutputRule& rule) const {
    return JointStepper::output(rule, *reinterpret_cast<const JointEnergies*>(now(l_.energies)));
  }

 private:
  JointProblem problem_;
  int closed_ = 0;
  bool alone_ = false, capped_ = false;
};

}  // namespace mortise::MORTISE_ISA
