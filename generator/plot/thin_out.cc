#include "generator/plot/thin_out.hpp"

#include <algorithm>
#include <cmath>

namespace mortise::gen {

std::vector<std::size_t> thin_out(const std::vector<double>& x, const std::vector<double>& y,
                                  const AxisRange& range, bool log, double pixels) {
  const auto along = [log](double value) { return log ? std::log10(value) : value; };
  const double start = along(range.lowest);
  const double per_pixel = (along(range.highest) - start) / pixels;
  const auto column = [&](std::size_t i) { return std::floor((along(x[i]) - start) / per_pixel); };

  std::vector<std::size_t> kept;
  for (std::size_t first = 0; first < x.size();) {
    const double here = column(first);
    std::size_t low = first, high = first, end = first + 1;
    for (; end < x.size() && column(end) == here; ++end) {
      if (y[end] < y[low]) low = end;
      if (y[end] > y[high]) high = end;
    }
    std::size_t chosen[] = {first, std::min(low, high), std::max(low, high), end - 1};
    for (const std::size_t i : chosen) {
      if (kept.empty() || kept.back() < i) kept.push_back(i);
    }
    first = end;
  }
  return kept;
}

}  // namespace mortise::gen
