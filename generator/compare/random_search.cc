#include "generator/compare/random_search.hpp"

#include <cmath>
#include <random>

namespace mortise::gen {

std::vector<double> random_search(const std::function<double(const std::vector<double>&)>& value,
                                  std::vector<double> start, const std::vector<double>& steps,
                                  int trials) {
  std::mt19937 random(1);
  // near enough to a normal distribution, and the same on every machine
  const auto normal = [&random] {
    double sum = -6.0;
    for (int k = 0; k < 12; ++k) sum += static_cast<double>(random()) / 4294967296.0;
    return sum;
  };
  double best = value(start), size = 1.0;
  for (int trial = 0; trial < trials; ++trial) {
    std::vector<double> child = start;
    for (std::size_t k = 0; k < child.size(); ++k) child[k] += size * steps[k] * normal();
    const double found = value(child);
    if (found < best) {
      best = found;
      start = child;
      size *= std::exp(0.4);
    } else {
      size *= std::exp(-0.1);
    }
    if (size < 1e-3) size = 0.3;  // stuck: look further away again
  }
  return start;
}

}  // namespace mortise::gen
