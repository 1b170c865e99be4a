// One tick of a bench around a model: which instant every number belongs to.
//
//   zero-order hold   tick n, at t_n: write y(t_n), computed one tick ago; read u(t_n); step to
//                     t_n+1 and keep y(t_n+1) for its own tick. Jitter of the step stays inside.
//   linear, cubic     tick n, at t_n: read u(t_n); step from t_n-1 to t_n with u(t_n-1), u(t_n);
//                     write y(t_n) at once. It is late by the duration of the step.
//
// A tick is k whole steps; over them zero-order inputs are held, the others interpolated as a step
// would do it over its own length. Outputs that are means over a step are means over the tick. The
// first tick has no output to write. No heap, no system call.
#pragma once

#include "mortise/mortise.hpp"

namespace mortise::targets {

// The other side: sensors and actuators, or a scenario.
class Bench {
 public:
  virtual ~Bench() = default;
  // Sets u (inputs of the model, SI) to the values of this instant.
  virtual void read(Real* u) = 0;
  // Takes y (outputs of the model, SI) of this instant.
  virtual void write(const Real* y) = 0;
  // Called before every step, with the state where the step starts; may be left out.
  virtual void stepping(State& /*state*/) {}
  // Called after every step with its outputs and status; may be left out.
  virtual void stepped(const Real* /*y*/, Status /*status*/) {}
};

class Pump {
 public:
  // memory: at least memory_reals(model) numbers; model, state and bench must outlive the pump.
  Pump(const Model& model, State* state, Bench* bench, int steps_per_tick, Real* memory) noexcept;

  static std::size_t memory_reals(const Model& model) noexcept;

  // One tick. Returns the status bits of its steps, joined.
  Status tick() noexcept;

 private:
  Status advance() noexcept;

  const Model& model_;
  State& state_;
  Bench& bench_;
  int steps_;
  bool started_ = false;
  Real *from_,
      *to_;       // inputs at the two ends of the tick (nu); the same values if nothing is linear
  Real* slope_;   // change over the last tick (nu)
  Real *u_, *y_;  // arguments of the step
  Real* joined_;  // outputs of the tick (ny)
};

}  // namespace mortise::targets
