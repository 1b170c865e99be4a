// The step of structures with a sliding contact for one instruction set; compiled as pipeline.cc
// is.
#include "pipeline.hpp"
#include "sliding_step.hpp"

namespace mortise::MORTISE_ISA {

Status sliding_step(const ModelView& model, State& state, const Real* u, Real* y) {
  return SlidingStepper(model, state).run(u, y);
}

void sliding_start(const ModelView& model, State& state) { SlidingStepper(model, state).start(); }

}  // namespace mortise::MORTISE_ISA
