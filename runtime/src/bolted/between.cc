// What is done for bolted contacts between steps.
// Compiled beside its step: pipeline.cc, or that of an image.
#include "pipeline.hpp"

#include "step.hpp"

namespace mortise::MORTISE_ISA {

void bolted_start(const ModelView& model, State& state) { BoltedStepper(model, state).start(); }

}  // namespace mortise::MORTISE_ISA
