// The step for one instruction set; compiled once per set with -DMORTISE_ISA=<name>.
#include "pipeline.hpp"

#include "step.hpp"

namespace mortise::MORTISE_ISA {

Status joint_step(const ModelView& model, State& state, const Real* u, Real* y) {
  return JointStepper(model, state).run(u, y);
}

void joint_start(const ModelView& model, State& state, const Real* pressure) {
  JointStepper(model, state).start(pressure);
}

void joint_prepare(const ModelView& model, State& state, bool press) {
  JointStepper stepper(model, state);
  stepper.prepare();
  if (press) stepper.press();
}

}  // namespace mortise::MORTISE_ISA
