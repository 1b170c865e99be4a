// One output over several steps. Needs nothing else, so that full-order runs join theirs alike.
#pragma once

#include <cstdint>

namespace mortise {

// The output over `before` steps, joined with y of the step behind them [unit of the output]: the
// mean of all if it belongs to a step, else y.
template <class Number>
Number joined_output(bool of_step, Number joined, Number y, std::uint64_t before) noexcept {
  return of_step && before > 0 ? joined + (y - joined) / static_cast<Number>(before + 1) : y;
}

}  // namespace mortise
