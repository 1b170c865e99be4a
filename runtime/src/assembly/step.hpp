// The step of an assembly, readable aloud: inputs -> free motion -> every group of interfaces ->
// commit all or none.
//
// A group with one interface that takes part is solved as a model of its own, others together
// (group_solve.hpp). Bolted contacts kick their modes before and after that (bolted/block.hpp). A
// group with films may take several substeps, each as a step of its own: all
// but the last one end here, the last one with the step.
#pragma once

#include "mortise/groups.hpp"

#include "../energy_outputs.hpp"
#include "moving_rows.hpp"
#if !defined(MORTISE_NO_BOLTED)
#include "../bolted/block.hpp"
#endif
#if !defined(MORTISE_NO_FILM)
#include "film_group.hpp"
#include "substeps.hpp"
#endif

namespace mortise::MORTISE_ISA {

class AssemblyStepper : StepFrame<DynamicSizes> {
 public:
  AssemblyStepper(const AssemblyView& m, State& s) : Frame(m, s), a_(m) {
    for (int g = 0; g < a_.groups; ++g) make_blocks(a_.group[g]);
  }

  Status run(const Real* u, Real* y) {
    Status st = begin_step(u);
    if (a_.energies) {
      total_ = books();
      for (int k = 0; k < a_.interfaces; ++k) energies_[k] = before_[k] = books(k);
    }
    const Real* from = v();
#if !defined(MORTISE_NO_BOLTED)
    if (a_.kicked) from = kicked();
#endif
    finite_ = free_motion(motion_of(m_, d_), q(), from, at(m_.layout.input_mean), q_next(),
                          v_next(), [](int, const Pack&, const Pack&, const Pack&, const Pack&) {});
#if !defined(MORTISE_NO_BOLTED)
    each_bolted([](int, BoltedBlock& b) { b.hold(); });
#endif
    StepAccount account;
    for (int g = 0; g < a_.groups; ++g) st |= solve_group(g, &account);
    for (int g = 0; g < a_.groups; ++g) st |= finish(g, &account);
    if (finite_ == 0 && a_.energies) balance();
    for (int g = 0; g < a_.groups && finite_ == 0; ++g) pay_debts(g);
    for (int g = 0; g < a_.groups && finite_ == 0; ++g)
      if (unfinished_[g]) {
        const Status limited = limit(g);
        reports()[g].status |= limited;
        st |= limited;
      }
#if !defined(MORTISE_NO_BOLTED)
    if (a_.kicked && finite_ == 0) st |= solve_bolted(&account);
#endif
    if (finite_ == 0 && a_.energies) finite_ += balance_finite();
    for (int g = 0; g < a_.groups && finite_ == 0; ++g)
      each_of(a_.group[g], [&](auto& b) { b.keep(last_part(a_.group[g])); });
#if !defined(MORTISE_NO_FILM)
    for (int g = 0; g < a_.groups; ++g)
      if (a_.group[g].substeps > 1) StartOfStep(a_, s_).restore(a_.group[g], finite_ == 0);
#endif
    st = end_step(
        finite_ == 0, st, account, y,
        [&] {
          for (int g = 0; g < a_.groups; ++g)
            each_of(a_.group[g], [&](auto& b) { b.commit(last_part(a_.group[g])); });
#if !defined(MORTISE_NO_BOLTED)
          each_bolted([](int, BoltedBlock& b) { b.commit(); });
#endif
          if (!a_.energies) return;
          books() = total_;
          for (int k = 0; k < a_.interfaces; ++k) books(k) = energies_[k];
        },
        [this](Real* kept) { outputs(kept); });
#if !defined(MORTISE_NO_SLIDING)
    note_not_sliding(st, &s_.statistics_);
#endif
    return st;
  }

  // Books of the energy anew, for q, v and what the interfaces remember.
  void start() {
    const ModalEnergy modal = modal_energy(motion_of(m_, d_), m_.omega, m_.damping, last_inputs(),
                                           v(), v(), q(), m_.dims.modes);
    books() = {modal.kinetic, modal.strain, 0, 0, 0};
    for (int k = 0; k < a_.interfaces; ++k) {
      books(k) = {};
      block_[k].visit([&](auto& b) { books(k).stored = b.stored(); });
    }
#if !defined(MORTISE_NO_BOLTED)
    each_bolted([this](int k, BoltedBlock& b) { books(k).stored = b.stored(); });
#endif
    for (int k = 0; k < a_.interfaces; ++k) books().strain += books(k).stored;
  }

  void outputs_at_rest(Real* y) {
    at_rest_ = true;
    outputs(y);
    for (int k = 0; k < d_.outputs(); ++k)
      if (m_.output_rules[k].quantity == quantity::acceleration) y[k] = 0;
  }

 private:
  using Frame = StepFrame<DynamicSizes>;

  GroupReport* reports() const {
    static_assert(sizeof(GroupReport) == kGroupReportBytes, "as the layout counts");
    return assembly::part_at<GroupReport>(m_, s_, a_.parts.reports);
  }
  Real* part(std::uint32_t offset) const { return assembly::part_at<Real>(m_, s_, offset); }
  AssemblyEnergies& books() const {
    return *assembly::part_at<AssemblyEnergies>(m_, s_, a_.parts.energies);
  }
  InterfaceEnergies& books(int interface) const {
    return assembly::part_at<InterfaceEnergies>(m_, s_, a_.parts.interface_energies)[interface];
  }

  void make_blocks(const GroupView& group) {
    std::uint64_t film = 0;
    for (int i = 0; i < group.count; ++i) {
      const int k = static_cast<int>(group.interface[i]);
      block_[k].make(a_, s_, k, group, film);
      film += a_.interface[k].shape.film_bytes;
    }
  }

  static SubstepPart last_part(const GroupView& group) {
    return {group.substeps - 1, group.substeps};
  }

  // What the interfaces of a group remember of the step, or substep. Returns what they tell.
  Status finish(int g, StepAccount* account) {
    Status told = status::kOk;
    int active = 0;
    each_of(a_.group[g], [&](auto& b) {
      finite_ += b.finish();
      active += b.active();
      told |= b.told();
    });
    // of all substeps the one with most
    if (active > active_[g]) {
      account->active += active - active_[g];
      active_[g] = active;
    }
    reports()[g].status |= told;
    return told;
  }

  // Energy at t_n+1 and what was lost until then.
  void balance() {
    ModalEnergy all = modal(0, m_.dims.modes);
    for (int g = 0; g < a_.groups; ++g) {
      if (a_.group[g].films == 0) continue;
      const ModalEnergy as_others = modal(a_.group[g].first_mode, a_.group[g].modes);
      const ModalEnergy own = of_group(g);
      all.loss += own.loss - as_others.loss;
      all.work += own.work - as_others.work;
    }
    total_ = {all.kinetic, all.strain, total_.material + all.loss, total_.external + all.work,
              total_.limited};
    for (int k = 0; k < a_.interfaces; ++k) {
      add_energies(k);
      total_.strain += energies_[k].stored;
    }
  }
  void add_energies(int k) {
    block_[k].visit([&](auto& b) {
      b.add_energies(&energies_[k]);
      total_.external += b.drive();
    });
  }
  // 0 if all energies are finite, and the sums of them that outputs make.
  Real balance_finite() const {
    Real losses = total_.limited;
    for (int k = 0; k < a_.interfaces; ++k) losses += energies_[k].impact + energies_[k].friction;
    return (total_.kinetic + total_.strain + total_.material + total_.external + losses) * 0;
  }
  ModalEnergy modal(int first, int modes) const {
    Motion m = motion_of(m_, d_);
    m.constant += first;
    m.from_input += m.inputs > 0 ? first : 0;
    m.admittance += first;
    if (first + modes > m_.dims.modes) modes = m_.dims.modes - first;  // padding has no inertia
    return modal_energy(m, m_.omega + first, m_.damping + first, at(m_.layout.input_mean),
                        v() + first, v_next() + first, q_next() + first, modes);
  }

  // Energy of a group whose motion is that of its solve; work: without what drives its interfaces.
  ModalEnergy of_group(int g) const {
    const GroupView& group = a_.group[g];
    ModalEnergy e = modal(group.first_mode, group.modes);
#if !defined(MORTISE_NO_FILM)
    if (group.films > 0) {
      e.loss = stage_energy_[g].loss;
      e.work = stage_energy_[g].work;
    }
#endif
    return e;
  }

#if !defined(MORTISE_NO_BOLTED)
  template <class Visit>
  MORTISE_INLINE void each_bolted(const Visit& visit) {
    for (int k = 0; k < a_.interfaces && a_.kicked; ++k) {
      if (!a_.interface[k].is_bolted()) continue;
      BoltedBlock block(a_.interface[k], assembly::state_of(a_, s_, k));
      visit(k, block);
    }
  }

  // Velocities at the start of the step, kicked.
  const Real* kicked() {
    Real* from = part(a_.parts.pushed);
    copy(from, v(), d_.modes());
    each_bolted([&](int k, BoltedBlock& b) { b.begin(from + a_.interface[k].first_mode); });
    return from;
  }

  // Clusters, books and the last kick of all bolted interfaces.
  Status solve_bolted(StepAccount* account) {
    Status all = status::kOk;
    for (int g = 0; g < a_.groups; ++g)
      each_index(a_.group[g], [&](int k) {
        if (!a_.interface[k].is_bolted()) return;
        BoltedBlock b(a_.interface[k], assembly::state_of(a_, s_, k));
        const Real before = b.twice_kinetic();
        StepAccount own;
        const Status st = b.end(&own);
        finite_ += b.finite() ? 0 : 1;
        all |= st;
        GroupReport& told = reports()[g];
        told.status |= st;
        told.interfaces += own.active > 0 ? 1 : 0;
        told.iterations += static_cast<std::uint32_t>(own.iterations);
        told.residual = larger(told.residual, own.residual);
        account->active += own.active;
        account->iterations += own.iterations;
        account->residual = larger(account->residual, own.residual);
        if (!a_.energies) return;
        const BoltedBooks &now = b.books_next(), &last = b.books_before();
        total_.kinetic += Real(0.5) * (b.twice_kinetic() - before);
        total_.strain += now.strain - energies_[k].stored;
        total_.external += now.external - last.external;
        energies_[k].stored = now.strain;
        energies_[k].friction += now.friction - last.friction;
      });
    return all;
  }
#endif

  Status solve_group(int g, StepAccount* account) {
    const GroupView& group = a_.group[g];
    Status st = status::kOk;
    unfinished_[g] = false;
    active_[g] = 0;
    GroupReport& told = reports()[g];
    told = {};
#if !defined(MORTISE_NO_FILM)
    if (group.films > 0) return solve_with_films(g, account);
#endif
#if !defined(MORTISE_NO_POSITION)
    if (group.positions) push_held(group);
#endif
    activate(group);
    if (count_ == 0) return st;
    SolveReport report;
    if (count_ == 1) {
      member_[0].block->visit_rows([&](auto& b) {
        report = b.solve_alone(&st);
        // contacts have limited themselves
        unfinished_[g] = std::decay_t<decltype(b)>::kCompliant && !report.converged;
      });
    } else {
      bool fell_back = false;
      report =
          GroupSolve(a_, s_, group, member_, count_, push_, couplings(group)).run(&st, &fell_back);
      if (fell_back) st |= status::kFALLBACK;
      if (!report.converged) st |= status::kCAPPED;
      correct(group);
      unfinished_[g] = !report.converged;
    }
    told = {st, static_cast<std::uint32_t>(count_), static_cast<std::uint32_t>(report.iterations),
            0, report.residual};
    account->iterations += report.iterations;
    account->residual = larger(account->residual, report.residual);
    return st;
  }

#if !defined(MORTISE_NO_FILM)
  Status solve_with_films(int g, StepAccount* account) {
    const GroupView& group = a_.group[g];
    if (group.substeps == 1) return solve_part(g, account);
    StartOfStep start(a_, s_);
    Real* inputs = at(m_.layout.input_trial);
    start.keep(group, inputs);
    Status st = status::kOk;
    for (SubstepPart part{0, group.substeps};; ++part.number) {
      start.hold_inputs(part, inputs);
      average_inputs();
      st |= solve_part(g, account);
      if (part.last() || finite_ != 0) break;
      st |= pass_on(g, part, account);
      if (finite_ != 0) break;
    }
    start.restore_inputs(inputs);
    average_inputs();
    return st;
  }
  Status solve_part(int g, StepAccount* account) {
    const GroupView& group = a_.group[g];
    Status st = status::kOk;
    FilmGroup solve(a_, s_, group, {q(), v(), q_next(), v_next(), at(m_.layout.input_trial)},
                    block_, member_, push_, live());
    SolveReport report;
    int passes = 0;
    finite_ += solve.run(&st, &report, &passes);
    unfinished_[g] = !report.converged;
    stage_energy_[g] = solve.energy();
    GroupReport& told = reports()[g];
    const auto members = static_cast<std::uint32_t>(solve.members() + group.films);
    told.status |= st;
    told.interfaces = members > told.interfaces ? members : told.interfaces;
    told.iterations += static_cast<std::uint32_t>(passes);
    told.residual = larger(told.residual, report.residual);
    account->iterations += report.iterations + solve.film_solves();
    account->rebuilds += solve.rebuilds();
    account->residual = larger(account->residual, report.residual);
    return st;
  }

  // What comes after a substep that is not the last one of its step, as after a step: books,
  // limiter, and the group stands where the next one starts.
  Status pass_on(int g, SubstepPart part, StepAccount* account) {
    const GroupView& group = a_.group[g];
    Status st = finish(g, account);
    if (finite_ != 0) return st;
    if (a_.energies) {
      total_.material += stage_energy_[g].loss;
      total_.external += stage_energy_[g].work;
      each_index(group, [this](int k) { add_energies(k); });
    }
    pay_debts(g);
    if (unfinished_[g]) {
      const Status limited = limit(g);
      reports()[g].status |= limited;
      st |= limited;
    }
    each_of(group, [&](auto& b) {
      b.keep(part);
      b.commit(part);
    });
    copy(at(m_.layout.q[s_.current_]) + group.first_mode, q_next() + group.first_mode, group.modes);
    copy(at(m_.layout.v[s_.current_]) + group.first_mode, v_next() + group.first_mode, group.modes);
    each_index(group, [this](int k) { before_[k] = energies_[k]; });
    make_blocks(group);
    return st;
  }
#endif

#if !defined(MORTISE_NO_FILM) || !defined(MORTISE_NO_SLIDING)
  // Couplings of a group that makes its own in every step.
  Couplings live() { return {live_coupling_, a_.interfaces}; }
#endif

  // Couplings of the members that take part in the running step.
  Couplings couplings([[maybe_unused]] const GroupView& group) {
#if !defined(MORTISE_NO_SLIDING)
    if (group.moving) {
      for (int i = 0; i < count_; ++i)
        if (SlidingBlock* sliding = member_[i].block->sliding()) sliding->turn_rows();
      MovingRows(a_, member_, count_, part(a_.parts.moving), live());
      return live();
    }
#endif
    return a_.coupling;
  }

  // Who takes part: compliant interfaces always, contacts by the motion that the forces of
  // compliant ones, as they were, leave them.
  void activate(const GroupView& group) {
    Real *modal = part(a_.parts.modal_force), *pushed = part(a_.parts.pushed);
    const int begin = group.first_mode, end = begin + group.modes;
    fill_zero(modal + begin, group.modes);
    bool any = false, all = true;
    for (int i = 0; i < group.count; ++i) {
      const int k = static_cast<int>(group.interface[i]);
      block_[k].visit([&](auto& b) {
        if constexpr (std::decay_t<decltype(b)>::kCompliant) {
          any = true;
          if (group.count > 1) b.add_warm_forces(modal + a_.interface[k].first_mode);
        } else {
          all = false;
        }
      });
    }
    const Real* ends = q_next();
    if (any && !all) {
      const Pack half_h = Pack::all(m_.half_h);
      for (int j = begin; j < end; j += kLanes)
        (Pack::load(q_next() + j) +
         half_h * (Pack::load(m_.admittance + j) * Pack::load(modal + j)))
            .store(pushed + j);
      ends = pushed;
    }
    count_ = 0;
    for (int i = 0; i < group.count; ++i) {
      const int k = static_cast<int>(group.interface[i]);
      block_[k].visit([&](auto& b) {
        if (b.activate(ends + a_.interface[k].first_mode))
          member_[count_++] = {&block_[k], k, {}, 0};
      });
    }
  }

  void correct(const GroupView& group) {
    Real* modal = part(a_.parts.modal_force);
    fill_zero(modal + group.first_mode, group.modes);
    for (int i = 0; i < count_; ++i)
      member_[i].block->visit_rows([&](auto& b) {
        b.gather();
        b.add_forces(modal + a_.interface[member_[i].interface].first_mode);
      });
    move(group, modal);
  }
#if !defined(MORTISE_NO_POSITION)
  // By forces that act from the start of the step on.
  void push_held(const GroupView& group) {
    Real* modal = part(a_.parts.modal_force);
    fill_zero(modal + group.first_mode, group.modes);
    each_index(group, [&](int k) {
      if (PositionBlock* b = block_[k].position())
        b->add_held_forces(modal + a_.interface[k].first_mode);
    });
    move(group, modal);
  }
#endif
  // What contacts at position level have gained beyond their banks is taken out of the motion.
  void pay_debts([[maybe_unused]] int g) {
#if !defined(MORTISE_NO_POSITION)
    if (!a_.group[g].positions) return;
    each_index(a_.group[g], [&](int k) {
      PositionBlock* b = block_[k].position();
      if (!b) return;
      const Real paid = b->pay(&unfinished_[g]);
      total_.kinetic -= paid;
      energies_[k].impact += paid;
    });
#endif
  }
  // The end of the step by forces on the modes.
  void move(const GroupView& group, const Real* modal) {
    const Pack half_h = Pack::all(m_.half_h), zero = Pack::all(0), huge = Pack::all(kHuge);
    Pack finite = zero;
    const int end = group.first_mode + group.modes;
    for (int j = group.first_mode; j < end; j += kLanes) {
      const Pack dv = Pack::load(m_.admittance + j) * Pack::load(modal + j);
      const Pack vj = Pack::load(v_next() + j) + dv, qj = Pack::load(q_next() + j) + half_h * dv;
      vj.store(v_next() + j);
      qj.store(q_next() + j);
      finite = finite + (vj * huge + qj * huge) * zero;
    }
    finite_ += sum(finite);
  }

  template <class Visit>
  MORTISE_INLINE void each_of(const GroupView& group, const Visit& visit) {
    for (int i = 0; i < group.count; ++i) block_[group.interface[i]].visit(visit);
  }
  template <class Visit>
  static void each_index(const GroupView& group, const Visit& visit) {
    for (int i = 0; i < group.count; ++i) visit(static_cast<int>(group.interface[i]));
  }

  // After a solve that met its cap, energy that the interfaces have made together is taken from the
  // motion of the group; if there is more of it, the group stops where it was.
  Status limit(int g) {
    const GroupView& group = a_.group[g];
    Real loss = 0;
    each_of(group, [&](auto& b) { loss += b.loss(); });
    if (!(loss < 0)) return status::kOk;
    Real* v = v_next() + group.first_mode;
    const Real kinetic = kinetic_energy(v, group.modes);
    if (-loss < kinetic) {
      const Real scale = square_root(1 + loss / kinetic);
      for (int j = 0; j < group.modes; ++j) v[j] *= scale;
      each_of(group, [&](auto& b) { b.scale(scale); });
      total_.kinetic += loss;
      total_.limited -= loss;
    } else {
      ModalEnergy lost = a_.energies ? of_group(g) : ModalEnergy{};
      each_of(group, [&](auto& b) { lost.work += b.drive(); });
      copy(q_next() + group.first_mode, q() + group.first_mode, group.modes);
      fill_zero(v, group.modes);
      each_of(group, [](auto& b) { b.stop(); });
      if (a_.energies) stop_books(group, lost);
    }
    return status::kLIMITED;
  }
  // Books as if nothing had happened to the group in this step but that its motion is lost.
  void stop_books(const GroupView& group, const ModalEnergy& lost) {
    const ModalEnergy rest = modal(group.first_mode, group.modes);
    total_.kinetic += rest.kinetic - lost.kinetic;
    total_.strain += rest.strain - lost.strain;
    total_.material -= lost.loss;
    total_.external -= lost.work;
    total_.limited += kinetic_energy(v() + group.first_mode, group.modes);
    for (int i = 0; i < group.count; ++i) {
      const auto k = static_cast<int>(group.interface[i]);
      total_.strain += before_[k].stored - energies_[k].stored;
      energies_[k] = before_[k];
    }
  }
  static Real kinetic_energy(const Real* v, int n) {
    Real sum = 0;
    for (int j = 0; j < n; ++j) sum += v[j] * v[j];
    return Real(0.5) * sum;
  }

  void outputs(Real* y) const {
    for (int k = 0; k < d_.outputs(); ++k) {
      const OutputRule& rule = m_.output_rules[k];
      const std::uint32_t of = a_.output_interface[k];
      if (of == 0) {
        y[k] = output(rule);
      } else if (rule.quantity == quantity::dissipated_friction) {
        y[k] = books(static_cast<int>(of) - 1).friction;
      } else if (rule.quantity == quantity::dissipated_impact) {
        y[k] = books(static_cast<int>(of) - 1).impact;
      } else if (rule.quantity == quantity::energy_strain) {
        y[k] = books(static_cast<int>(of) - 1).stored;
      } else {
        block_[of - 1].visit([&](const auto& b) { y[k] = b.output(rule); });
#if !defined(MORTISE_NO_BOLTED)
        const auto own = static_cast<int>(of) - 1;
        if (a_.interface[own].is_bolted())
          y[k] = BoltedBlock(a_.interface[own], assembly::state_of(a_, s_, own)).output(rule);
#endif
      }
    }
  }

  // Output of the whole.
  Real output(const OutputRule& rule) const {
    const AssemblyEnergies& e = books();
    Real sum = 0;
    if (booked_energy(e, rule.quantity, &sum)) return sum;
    switch (rule.quantity) {
      case quantity::dissipated_friction:
        for (int k = 0; k < a_.interfaces; ++k) sum += books(k).friction;
        return sum;
      case quantity::dissipated_impact:
        for (int k = 0; k < a_.interfaces; ++k) sum += books(k).impact;
        return sum + e.limited;
      case quantity::acceleration:
        return mean_acceleration(rule.index);
      default:
        sum = modal_output(rule, q(), v());
        return a_.positions ? sum + beside_modes(rule) : sum;
    }
  }
  // What an output sees of the compliance of contacts at position level.
  Real beside_modes([[maybe_unused]] const OutputRule& rule) const {
    Real sum = 0;
#if !defined(MORTISE_NO_POSITION)
    for (int k = 0; k < a_.interfaces; ++k) {
      const PositionBlock* b = block_[k].position();
      if (!b) continue;
      if (rule.quantity == quantity::displacement)
        sum += b->displaced(d_.output_rows(), rule.index);
      if (rule.quantity == quantity::velocity && !at_rest_)
        sum += b->moved(d_.output_rows(), rule.index) / m_.h;
    }
#endif
    return sum;
  }

  const AssemblyView& a_;
  AssemblyEnergies total_;
  InterfaceEnergies energies_[kMaxInterfaces], before_[kMaxInterfaces];  // at the last substep
  int active_[kMaxInterfaces];  // interfaces of a group that took part
  bool unfinished_[kMaxInterfaces];
  InterfaceBlock block_[kMaxInterfaces];
  GroupMember member_[kMaxInterfaces];  // that take part
  RowPush push_[kMaxInterfaces * (kMaxInterfaces - 1)];
#if !defined(MORTISE_NO_FILM) || !defined(MORTISE_NO_SLIDING)
  // (interfaces x interfaces)
  const Real* live_coupling_[kMaxInterfaces * kMaxInterfaces];
#endif
#if !defined(MORTISE_NO_FILM)
  StageEnergy stage_energy_[kMaxInterfaces];
#endif
  int count_ = 0;
  bool at_rest_ = false;
  Real finite_ = 0;
};

}  // namespace mortise::MORTISE_ISA
