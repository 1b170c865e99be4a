// A loop that wakes at t_0 + n period, absolute, and never sleeps relative to anything.
#pragma once

#include <cstdint>

#include "histogram.hpp"
#include "pump.hpp"

namespace mortise::targets {

class Clock {
 public:
  virtual ~Clock() = default;
  virtual std::int64_t now() = 0;                   // [ns], monotonic
  virtual void sleep_until(std::int64_t when) = 0;  // [ns]
};

struct LoopRecord {
  Histogram wake_up;  // start of a tick after its instant
  Histogram work;     // duration of a tick
  std::uint64_t ticks = 0;
  std::uint64_t overruns = 0;  // ticks that ended after the next was due
  Status status = 0;           // every bit that any step has set
};

// Runs `ticks` ticks, the first one a period from now. After an overrun the late ticks follow at
// once, so that model time stays n h of the clock.
//   period  [ns], need not be whole: tick n is due at the start + n period, never accumulated
void run_paced(Clock* clock, Pump* pump, double period, std::uint64_t ticks, LoopRecord* record);

}  // namespace mortise::targets
