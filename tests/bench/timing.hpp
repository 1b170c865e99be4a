// Times of steps, and the statistics that the bench prints.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstdio>
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

inline double mean(const std::vector<double>& x) {
  double s = 0;
  for (const double v : x) s += v;
  return s / static_cast<double>(x.size());
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

// How many times longer `other` takes than the runtime, repetition by repetition; whether the
// target in the median is met without being worse in p99. target 0: for information.
inline void print_ratio(const char* name, double target, const StepTimes& runtime,
                        const StepTimes& other) {
  std::vector<double> medians, p99s;
  for (std::size_t k = 0; k < runtime.medians.size(); ++k) {
    medians.push_back(other.medians[k] / runtime.medians[k]);
    p99s.push_back(other.p99s[k] / runtime.p99s[k]);
  }
  std::printf("  %s / mortise per repetition: median %.2f (%.2f .. %.2f), p99 %.2f (%.2f .. %.2f)",
              name, quantile(medians, 0.5), quantile(medians, 0), quantile(medians, 1),
              quantile(p99s, 0.5), quantile(p99s, 0), quantile(p99s, 1));
  if (target > 0)
    std::printf("; wanted %.0f in the median, 1 in p99: %s", target,
                quantile(medians, 0.5) >= target && quantile(p99s, 0.5) >= 1 ? "met" : "MISSED");
  std::printf("\n");
}

}  // namespace mortise::bench
