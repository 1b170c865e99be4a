// The step for one instruction set; compiled once per set with -DMORTISE_ISA=<name>.
#include "pipeline.hpp"

#include "static_state.hpp"

namespace mortise::MORTISE_ISA {

Status sliding_step(const ModelView& model, State& state, const Real* u, Real* y) {
  return SlidingStepper(model, state).run(u, y);
}

}  // namespace mortise::MORTISE_ISA
