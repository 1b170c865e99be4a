// What a loop prints: while it runs, and at its end.
#pragma once

#include <sys/resource.h>

#include <atomic>
#include <thread>

#include "paced_loop.hpp"
#include "places.hpp"

namespace mortise::targets {

// A line per second on stderr, from a thread of its own.
class LiveLine {
 public:
  // Both must outlive it. period: of a tick [s].
  LiveLine(LoopProgress* progress, const Places* places, double period);
  ~LiveLine();

 private:
  void work();

  LoopProgress& progress_;
  const Places& places_;
  double period_;
  std::atomic<bool> ending_{false};
  std::thread thread_;
};

// before, after: of the loop's thread.
void print_report(const LoopRecord& record, const Places& places, const rusage& before,
                  const rusage& after);

}  // namespace mortise::targets
