#include "thread_setup.hpp"

#include <fcntl.h>
#include <malloc.h>
#include <sched.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <unistd.h>

#include <cerrno>
#include <cstdint>

namespace mortise::targets {

namespace {

constexpr std::size_t kStackBytes = 256 * 1024;

void touch_stack() {
  unsigned char room[kStackBytes];
  for (std::size_t k = 0; k < kStackBytes; k += 4096)
    *static_cast<volatile unsigned char*>(room + k) = 1;
}

int outcome(int result) { return result == 0 ? 0 : errno; }

int pin_to(int cpu) {
  cpu_set_t set;
  CPU_ZERO(&set);
  CPU_SET(static_cast<unsigned>(cpu), &set);
  return outcome(sched_setaffinity(0, sizeof set, &set));
}

// The kernel honours the request as long as the file stays open: until the process ends.
int forbid_deep_sleep() {
  const int file = open("/dev/cpu_dma_latency", O_WRONLY);
  if (file < 0) return errno;
  const std::int32_t microseconds = 0;
  return write(file, &microseconds, sizeof microseconds) == sizeof microseconds ? 0 : errno;
}

}  // namespace

int set_priority(int priority) {
  sched_param parameter{};
  parameter.sched_priority = priority;
  return outcome(sched_setscheduler(0, priority > 0 ? SCHED_FIFO : SCHED_OTHER, &parameter));
}

std::vector<Measure> prepare_thread(int cpu, int priority) {
  std::vector<Measure> measures;
  mallopt(M_TRIM_THRESHOLD, -1);
  mallopt(M_MMAP_MAX, 0);
  measures.push_back({"memory locked", outcome(mlockall(MCL_CURRENT | MCL_FUTURE))});
  touch_stack();
  if (cpu >= 0) measures.push_back({"pinned to cpu " + std::to_string(cpu), pin_to(cpu)});
  if (priority > 0) {
    measures.push_back({"SCHED_FIFO " + std::to_string(priority), set_priority(priority)});
  }
  measures.push_back({"timer slack 1 ns", outcome(prctl(PR_SET_TIMERSLACK, 1))});
  measures.push_back({"cpu_dma_latency 0", forbid_deep_sleep()});
  return measures;
}

}  // namespace mortise::targets
