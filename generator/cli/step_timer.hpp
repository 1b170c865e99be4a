// Measures the duration of every step of a model that runs its first scenario over and over.
#pragma once

#include <cstdint>
#include <vector>

#include "generator/bake/instance.hpp"

namespace mortise::gen {

struct TimerOptions {
  std::uint64_t steps = 0;
  double rate = 0.0;  // ticks per second of a paced loop, each of whole steps; 0: unpaced
};

struct TimerResult {
  std::vector<double> ns;  // per step (unpaced) or per tick (paced), in the order taken
  std::uint64_t steps = 0;
  std::uint64_t overruns = 0;      // ticks that ended after the next one was due
  double worst_wake_up_ns = 0.0;   // latest start of a tick after its time
  std::uint64_t heap_calls = 0;    // during the measured steps
  std::uint64_t minor_faults = 0;  // page faults, measured likewise
  std::uint64_t iterations_max = 0;
  double iterations_mean = 0.0;  // per step
  double clock_ns = 0.0;         // cost of reading the clock, contained in every number
};

// Throws Error if rate is not 1 / (k h) with a whole k.
TimerResult time_steps(Instance* instance, const TimerOptions& options);

struct TimerStatistics {
  double min, median, p99, p999, max;
};

TimerStatistics statistics_of(std::vector<double> ns);

}  // namespace mortise::gen
