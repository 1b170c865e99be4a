#include "../at_rest.hpp"

namespace mortise {

Real at_rest::sliding(const ModelView& m, const State& s, const OutputRule& rule) {
  const SlidingMemory& memory = *memory_at_rest<SlidingMemory>(m, s, m.sliding_layout.memory, 0);
  if (rule.quantity == quantity::sliding_velocity) return memory.slip;
  return rule.quantity == quantity::contact_position ? memory.position : 0;
}

}  // namespace mortise
