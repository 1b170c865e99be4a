// Bolted contacts as one interface of an assembly. What they do to the modes is no force of the
// step's interfaces but a kick at its start and another at its end; at its end the clusters are
// solved where the step has taken the structure:
//
//   v' = v_n + h/2 f_n,  f = kick from_modes^T (sign x) + input_force u
//   q*, v* = free motion of (q_n, v') and of h/2 f_n after it
//   the other interfaces, by q* and v*: v^+
//   x_n+1 at q_n+1,  v_n+1 = v^+ + h/2 (f_n+1 - f_n)
//
// Without neighbours that is the step of bolted contacts alone. The others see what the bolts and
// the inputs do over the step as if it were held, so that what rests against them stays there, and
// the work of their forces is exactly h lambda . W (v_n + v^+) / 2, as their laws take it to be.
#pragma once

#include "step.hpp"

namespace mortise::MORTISE_ISA {

class BoltedBlock : BoltedStepper {
 public:
  using BoltedStepper::BoltedStepper;
  using BoltedStepper::finite;

  // Half of what starts the step. v: (np) v_n on entry, v' then
  void begin(Real* v) {
    take_drive(0);
    carry_contact();
    books().external += Real(0.5) * half_ * kick(half_, memory(0).push, drive(), v);
  }
  // Where the free motion ends, the others see what has started the step as if it were held.
  void hold() { (void)kick(half_, memory(0).push, drive(), v_next()); }

  // The clusters at q_n+1, and what they do there instead of what was held.
  Status end(StepAccount* account) {
    const Real* ends = drive() + d_.inputs();
    (void)kick(-half_, memory(0).push, drive(), v_next());
    const Status st = solve(true, account);
    push(memory(1));
    books().external += Real(0.5) * half_ * kick(half_, memory(1).push, ends, v_next());
    account->active += settle(next<std::int32_t>(l_.status)) > 0 ? 1 : 0;
    if (b_.energies) books().strain = contact_energy(ends, memory(1));
    books().ratio = training_ratio();
    return b_.trust_limit > 0 && books().ratio > b_.trust_limit ? st | status::kUNTRUSTED : st;
  }

  void commit() { s_.current_ = 1 - s_.current_; }

  // Twice the kinetic energy of the modes as the step leaves them [J].
  Real twice_kinetic() const {
    Real sum = 0;
    lane_sums<1>(d_.modes(), &sum, [&](Pack* acc, int j) {
      const Pack vj = Pack::load(v_next() + j);
      acc[0] = acc[0] + vj * vj;
    });
    return sum;
  }
  // Books of the running step, and of the step before.
  const BoltedBooks& books_next() const { return books(); }
  const BoltedBooks& books_before() const { return *memory(0).books; }
  // In the clusters and in what they bend besides the modes, at t_n [J].
  Real stored() const {
    free_rows(q(), last_inputs());
    return contact_energy(last_inputs(), memory(0));
  }
  Real output(const OutputRule& rule) const { return BoltedStepper::output(rule); }
};

}  // namespace mortise::MORTISE_ISA
