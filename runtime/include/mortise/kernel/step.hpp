// One step, readable aloud: inputs -> predict -> activate -> solve -> limit -> correct -> commit.
//
// Compiled once per instruction set (pipeline.cc) and, with compile-time sizes, by Runtime<Sizes>.
// Nothing here sees the FlatBuffer; everything was checked when the model was opened.
#pragma once

#include "mortise/kernel/contact/active_contacts.hpp"
#include "mortise/kernel/contact/bore_rows.hpp"
#include "mortise/kernel/contact/contact_books.hpp"
#include "mortise/kernel/contact/passive_friction.hpp"
#include "mortise/kernel/contact/status_newton.hpp"
#include "mortise/kernel/modal_motion.hpp"

namespace mortise::MORTISE_ISA {

template <class Sizes>
class Stepper : protected ActiveContacts<Sizes> {
 public:
  Stepper(const ModelView& m, State& s) : Frame(m, s) {}

  Status run(const Real* u, Real* y) {
    Status st = begin_step(u);
    predict();
    ActiveSet set;
    if (d_.contacts() > 0) set = activate();
    SolveReport report;
    if (set.count > 0) {
      free_velocities(set);
      shift(set);
      report = solve_law(set, &st);
      st |= limit(set, report);
      correct(set);
    }
    return end_step(
        finite_ == 0, st, {set.count, report.iterations, 0, report.residual}, y,
        [&] {
          remember(set);
          book([this](int c, Real* moved) { tangents_moved(c, moved); });
        },
        [this](Real* kept) { outputs(kept); });
  }

 protected:
  using Frame = ActiveContacts<Sizes>;
  using Frame::activate;
  using Frame::at;
  using Frame::begin_step;
  using Frame::d_;
  using Frame::end_step;
  using Frame::gathered;
  using Frame::indices;
  using Frame::m_;
  using Frame::memories;
  using Frame::path_;
  using Frame::q;
  using Frame::q_next;
  using Frame::s_;
  using Frame::v;
  using Frame::v_next;

  // Free motion v*, q*, and the position at which gaps are predicted.
  void predict() {
    const bool contacts = d_.contacts() > 0, start = m_.start_activation;
    Real* probe = at(m_.layout.probe);
    const Pack half_h = Pack::all(m_.half_h);
    Pack path = Pack::all(0);
    finite_ = free_motion(motion_of(m_, d_), q(), v(), at(m_.layout.input_mean), q_next(), v_next(),
                          [&](int j, const Pack& vj, const Pack& qj, const Pack&, const Pack& x) {
                            if (!contacts) return;
                            const Pack here = start ? qj + half_h * vj : x;
                            const Pack moved = here - Pack::load(probe + j);
                            path = path + moved * moved;
                            here.store(probe + j);
                          });
    path_ = square_root(sum(path)) * (1 + Frame::kPathMargin);
  }

  // Interface velocities without contact: b = W v*, and W v at the start where a law needs it.
  void free_velocities(const ActiveSet& set) {
    const int n = d_.modes(), count = set.whole ? d_.contacts() : set.count;
    Real *b = at(m_.layout.free_velocity), *start = at(m_.layout.start_velocity);
    const Real* vf = v_next();
    for (int i = 0; i < count; ++i) {
      const int c = set.whole ? i : set.contact[i];
      const Real* rows = m_.contact_rows + static_cast<std::ptrdiff_t>(3 * c) * n;
      if (s_.needs_start_velocity_) {
        dot_rows_twice<3>(rows, n, vf, v(), n, b + 3 * i, start + 3 * i);
      } else {
        dot_rows<3>(rows, n, vf, n, b + 3 * i);
      }
    }
    for (int j = 3 * count; j < set.ld; ++j) b[j] = start[j] = 0;
  }

  // Restitution and mean-velocity friction are shifts of the free velocity: the law acts on
  // u_n + e u_n(start) and u_t + kappa u_t(start).
  void shift(const ActiveSet& set) {
    Real* shift = at(m_.layout.shift);
    fill_zero(shift, set.ld);
    if (!s_.needs_start_velocity_) return;
    Real* b = at(m_.layout.free_velocity);
    const Real* start = at(m_.layout.start_velocity);
    const int count = set.whole ? d_.contacts() : set.count;
    for (int i = 0; i < count; ++i) {
      const int c = set.whole ? i : set.contact[i];
      const Real curvature = m_.curvature ? m_.curvature[c] : Real(0);
      const Real approach = -start[3 * i] - curvature;
      Real e = at(m_.layout.restitution)[c];
      if (approach < m_.restitution_threshold && approach >= 0) e = 0;
      if (m_.energy_safe && approach < 0) e = 1;
      if (m_.curvature && approach <= curvature) e = 1;
      const Real kappa =
          m_.mean_friction || opposes_mean_ ? Real(1) : at(m_.layout.restitution_tangential)[c];
      shift[3 * i] = e * start[3 * i];
      if (m_.curvature) shift[3 * i] -= (1 - e) * curvature;
      shift[3 * i + 1] = kappa * start[3 * i + 1];
      shift[3 * i + 2] = kappa * start[3 * i + 2];
      for (int j = 3 * i; j < 3 * i + 3; ++j) b[j] += shift[j];
    }
  }

  // Warm start: forces and statuses of the last step; a contact that enters starts as stick.
  void warm_start(const ActiveSet& set, const ContactIterate& x) {
    const Real* lambda = at(m_.layout.lambda);
    const ContactMemory* memory = memories(m_.layout.contact_memory);
    const int count = set.whole ? d_.contacts() : set.count;
    for (int i = 0, k = 0; i < count; ++i) {
      const bool taking_part = !set.whole || (k < set.count && set.contact[k] == i);
      const int c = set.whole ? i : set.contact[i];
      k += taking_part ? 1 : 0;
      ContactMemory& to = x.memory[i];
      const bool stays = taking_part && memory[c].active;
      to = memory[c];
      to.active = taking_part ? 1 : 0;
      if (!taking_part) {
        to.status = contact_status::kInactive;
      } else if (!stays) {
        to.status = at(m_.layout.friction)[c] > 0 ? contact_status::kStick : contact_status::kSlip;
        to.slip_multiplier = 0;
        to.direction[0] = 1;
        to.direction[1] = 0;
        to.slip_ratio = 0;
      }
      for (int axis = 0; axis < 3; ++axis)
        x.force[3 * i + axis] = stays ? lambda[3 * c + axis] : Real(0);
    }
    for (int j = 3 * count; j < set.ld; ++j) x.force[j] = 0;
  }

  ContactProblem problem(const ActiveSet& set) {
    ContactProblem p;
    set_problem(set, &p);
    return p;
  }
  // In place: a copy would wait for what has just been written.
  MORTISE_INLINE void set_problem(const ActiveSet& set, ContactProblem* problem) {
    ContactProblem& p = *problem;
    p.count = set.whole ? d_.contacts() : set.count;
    p.delassus = set.whole ? m_.delassus : gathered(set);
    p.ld = set.ld;
    p.free_velocity = at(m_.layout.free_velocity);
    p.contact = set.whole ? indices(m_.layout.identity) : set.contact;
    p.local = reinterpret_cast<const LocalContact*>(m_.local_contacts);
    p.friction = at(m_.layout.friction);
    p.tolerance = m_.tolerance;
  }
  ContactIterate iterate() const {
    return {at(m_.layout.force), at(m_.layout.velocity), memories(m_.layout.contact_work)};
  }

  // The forces of the law, two solves at most.
  SolveReport solve_law(const ActiveSet& set, Status* st) {
    warm_start(set, iterate());
    SolveReport report = solve(set, st);
    if (!m_.passive_friction) return report;
    PassiveBlend blend;
    blend.from = power(set);
    if (!blend.from.drives(m_.tolerance) || !rubs(set)) return report;
    keep_for_blend(set);
    oppose_mean_velocity(set);
    const SolveReport second = solve(set, st);
    report.iterations += second.iterations;
    report.converged = report.converged && second.converged;
    report.residual = report.residual > second.residual ? report.residual : second.residual;
    if (this->blend(set, &blend) > PassiveBlend::kNotice) *st |= status::kBLENDED;
    return report;
  }

  ContactPower power(const ActiveSet& set) const {
    ContactPower power;
    const Real *b = at(m_.layout.free_velocity), *u = at(m_.layout.velocity);
    const Real *sh = at(m_.layout.shift), *r = at(m_.layout.force);
    const Real* start = at(m_.layout.start_velocity);
    for (int j = 0; j < rows_of(set); ++j) power.add(r[j], u[j] - b[j], start[j], b[j] - sh[j]);
    return power;
  }
  // Without friction both laws are the same.
  bool rubs(const ActiveSet& set) const {
    const Real* friction = at(m_.layout.friction);
    const int count = set.whole ? d_.contacts() : set.count;
    bool any = false;
    for (int i = 0; i < count; ++i) any = any || friction[set.whole ? i : set.contact[i]] > 0;
    return any;
  }
  int rows_of(const ActiveSet& set) const { return 3 * (set.whole ? d_.contacts() : set.count); }

  // ---- passive friction, by rows; an assembly blends the rows of several interfaces
  void keep_for_blend(const ActiveSet& set) {
    const Real *b = at(m_.layout.free_velocity), *u = at(m_.layout.velocity);
    copy(at(m_.layout.blend_force), at(m_.layout.force), set.ld);
    Real* motion = at(m_.layout.blend_motion);
    for (int j = 0; j < set.ld; ++j) motion[j] = u[j] - b[j];
  }
  // The law from now on as friction_velocity = mean has it; velocities follow.
  void oppose_mean_velocity(const ActiveSet& set) {
    Real *b = at(m_.layout.free_velocity), *u = at(m_.layout.velocity), *sh = at(m_.layout.shift);
    const Real* start = at(m_.layout.start_velocity);
    opposes_mean_ = true;
    for (int j = 0; j < rows_of(set); ++j) {
      if (j % 3 == 0) continue;
      const Real more = start[j] - sh[j];
      sh[j] += more;
      b[j] += more;
      u[j] += more;
    }
  }
  void add_to_blend(const ActiveSet& set, PassiveBlend* blend) const {
    const Real *b = at(m_.layout.free_velocity), *u = at(m_.layout.velocity);
    const Real *sh = at(m_.layout.shift), *start = at(m_.layout.start_velocity);
    const Real *r0 = at(m_.layout.blend_force), *g0 = at(m_.layout.blend_motion);
    const Real* r = at(m_.layout.force);
    for (int j = 0; j < rows_of(set); ++j)
      blend->add(r0[j], g0[j], r[j], u[j] - b[j], start[j], b[j] - sh[j]);
  }
  // Velocities are no longer those of the forces.
  void mix(const ActiveSet& set, Real share) {
    const Real* r0 = at(m_.layout.blend_force);
    Real* r = at(m_.layout.force);
    for (int j = 0; j < rows_of(set); ++j) r[j] = r0[j] + share * (r[j] - r0[j]);
  }
  Real blend(const ActiveSet& set, PassiveBlend* blend) {
    add_to_blend(set, blend);
    const Real share = blend->share();
    mix(set, share);
    interface_velocity(problem(set), at(m_.layout.force), at(m_.layout.velocity));
    return share;
  }

  // From the forces and statuses as they are.
  SolveReport solve(const ActiveSet& set, Status* st) {
    const ContactProblem p = problem(set);
    const ContactIterate x = iterate();
    SolveReport report;
    if (!m_.newton) {
      report = gauss_seidel(p, x, m_.sweep_cap);
    } else {
      report = newton(set, p, x, st);
    }
    if (!report.converged) *st |= status::kCAPPED;
    return report;
  }

  // Sweeps first where few contacts are closed, Newton otherwise; after sweeps that failed they
  // are left out for a few contact steps.
  SolveReport newton(const ActiveSet& set, const ContactProblem& p, const ContactIterate& x,
                     Status* st) {
    NewtonWork w;
    w.inverse = set.whole ? m_.delassus_inverse : nullptr;
    w.free_force = at(m_.layout.free_force);
    w.system = at(m_.layout.system);
    w.best_force = at(m_.layout.best_force);
    w.unknowns = at(m_.layout.unknowns);
    w.index = indices(m_.layout.unknown_rows);
    w.cap = m_.newton_cap;
    w.tail = m_.tail_sweeps;
    StatusNewton solver(p, x, w);
    SolveReport report;
    if (set.whole && set.count == d_.contacts() && solver.all_stick()) {
      report.iterations = 1;
      report.converged = true;
      return report;
    }
    if (!set.whole && s_.sweep_backoff_ == 0) {
      report = gauss_seidel(p, x, m_.sweep_cap);
      if (report.converged) return report;
      s_.sweep_backoff_ = kSweepBackoff;
      warm_start(set, x);
    } else if (s_.sweep_backoff_ > 0) {
      --s_.sweep_backoff_;
    }
    const int swept = report.iterations;
    report = solver.solve();
    report.iterations += swept;
    if (solver.fell_back()) *st |= status::kFALLBACK;
    return report;
  }

  // Contact power over the step, w(s) = s lambda.(u_start + b)/2 + s^2 lambda.G lambda / 2 for the
  // forces scaled by s, must not be positive. Laws that are passive by construction are limited in
  // every step, the others only when the solver has stopped early.
  Status limit(const ActiveSet& set, const SolveReport& report) {
    const bool passive_law = m_.energy_safe && (m_.mean_friction || m_.passive_friction);
    if (report.converged && !passive_law) return status::kOk;
    if (!s_.needs_start_velocity_) start_velocities(set);
    const ContactPower now = power(set);
    if (!(now.total() > 0) || !(now.quadratic > 0)) return status::kOk;
    const Real s = now.linear < 0 ? -now.linear / now.quadratic : Real(0);
    Real* r = at(m_.layout.force);
    for (int j = 0; j < rows_of(set); ++j) r[j] *= s;
    return 1 - s > kLimitNotice ? status::kLIMITED : status::kOk;
  }

  void start_velocities(const ActiveSet& set) {
    const int n = d_.modes(), count = set.whole ? d_.contacts() : set.count;
    for (int i = 0; i < count; ++i) {
      const int c = set.whole ? i : set.contact[i];
      dot_rows<3>(m_.contact_rows + static_cast<std::ptrdiff_t>(3 * c) * n, n, v(), n,
                  at(m_.layout.start_velocity) + 3 * i);
    }
  }

  // By f = W^T lambda.
  void correct(const ActiveSet& set) {
    const Real* r = at(m_.layout.force);
    const int n = d_.modes();
    const auto push = [&](int j, auto& f) {
      constexpr int kPacks = static_cast<int>(sizeof f / sizeof *f);
      for (int k = 0; k < kPacks; ++k) f[k] = Pack::all(0);
      for (int i = 0; i < set.count; ++i) {
        const int c = set.contact[i];
        const Real* ri = r + 3 * (set.whole ? c : i);
        const Real* rows = m_.contact_rows + static_cast<std::ptrdiff_t>(3 * c) * n + j;
        const Pack r0 = Pack::all(ri[0]), r1 = Pack::all(ri[1]), r2 = Pack::all(ri[2]);
        for (int k = 0; k < kPacks; ++k) {
          const Real* w = rows + k * kLanes;
          f[k] = f[k] + Pack::load(w) * r0;
          f[k] = f[k] + Pack::load(w + n) * r1;
          f[k] = f[k] + Pack::load(w + 2 * n) * r2;
        }
      }
    };
    finite_ += correct_motion(motion_of(m_, d_), q_next(), v_next(), push);
  }

  // Forces and statuses of the contacts that took part, for the next step's start.
  // from_before: what took part until now is what events of the step begin with.
  void remember(const ActiveSet& set, bool from_before = true) {
    Real* lambda = at(m_.layout.lambda);
    ContactMemory* memory = memories(m_.layout.contact_memory);
    std::int32_t* previous = indices(m_.layout.previous);
    std::int32_t* before = indices(m_.layout.contacts_before);
    if (from_before) s_.contacts_before_ = s_.committed_contacts_;
    for (int i = 0; i < s_.committed_contacts_; ++i) {
      Real* old = lambda + 3 * previous[i];
      old[0] = old[1] = old[2] = 0;
      memory[previous[i]].active = 0;
      if (from_before) before[i] = 4 * previous[i] + memory[previous[i]].status;
    }
    const ContactMemory* work = memories(m_.layout.contact_work);
    const Real* r = at(m_.layout.force);
    for (int i = 0; i < set.count; ++i) {
      const int c = set.contact[i], from = set.whole ? c : i;
      previous[i] = c;
      memory[c] = work[from];
      for (int axis = 0; axis < 3; ++axis) lambda[3 * c + axis] = r[3 * from + axis];
    }
    s_.committed_contacts_ = set.count;
  }

  // What outputs ask of the forces that have just been remembered, where some do.
  //   moved(c, m)  leaves in m how far the tangents of contact c have moved in the step (2) [m]
  template <class Moved>
  void book(const Moved& moved) {
    if (!m_.contact_books) return;
    ContactBook* book = s_.template at<ContactBook>(m_.layout.contact_books);
    const Real* lambda = at(m_.layout.lambda);
    for (int c = 0; c < d_.contacts(); ++c, ++book, lambda += 3) {
      for (int axis = 0; axis < 3; ++axis) {
        book->impulse[axis] += m_.h * lambda[axis];
        book->filtered[axis] =
            m_.filter_keep * book->filtered[axis] + (1 - m_.filter_keep) * lambda[axis];
      }
      if (lambda[1] == 0 && lambda[2] == 0) continue;
      Real m[2];
      moved(c, m);
      book->friction -= lambda[1] * m[0] + lambda[2] * m[1];
    }
  }
  // By the velocities at both ends of the step, before or after it is committed.
  void tangents_moved(int c, Real* moved) const {
    const Real* rows = m_.contact_rows + static_cast<std::ptrdiff_t>(3 * c + 1) * d_.modes();
    Real other[2];
    dot_rows_twice<2>(rows, d_.modes(), v(), v_next(), d_.modes(), moved, other);
    for (int axis = 0; axis < 2; ++axis) moved[axis] = m_.half_h * (moved[axis] + other[axis]);
  }

  void outputs(Real* y) const {
    const int leading = m_.leading_modal_outputs;
    for (int k = 0; k < leading; ++k) y[k] = q()[k];
    for (int k = leading; k < d_.outputs(); ++k) y[k] = output(m_.output_rules[k]);
  }
  MORTISE_INLINE Real output(const OutputRule& o) const {
    if (o.quantity == quantity::contact_force) return at(m_.layout.lambda)[o.index];
    if (o.quantity >= quantity::contact_impulse) return booked_output(m_, s_, o);
    if (o.quantity != quantity::gap) return this->modal_output(o, q(), v());
    if (m_.bore_rows) return bore_gap(m_, at(m_.layout.clearance), o.index, q());
    Real w;
    dot_rows<1>(m_.contact_rows + static_cast<std::ptrdiff_t>(3 * o.index) * d_.modes(), 0, q(),
                d_.modes(), &w);
    return at(m_.layout.clearance)[o.index] + w;
  }

  static constexpr int kSweepBackoff = 4;
  static constexpr Real kLimitNotice = 1e-9;  // smaller scalings are rounding, not worth a status

  Real finite_ = 0;            // 0 if the result is finite
  bool opposes_mean_ = false;  // passive friction whose power would have been positive
};

// The step of a model with unilateral contacts, or without any.
template <class Sizes>
MORTISE_INLINE Status step_contacts(const ModelView& m, State& s, const Real* u, Real* y) {
  if (!m.bore_rows) return Stepper<Sizes>(m, s).run(u, y);
  const ModelView turned = BoreRows<Sizes>(m, s).turn();
  return Stepper<Sizes>(turned, s).run(u, y);
}

}  // namespace mortise::MORTISE_ISA
