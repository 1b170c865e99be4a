// Makes the calling thread as real-time as its rights allow: every measure is tried and reported,
// none is fatal.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace mortise::targets {

struct Measure {
  std::string what;
  int error;  // 0, or errno of the attempt
};

// Locks memory, touches the stack, pins the thread to `cpu` (-1: left alone), asks for SCHED_FIFO
// at `priority` (0: left alone), the finest timer slack, and no deep sleep of the processor.
std::vector<Measure> prepare_thread(int cpu, int priority);

// SCHED_FIFO at `priority` for the calling thread, 0: ordinary scheduling. 0, or errno.
int set_priority(int priority);

}  // namespace mortise::targets
