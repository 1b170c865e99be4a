#include "../at_rest.hpp"

namespace mortise {

Real at_rest::sliding(const ModelView& m, const State& s, const OutputRule& rule) {
  if (rule.quantity != kOutputContactPosition) return 0;
  return memory_at_rest<SlidingMemory>(m, s, m.sliding_layout.memory, 0)->position;
}

}  // namespace mortise
