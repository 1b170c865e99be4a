// What is done for a sliding contact between steps.
// Compiled beside its step: pipeline.cc, or that of an image.
#include "pipeline.hpp"

#include "static_state.hpp"

namespace mortise::MORTISE_ISA {

void sliding_start(const ModelView& model, State& state) { SlidingStepper(model, state).start(); }

bool sliding_rests(const ModelView& model, State& state) {
  return SlidingRest(model, state).is_settled();
}

bool sliding_rest(const ModelView& model, State& state) {
  return SlidingRest(model, state).settle();
}

}  // namespace mortise::MORTISE_ISA
