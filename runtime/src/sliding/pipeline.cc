// The step for one instruction set; compiled once per set with -DMORTISE_ISA=<name>.
#include "pipeline.hpp"

#include "static_state.hpp"

namespace mortise::MORTISE_ISA {

Status sliding_step(const ModelView& model, State& state, const Real* u, Real* y) {
  return SlidingStepper(model, state).run(u, y);
}

void sliding_start(const ModelView& model, State& state) { SlidingStepper(model, state).start(); }

bool sliding_rests(const ModelView& model, State& state) {
  return SlidingRest(model, state).is_settled();
}

bool sliding_rest(const ModelView& model, State& state) {
  return SlidingRest(model, state).settle();
}

}  // namespace mortise::MORTISE_ISA
