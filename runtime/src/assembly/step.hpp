// The step of an assembly, readable aloud: inputs -> free motion -> every group of interfaces ->
// commit all or none.
//
// A group with one interface that takes part is solved as a model of its own, others together
// (group_solve.hpp).
#pragma once

#include "group_solve.hpp"

namespace mortise::MORTISE_ISA {

class AssemblyStepper : StepFrame<DynamicSizes> {
 public:
  AssemblyStepper(const AssemblyView& m, State& s) : Frame(m, s), a_(m) {
    for (int k = 0; k < a_.interfaces; ++k)
      block_[k].make(a_.interface[k], *s.at<State>(a_.place[k]));
  }

  Status run(const Real* u, Real* y) {
    Status st = begin_step(u);
    finite_ = free_motion(motion_of(m_, d_), q(), v(), at(m_.layout.input_mean), q_next(), v_next(),
                          [](int, const Pack&, const Pack&, const Pack&, const Pack&) {});
    StepAccount account;
    for (int g = 0; g < a_.groups; ++g) st |= solve_group(a_.group[g], &account);
    for (int k = 0; k < a_.interfaces; ++k)
      block_[k].visit([&](auto& b) {
        finite_ += b.finish(&st);
        account.active += b.active();
      });
    return end_step(
        finite_ == 0, st, account, y,
        [&] {
          for (int k = 0; k < a_.interfaces; ++k) block_[k].visit([](auto& b) { b.commit(); });
        },
        [this](Real* kept) { outputs(kept); });
  }

 private:
  using Frame = StepFrame<DynamicSizes>;

  Status solve_group(const GroupView& group, StepAccount* account) {
    Status st = status::kOk;
    activate(group);
    if (count_ == 0) return st;
    SolveReport report;
    if (count_ == 1) {
      member_[0].block->visit([&](auto& b) { report = b.solve_alone(&st); });
    } else {
      bool fell_back = false;
      report = GroupSolve(a_, s_, group, member_, count_, push_).run(&fell_back);
      if (fell_back) st |= status::kFALLBACK;
      if (!report.converged) st |= status::kCAPPED;
      correct(group);
      if (!report.converged) st |= limit(group);
    }
    account->iterations += report.iterations;
    account->residual = larger(account->residual, report.residual);
    return st;
  }

  // Who takes part: compliant interfaces always, contacts by the motion that the forces of compliant
  // ones, as they were, leave them.
  void activate(const GroupView& group) {
    Real *modal = at(a_.scratch.modal_force), *pushed = at(a_.scratch.pushed);
    const int begin = group.first_mode, end = begin + group.modes;
    fill_zero(modal + begin, group.modes);
    bool any = false, all = true;
    for (int i = 0; i < group.count; ++i) {
      const int k = static_cast<int>(group.interface[i]);
      block_[k].visit([&](auto& b) {
        if constexpr (std::decay_t<decltype(b)>::kCompliant) {
          any = true;
          if (group.count > 1) b.add_warm_forces(modal + a_.first_mode[k]);
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
        if (b.activate(ends + a_.first_mode[k])) member_[count_++] = {&block_[k], k, {}, 0};
      });
    }
  }

  void correct(const GroupView& group) {
    Real* modal = at(a_.scratch.modal_force);
    fill_zero(modal + group.first_mode, group.modes);
    for (int i = 0; i < count_; ++i)
      member_[i].block->visit([&](auto& b) {
        b.gather();
        b.add_forces(modal + a_.first_mode[member_[i].interface]);
      });
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

  // After a solve that met its cap, energy that the interfaces have made together is taken from the
  // motion of the group; if there is more of it, the group stops where it was.
  Status limit(const GroupView& group) {
    Real loss = 0;
    for (int i = 0; i < count_; ++i)
      member_[i].block->visit([&](auto& b) { loss += b.loss(); });
    if (!(loss < 0)) return status::kOk;
    Real* v = v_next() + group.first_mode;
    Real kinetic = 0;
    for (int j = 0; j < group.modes; ++j) kinetic += v[j] * v[j];
    kinetic *= Real(0.5);
    if (-loss < kinetic) {
      const Real scale = square_root(1 + loss / kinetic);
      for (int j = 0; j < group.modes; ++j) v[j] *= scale;
      for (int i = 0; i < count_; ++i)
        member_[i].block->visit([&](auto& b) { b.scale(scale); });
    } else {
      copy(q_next() + group.first_mode, q() + group.first_mode, group.modes);
      fill_zero(v, group.modes);
      for (int i = 0; i < count_; ++i) member_[i].block->visit([](auto& b) { b.stop(); });
    }
    return status::kLIMITED;
  }

  void outputs(Real* y) const {
    for (int k = 0; k < d_.outputs(); ++k) {
      const OutputRule& rule = m_.output_rules[k];
      const std::uint32_t of = a_.output_interface[k];
      if (of == 0) {
        y[k] = modal_output(rule, q(), v());
      } else {
        block_[of - 1].visit([&](const auto& b) { y[k] = b.output(rule); });
      }
    }
  }

  const AssemblyView& a_;
  InterfaceBlock block_[kMaxInterfaces];
  GroupMember member_[kMaxInterfaces];  // that take part
  RowPush push_[kMaxInterfaces * (kMaxInterfaces - 1)];
  int count_ = 0;
  Real finite_ = 0;
};

}  // namespace mortise::MORTISE_ISA
