// The step for one instruction set; compiled once per set with -DMORTISE_ISA=<name>.
#if !defined(MORTISE_NO_ASSEMBLY)
#include "pipeline.hpp"

#include "step.hpp"

namespace mortise::MORTISE_ISA {

Status assembly_step(const ModelView& model, State& state, const Real* u, Real* y) {
  return AssemblyStepper(static_cast<const AssemblyView&>(model), state).run(u, y);
}

}  // namespace mortise::MORTISE_ISA
#endif
