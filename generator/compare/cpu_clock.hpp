// Time this thread has computed: what a step costs, whoever else uses the machine.
#pragma once

#include <ctime>

namespace mortise::gen {

inline double cpu_nanoseconds() {
  timespec t{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
  return 1e9 * static_cast<double>(t.tv_sec) + static_cast<double>(t.tv_nsec);
}

}  // namespace mortise::gen
