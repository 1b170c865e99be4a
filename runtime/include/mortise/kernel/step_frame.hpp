// What every step has in common, whatever law it solves: the copies of the modal state, inputs that
// are held when they are bad, outputs of the structure, and the books.
#pragma once

#include "mortise/kernel/float_mode.hpp"
#include "mortise/kernel/kernels.hpp"
#include "mortise/kernel/sizes.hpp"

namespace mortise::MORTISE_ISA {

// What the interface solve of one step has to report.
struct StepAccount {
  int active = 0;      // contacts or films that took part
  int iterations = 0;  // of the interface solve
  int rebuilds = 0;    // factorisations of a film
  Real residual = 0;
};

template <class Sizes>
class StepFrame {
 public:
  StepFrame(const ModelView& m, State& s) : m_(m), s_(s), d_(m) {}

  // Arrays of the state by their offset.
  Real* at(std::uint32_t offset) const { return s_.template at<Real>(offset); }
  std::int32_t* indices(std::uint32_t offset) const { return s_.template at<std::int32_t>(offset); }
  ContactMemory* memories(std::uint32_t offset) const {
    return s_.template at<ContactMemory>(offset);
  }
  // The copies at t_n; the other ones hold the running step until it is committed.
  const Real* q() const { return at(m_.layout.q[s_.current_]); }
  const Real* v() const { return at(m_.layout.v[s_.current_]); }
  Real* q_next() const { return at(m_.layout.q[1 - s_.current_]); }
  Real* v_next() const { return at(m_.layout.v[1 - s_.current_]); }

  // Takes finite inputs in range into input_trial, at both ends of the step as the step reads them:
  // an input of zero-order hold keeps its value. What stands in for a bad or missing value is the
  // latest one before it: that at the start of the step for its end, for its start the one that the
  // last committed step has ended with.
  Status take_inputs(const Real* u) {
    Status st = s_.outside_training_ ? status::kOUTSIDE_TRAINING : status::kOk;
    if (float_mode_differs()) st |= status::kFLOAT_MODE;
    const int nu = d_.inputs();
    const Real* last = last_inputs();
    Real* trial = at(m_.layout.input_trial);
    for (int k = 0; k < nu; ++k) {
      const InputRange& range = m_.input_ranges[k];
      trial[k] = good_input(u ? u + k : nullptr, range, last[k], &st);
      trial[nu + k] = range.hold == kHoldZeroOrder
                          ? trial[k]
                          : good_input(u ? u + nu + k : nullptr, range, trial[k], &st);
    }
    return st;
  }

  // How every step of Moreau and Jean begins: with the means of the inputs.
  Status begin_step(const Real* u) {
    const Status st = take_inputs(u);
    average_inputs();
    return st;
  }

  // How every step ends. A good one becomes the state, `commit` with what the law remembers of it;
  // otherwise the state stays and is told so. The books are kept and the outputs handed out, which
  // `outputs` writes of a good step.
  template <class Commit, class Outputs>
  MORTISE_INLINE Status end_step(bool good, Status st, const StepAccount& a, Real* y,
                                 const Commit& commit, const Outputs& outputs) {
    if (good) {
      commit_frame();
      commit();
    } else {
      st |= status::kROLLED_BACK;
    }
    account(a, st);
    if (y) {
      if (good) outputs(at(m_.layout.outputs));
      hand_out(y);
    }
    return st;
  }

  // Inputs at t_n as the last committed step has left them (nu).
  const Real* last_inputs() const { return at(m_.layout.inputs) + d_.inputs(); }

  // What the scheme uses of inputs that change over the step.
  void average_inputs() {
    const int nu = d_.inputs();
    const Real* trial = at(m_.layout.input_trial);
    for (int k = 0; k < nu; ++k)
      at(m_.layout.input_mean)[k] = m_.input_ranges[k].hold == kHoldLinear
                                        ? Real(0.5) * (trial[k] + trial[nu + k])
                                        : trial[k];
  }

  // The result of the running step becomes the state, its inputs the last good ones.
  void commit_frame() {
    s_.current_ = 1 - s_.current_;
    const int values = 2 * d_.inputs();
    for (int k = 0; k < values; ++k) at(m_.layout.inputs)[k] = at(m_.layout.input_trial)[k];
  }

  // Value of an output that is a functional of q or v alone.
  Real modal_output(const OutputRule& o, const Real* q, const Real* v) const {
    if (o.quantity == quantity::modal_coordinate) return q[o.index];
    const int n = d_.modes();
    Real value;
    dot_rows<1>(m_.output_rows + static_cast<std::ptrdiff_t>(o.index) * n, 0,
                o.quantity == quantity::displacement ? q : v, n, &value);
    return value;
  }

  // Mean acceleration of an output row over the step that has just been committed.
  Real mean_acceleration(std::uint32_t row) const {
    const int n = d_.modes();
    const Real* r = m_.output_rows + static_cast<std::ptrdiff_t>(row) * n;
    Real after, before;
    dot_rows<1>(r, 0, v(), n, &after);
    dot_rows<1>(r, 0, v_next(), n, &before);
    return (after - before) / m_.h;
  }

  // Hands the kept outputs to the caller.
  void hand_out(Real* y) const {
    const Real* last = at(m_.layout.outputs);
    for (int k = 0; k < d_.outputs(); ++k) y[k] = last[k];
  }

  void account(const StepAccount& a, Status st) {
    Statistics& t = s_.statistics_;
    ++t.steps;
    t.steps_in_contact += a.active > 0 ? 1 : 0;
    t.iterations += static_cast<std::uint64_t>(a.iterations);
    t.rebuilds += static_cast<std::uint64_t>(a.rebuilds);
    t.last_iterations = static_cast<std::uint32_t>(a.iterations);
    t.last_active = static_cast<std::uint32_t>(a.active);
    if (t.last_iterations > t.iterations_max) t.iterations_max = t.last_iterations;
    t.last_residual = a.residual;
    t.worst_residual = larger(t.worst_residual, a.residual);
    t.last_status = st;
    if (st != status::kOk) {
      count(&t, st);
    } else {
      t.held_in_row = t.rolled_back_in_row = t.capped_in_row = 0;
    }
  }

 protected:
  const ModelView& m_;
  State& s_;
  Sizes d_;

 private:
  static Real good_input(const Real* given, const InputRange& range, Real instead, Status* st) {
    if (given && *given >= range.minimum && *given <= range.maximum) return *given;  // no NaN
    *st |= status::kHELD;
    return instead;
  }

  struct Counter {
    Status bit;
    std::uint32_t offset;
  };

  // Out of the way of the steps that have nothing to tell.
  __attribute__((noinline)) static void count(Statistics* books, Status st) {
#define MORTISE_COUNTED(field, bit) {status::k##bit, offsetof(Statistics, field)},
#define MORTISE_NOT_COUNTED(field, bit)
#define MORTISE_COUNTER MORTISE_COUNTED
#define MORTISE_ROW_COUNTER MORTISE_NOT_COUNTED
    static constexpr Counter kCounters[] = {
#include "mortise/statistics.def"
    };
#undef MORTISE_COUNTER
#undef MORTISE_ROW_COUNTER
#define MORTISE_COUNTER MORTISE_NOT_COUNTED
#define MORTISE_ROW_COUNTER MORTISE_COUNTED
    static constexpr Counter kRowCounters[] = {
#include "mortise/statistics.def"
    };
#undef MORTISE_COUNTER
#undef MORTISE_ROW_COUNTER
#undef MORTISE_COUNTED
#undef MORTISE_NOT_COUNTED
    unsigned char* t = reinterpret_cast<unsigned char*>(books);
    for (const Counter& c : kCounters)
      *reinterpret_cast<std::uint64_t*>(t + c.offset) += (st & c.bit) ? 1 : 0;
    for (const Counter& c : kRowCounters) {
      auto* in_row = reinterpret_cast<std::uint32_t*>(t + c.offset);
      *in_row = (st & c.bit) ? *in_row + 1 : 0;
    }
  }
};

}  // namespace mortise::MORTISE_ISA
