#include "generator/deliver/pictures/thin_out.hpp"

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

std::vector<std::size_t> straighten(const std::vector<double>& x, const std::vector<double>& y,
                                    double tolerance) {
  const auto distance = [&](std::size_t i, std::size_t a, std::size_t b) {
    const double dx = x[b] - x[a], dy = y[b] - y[a], length2 = dx * dx + dy * dy;
    const double px = x[i] - x[a], py = y[i] - y[a];
    // to the piece between a and b, not to its continuation
    const double along = length2 > 0.0 ? std::clamp((px * dx + py * dy) / length2, 0.0, 1.0) : 0.0;
    return std::hypot(px - along * dx, py - along * dy);
  };
  std::vector<std::size_t> kept{0};
  std::vector<std::size_t> ends;  // of the pieces still to judge, the nearest on top
  if (x.size() > 1) ends.push_back(x.size() - 1);
  while (!ends.empty()) {
    const std::size_t first = kept.back(), last = ends.back();
    std::size_t farthest = first;
    double largest = tolerance;
    for (std::size_t i = first + 1; i < last; ++i) {
      const double off = distance(i, first, last);
      if (off <= largest) continue;
      largest = off;
      farthest = i;
    }
    if (farthest > first) {
      ends.push_back(farthest);
    } else {
      kept.push_back(last);
      ends.pop_back();
    }
  }
  return kept;
}

}  // namespace mortise::gen
