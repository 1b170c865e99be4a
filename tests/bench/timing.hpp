// Times of steps, and the statistics that the bench prints.
#pragma once

#include <algorithm>
#include <chrono>
#include <vector>

namespace mortise::bench {

using Clock = std::chrono::steady_clock;

inline double nanoseconds(Clock::time_point from, Clock::time_point to) {
  return std::chrono::duration<double, std::nano>(to - from).count();
}

// Value below which the share p of the sample lies.
inline double quantile(std::vector<double> x, double p) {
  const auto k = static_cast<std::ptrdiff_t>(p * static_cast<double>(x.size() - 1));
  std::nth_element(x.begin(), x.begin() + k, x.end());
  return x[static_cast<std::size_t>(k)];
}

// What reading the clock twice costs [ns]; subtracted from every step.
inline double clock_cost() {
  std::vector<double> taken;
  for (int k = 0; k < 20001; ++k) {
    const auto a = Clock::now();
    taken.push_back(nanoseconds(a, Clock::now()));
  }
  return quantile(taken, 0.5);
}

// Every step of a trace, repeated. The fastest of the repetitions of a step is what it costs
// without the neighbours on the machine: the steps are the same work each time.
struct StepTimes {
  std::vector<double> fastest, all, medians, p99s;  // [ns]; medians, p99s: one per repetition

  void add(const std::vector<double>& trace) {
    if (fastest.empty()) fastest = trace;
    for (std::size_t k = 0; k < trace.size(); ++k) fastest[k] = std::min(fastest[k], trace[k]);
    all.insert(all.end(), trace.begin(), trace.end());
    medians.push_back(quantile(trace, 0.5));
    p99s.push_back(quantile(trace, 0.99));
  }
};

}  // namespace mortise::bench
