#include "paced_loop.hpp"

#include <cmath>

namespace mortise::targets {

void run_paced(Clock* clock, Pump* pump, double period, std::uint64_t ticks, LoopRecord* record) {
  const std::int64_t zero = clock->now();
  const auto instant = [&](std::uint64_t n) {
    return zero + std::int64_t{std::llround(static_cast<double>(n) * period)};
  };
  for (std::uint64_t n = 1; n <= ticks; ++n) {
    const std::int64_t due = instant(n);
    clock->sleep_until(due);
    const std::int64_t start = clock->now();
    record->status |= pump->tick();
    const std::int64_t end = clock->now();
    record->wake_up.add(start - due);
    record->work.add(end - start);
    ++record->ticks;
    if (end > instant(n + 1)) ++record->overruns;
  }
}

}  // namespace mortise::targets
