#include "tests/bench/bandwidth.hpp"

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <memory>

namespace mortise::bench {

namespace {

typedef double Eight __attribute__((vector_size(64)));

// Eight independent sums hide the latency of addition.
double sum(const double* p, std::size_t count) {
  Eight s[8] = {};
  const auto* x = reinterpret_cast<const Eight*>(p);
  for (std::size_t j = 0; j + 8 <= count / 8; j += 8)
    for (std::size_t k = 0; k < 8; ++k) s[k] += x[j + k];
  double total = 0;
  for (const Eight& each : s) total += each[0] + each[7];
  return total;
}

}  // namespace

double load_bandwidth(std::size_t bytes) {
  const std::size_t count = std::max<std::size_t>(bytes / 512, 1) * 64;
  const std::unique_ptr<double, decltype(&std::free)> block(
      static_cast<double*>(std::aligned_alloc(64, count * sizeof(double))), &std::free);
  std::fill_n(block.get(), count, 1.0);
  const std::size_t passes = std::max<std::size_t>(1, (std::size_t{8} << 20) / (8 * count));
  double best = 0;
  volatile double sink = 0;
  for (int run = 0; run < 25; ++run) {
    const auto start = std::chrono::steady_clock::now();
    for (std::size_t k = 0; k < passes; ++k) sink = sink + sum(block.get(), count);
    const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - start;
    best = std::max(best, static_cast<double>(passes * count * sizeof(double)) / taken.count());
  }
  return best;
}

}  // namespace mortise::bench
