// Measures the duration of every step of a model that runs one scenario over and over.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "generator/bake/play/instance.hpp"

namespace mortise::gen {

struct TimerOptions {
  std::uint64_t steps = 0;
  double rate = 0.0;       // ticks per second of a paced loop, each of whole steps; 0: unpaced
  std::string scenario{};  // empty: the first of the model
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
  double rebuild_share = 0.0;    // films: factorisations over linear solves
  // Steps of the scenario, and the first measured one that begins it again; 0: no scenario.
  std::uint64_t scenario_steps = 0, scenario_start = 0;
  double clock_ns = 0.0;  // cost of reading the clock, contained in every number
};

// Throws Error if rate is not 1 / (k h) with a whole k, and for an unknown scenario.
TimerResult time_steps(Instance* instance, const TimerOptions& options);

struct TimerStatistics {
  double min, median, p99, p999, max;
};

TimerStatistics statistics_of(std::vector<double> ns);

// Wall time that model time takes where it takes longest, over whole repetitions of the scenario.
struct WindowStatistics {
  std::uint64_t steps = 0;        // of a window
  std::uint64_t repetitions = 0;  // of the scenario; 0: none was measured as a whole
  double median_ns = 0.0;         // of the worst windows of all repetitions
  double best_ns = 0.0;           // smallest of them: least disturbed by the machine
};

// result: of an unpaced measurement; window: model time, >= one step [s]; step: h [s].
WindowStatistics worst_window(const TimerResult& result, double window, double step);

// Calls of malloc, calloc, realloc, free, aligned_alloc, operator new and delete of this process so
// far, by code that is linked into this program (allocation_count.cc): `bench` proves that steps
// make none.
std::uint64_t heap_calls();

}  // namespace mortise::gen
