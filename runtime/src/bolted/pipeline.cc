// The step for one instruction set; compiled once per set with -DMORTISE_ISA=<name>.
#include "pipeline.hpp"

#include "step.hpp"

namespace mortise::MORTISE_ISA {

Status bolted_step(const ModelView& model, State& state, const Real* u, Real* y) {
  return BoltedStepper(model, state).run(u, y);
}

}  // namespace mortise::MORTISE_ISA
