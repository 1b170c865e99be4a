#include "../at_rest.hpp"

namespace mortise {

Real at_rest::sliding(const ModelView& m, const State& s, const OutputRule& rule) {
  const SlidingMemory& memory = *memory_at_rest<SlidingMemory>(m, s, m.sliding_layout.memory, 0);
  if (rule.quantity == kOutputSlidingVelocity) return memory.slip;
  return rule.quantity == kOutputContactPosition ? memory.position : 0;
}

}  // namespace mortise
