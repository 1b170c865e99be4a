#include "tests/bench/flop_roof.hpp"

#include <algorithm>

#include "tests/bench/timing.hpp"

namespace mortise::bench {

namespace {

constexpr int kLoops = 500, kRuns = 2000, kSums = 12;  // sums: more than latency times ports

// Sums that no one can join: each has a start of its own. A function of its own, so that they stay
// in registers.
template <class T>
__attribute__((noinline)) T many_sums(T factor, T addend) {
  typedef T Wide __attribute__((vector_size(64)));
  const Wide none = {}, x = none + factor, y = none + addend;
  Wide s[kSums];
#pragma GCC unroll 12
  for (int i = 0; i < kSums; ++i) s[i] = none + T(i);
  for (int k = 0; k < kLoops; ++k)
#pragma GCC unroll 12
    for (int i = 0; i < kSums; ++i) s[i] = s[i] * x + y;
#pragma GCC unroll 12
  for (int i = 1; i < kSums; ++i) s[0] += s[i];
  return s[0][0];
}

template <class T>
double roof() {
  double best = 0;
  volatile T half = T(0.5), sink = 0;
  for (int run = 0; run < kRuns; ++run) {
    const auto start = Clock::now();
    sink = sink + many_sums<T>(half, half);
    const double taken = nanoseconds(start, Clock::now());
    best = std::max(best, double(kLoops) * kSums * (64 / sizeof(T)) / taken);
  }
  return best;
}

}  // namespace

double flop_roof_float() { return roof<float>(); }
double flop_roof_double() { return roof<double>(); }

}  // namespace mortise::bench
