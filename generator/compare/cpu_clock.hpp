// Time this thread has computed: what a step costs, whoever else uses the machine.
#pragma once

#include <algorithm>
#include <ctime>

namespace mortise::gen {

inline double cpu_nanoseconds() {
  timespec t{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
  return 1e9 * static_cast<double>(t.tv_sec) + static_cast<double>(t.tv_nsec);
}

// Processor time of one run [ns]: of the fastest of at least `repetitions` runs, as many as take
// `seconds`. 0 without repetitions. prepare: before each run, not timed.
template <class Prepare, class Run>
double fastest_run(int repetitions, double seconds, const Prepare& prepare, const Run& run) {
  double fastest = 0.0, sum = 0.0;
  for (int k = 0; repetitions > 0 && (k < repetitions || sum < 1e9 * seconds); ++k) {
    prepare();
    const double start = cpu_nanoseconds();
    run();
    const double each = cpu_nanoseconds() - start;
    sum += each;
    fastest = k == 0 ? each : std::min(fastest, each);
  }
  return fastest;
}

}  // namespace mortise::gen
