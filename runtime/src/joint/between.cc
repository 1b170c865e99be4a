// What is done for a joint between steps.
// Compiled beside its step: pipeline.cc, or that of an image.
#include "pipeline.hpp"

#include "step.hpp"

namespace mortise::MORTISE_ISA {

void joint_start(const ModelView& model, State& state, const Real* pressure) {
  JointStepper(model, state).start(pressure);
}

void joint_prepare(const ModelView& model, State& state, bool press) {
  JointStepper stepper(model, state);
  stepper.prepare();
  if (press) stepper.press();
  stepper.cut();
}

}  // namespace mortise::MORTISE_ISA
