// The step for one instruction set; compiled once per set with -DMORTISE_ISA=<name>.
#include "pipeline.hpp"

#if defined(MORTISE_NO_POSITION)
#include "mortise/kernel/step.hpp"
#else
#include "position_step.hpp"
#endif

namespace mortise::MORTISE_ISA {

Status unilateral_step(const ModelView& model, State& state, const Real* u, Real* y) {
#if !defined(MORTISE_NO_POSITION)
  if (model.position.ports > 0) return PositionStepper(model, state).run(u, y);
#endif
  return step_contacts<DynamicSizes>(model, state, u, y);
}

}  // namespace mortise::MORTISE_ISA
