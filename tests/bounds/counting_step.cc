#include "tests/bounds/counting_step.hpp"

#include "tests/bounds/counting_pipeline.hpp"

namespace mortise::bounds {

Status counting_step(const Model& model, State& state, const Real* u, Real* y,
                     std::uint64_t* flops) noexcept {
  return run_counting(&model.view(), &state, u, y, flops);
}

}  // namespace mortise::bounds
