// A group that takes several substeps within a step, what it had at t_n: inputs are held as every
// substep sees them, and a step that fails leaves everything as it was.
//
// Substeps end where the state has t_n and what the interfaces remember of it, so that each of them
// is a step like any other one; the last one becomes the state as every step does.
#pragma once

#include "../substep_part.hpp"
#include "mortise/kernel/contact/contact_books.hpp"
#include "places.hpp"

namespace mortise::MORTISE_ISA {

// What an interface remembers from step to step: visit(bytes, count). Of a joint and of contacts at
// position level, the first is what they have of t_n once the step is the state.
template <class Visit>
void each_memory(const InterfaceView& m, State& s, const Visit& visit) {
  const StateLayout& l = m.layout;
  const auto size = [](std::int32_t n) { return static_cast<std::size_t>(n); };
  const auto take = [&](std::uint32_t offset, std::size_t count) {
    visit(s.at<unsigned char>(offset), count);
  };
  const auto number = [&](auto* x) { visit(reinterpret_cast<unsigned char*>(x), sizeof *x); };
  if (m.is_film()) {
    take(l.film_history + m.film_layout.memory[0], m.film_layout.memory_bytes);
    take(l.film_signal, 2 * size(m.dims.inputs) * sizeof(Real));
    number(&s.film_);
    number(&s.statistics_.last_active);
  } else if (m.is_joint()) {
    take(l.law_history + m.joint_layout.memory[s.current_], m.joint_layout.memory_bytes);
  } else {
#if !defined(MORTISE_NO_POSITION)
    if (m.position.ports > 0)
      take(l.law_history + m.position_layout.memory[s.current_], m.position_layout.memory_bytes);
#endif
    if (m.contact_books) take(l.contact_books, size(m.dims.contacts) * sizeof(ContactBook));
    take(l.lambda, size(m.dims.rows_padded) * sizeof(Real));
    take(l.contact_memory, size(m.dims.contacts) * sizeof(ContactMemory));
    take(l.previous, size(m.dims.contacts) * sizeof(std::int32_t));
    take(l.contacts_before, size(m.dims.contacts) * sizeof(std::int32_t));
    number(&s.committed_contacts_);
    number(&s.contacts_before_);
  }
  take(l.step_forces, size(m.shape.means) * sizeof(Real));
}

class StartOfStep {
 public:
  StartOfStep(const AssemblyView& m, State& s) : m_(m), s_(s) {
    start_ = assembly::part_at<Real>(m, s, m.parts.start);
  }

  // inputs: at both ends of the step (2 nu)
  void keep(const GroupView& group, const Real* inputs) {
    copy_motion(group, [](Real* state, Real* kept, std::size_t bytes) {
      __builtin_memcpy(kept, state, bytes);
    });
    __builtin_memcpy(inputs_kept(), inputs, inputs_bytes());
    each_kept(group, [](unsigned char* memory, unsigned char* kept, std::size_t bytes, bool) {
      __builtin_memcpy(kept, memory, bytes);
    });
  }
  // committed: the step is about to become the state; only its start goes back to t_n then.
  void restore(const GroupView& group, bool committed) {
    copy_motion(group, [](Real* state, Real* kept, std::size_t bytes) {
      __builtin_memcpy(state, kept, bytes);
    });
    each_kept(group, [=](unsigned char* memory, unsigned char* kept, std::size_t bytes,
                         bool looked_back_to) {
      if (!committed || looked_back_to) __builtin_memcpy(memory, kept, bytes);
    });
  }

  // Inputs at both ends of a substep.
  void hold_inputs(SubstepPart part, Real* inputs) const {
    const int nu = m_.dims.inputs;
    const Real *start = inputs_kept(), *end = start + nu;
    for (int k = 0; k < nu; ++k) {
      if (m_.input_ranges[k].hold != kHoldLinear) continue;
      inputs[k] = start[k] + part.begin() * (end[k] - start[k]);
      inputs[nu + k] = part.last() ? end[k] : start[k] + part.end() * (end[k] - start[k]);
    }
  }
  void restore_inputs(Real* inputs) const {
    __builtin_memcpy(inputs, inputs_kept(), inputs_bytes());
  }

 private:
  template <class Copy>
  void copy_motion(const GroupView& group, const Copy& each) {
    const std::size_t bytes = static_cast<std::size_t>(group.modes) * sizeof(Real);
    Real *q = s_.at<Real>(m_.layout.q[s_.current_]), *v = s_.at<Real>(m_.layout.v[s_.current_]);
    each(q + group.first_mode, start_ + group.first_mode, bytes);
    each(v + group.first_mode, start_ + m_.dims.modes_padded + group.first_mode, bytes);
  }
  template <class Copy>
  void each_kept(const GroupView& group, const Copy& each) {
    for (int i = 0; i < group.count; ++i) {
      const auto k = static_cast<std::int32_t>(group.interface[i]);
      const InterfaceView& own = m_.interface[k];
      bool looked_back_to = own.is_joint() || own.position.ports > 0;
      unsigned char* next = assembly::part_at<unsigned char>(m_, s_, own.places.kept);
      each_memory(own, assembly::state_of(m_, s_, k),
                  [&](unsigned char* memory, std::size_t bytes) {
                    each(memory, next, bytes, looked_back_to);
                    next += bytes;
                    looked_back_to = false;
                  });
    }
  }
  Real* inputs_kept() const { return start_ + 2 * m_.dims.modes_padded; }
  std::size_t inputs_bytes() const {
    return 2 * static_cast<std::size_t>(m_.dims.inputs) * sizeof(Real);
  }

  const AssemblyView& m_;
  State& s_;
  Real* start_;
};

}  // namespace mortise::MORTISE_ISA
