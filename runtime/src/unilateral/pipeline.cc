// The step for one instruction set; compiled once per set with -DMORTISE_ISA=<name>.
#include "pipeline.hpp"

#include "mortise/kernel/step.hpp"

namespace mortise::MORTISE_ISA {

Status unilateral_step(const ModelView& model, State& state, const Real* u, Real* y) {
  return step_contacts<DynamicSizes>(model, state, u, y);
}

}  // namespace mortise::MORTISE_ISA
