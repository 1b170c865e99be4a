// What work costs, whoever else uses the machine.
#pragma once

#include <ctime>

namespace mortise::gen {

// Time for which the calling thread has computed [s].
inline double thread_seconds() {
  timespec t{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
  return static_cast<double>(t.tv_sec) + 1e-9 * static_cast<double>(t.tv_nsec);
}

}  // namespace mortise::gen
