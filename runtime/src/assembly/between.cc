// What is done for an assembly between steps.
// Compiled beside its step: pipeline.cc, or that of an image.
#if !defined(MORTISE_NO_ASSEMBLY)
#include "pipeline.hpp"

#include "step.hpp"

namespace mortise::MORTISE_ISA {

void assembly_start(const ModelView& model, State& state) {
  AssemblyStepper(static_cast<const AssemblyView&>(model), state).start();
}

void assembly_outputs_at_rest(const ModelView& model, State& state, Real* y) {
  AssemblyStepper(static_cast<const AssemblyView&>(model), state).outputs_at_rest(y);
}

}  // namespace mortise::MORTISE_ISA
#endif
