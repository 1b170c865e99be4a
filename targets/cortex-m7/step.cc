// The step of this image: the runtime's pipeline with the sizes of the model fixed at compile time.
// It takes the place of the pipeline for any size, which is therefore not linked.
#include "model.hpp"

namespace mortise::MORTISE_ISA {

using ModelStepper = Stepper<embedded::Step::Sizes>;

#if !defined(MORTISE_NEWTON)
// main() refuses models that ask for the status Newton, so its code need not be in flash.
template <>
SolveReport ModelStepper::newton(const ActiveSet&, const ContactProblem&, const ContactIterate&,
                                 Status*) {
  __builtin_unreachable();
}
#endif

}  // namespace mortise::MORTISE_ISA

namespace mortise::baseline {

Status step(const ModelView& model, State& state, const Real* u, Real* y) {
  return MORTISE_ISA::ModelStepper(model, state).run(u, y);
}

}  // namespace mortise::baseline
