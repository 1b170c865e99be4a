// What is done for contacts at position level between steps.
// Compiled beside its step: pipeline.cc, or that of an image.
#if !defined(MORTISE_NO_POSITION)
#include "pipeline.hpp"

#include "position_step.hpp"

namespace mortise::MORTISE_ISA {

void position_start(const ModelView& model, State& state) { PositionStepper(model, state).start(); }

void position_meet_clearance(const ModelView& model, State& state) {
  PositionStepper(model, state).meet_clearance();
}

}  // namespace mortise::MORTISE_ISA
#endif
