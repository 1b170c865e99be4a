// What a loop prints: while it runs, and at its end.
#pragma once

#include <sys/resource.h>

#include <atomic>
#include <cstdint>
#include <thread>

#include "paced_loop.hpp"
#include "places.hpp"

namespace mortise::targets {

// What stderr hears from a thread of its own: when the loop has no pause, and a line per second.
class LiveLine {
 public:
  // Both must outlive it. period: of a tick [s]. lines: those of every second.
  LiveLine(LoopProgress* progress, const Places* places, double period, bool lines);
  ~LiveLine();

 private:
  void work();

  LoopProgress& progress_;
  const Places& places_;
  double period_;
  bool lines_;
  std::atomic<bool> ending_{false};
  std::thread thread_;
};

// What the calling thread has cost so far.
struct ThreadCosts {
  rusage usage{};
  std::uint64_t heap_calls = 0;  // where they are counted (MORTISE_HEAP_COUNT)
};
ThreadCosts thread_costs();

// before, after: of the loop's thread.
void print_report(const LoopRecord& record, const Places& places, const ThreadCosts& before,
                  const ThreadCosts& after);

}  // namespace mortise::targets
