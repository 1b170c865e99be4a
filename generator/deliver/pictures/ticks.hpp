// Where axes carry numbers.
#pragma once

#include <string>
#include <vector>

namespace mortise::gen {

struct PlotTick {
  double value = 0.0;
  std::string label;  // "10^{-3}" is a power; empty for minor ticks
  bool minor = false;
};

// Multiples of 1, 2 or 5 times a power of ten between the ends, about `most` of them or
// fewer, but not fewer than a scale needs.
std::vector<PlotTick> linear_ticks(double lowest, double highest, int most);

// Powers of ten, over few decades also 2 and 5 times them; minor ticks at the other multiples.
std::vector<PlotTick> log_ticks(double lowest, double highest, int most);

}  // namespace mortise::gen
