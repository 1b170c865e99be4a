#include "generator/reduce/train/training_run.hpp"

#include <algorithm>
#include <cmath>

namespace mortise::gen {
namespace {

bool odd_bits(unsigned bits) {
  bool odd = false;
  for (; bits != 0; bits &= bits - 1) odd = !odd;
  return odd;
}

constexpr int kBases[] = {2, 3, 5, 7, 11, 13, 17, 19};
constexpr int kSkip = 409, kSkips = 4096;  // points per seed; seeds that differ

// Digits of the index in a prime base, behind the point and in reverse order. Multiplied by the
// golden section of the base, so that few points do not crowd at one end of large bases.
double radical(int index, int base) {
  const int factor = std::max(1, static_cast<int>(std::lround(0.618 * base)));
  double value = 0.0, place = 1.0;
  for (; index > 0; index /= base) {
    place /= base;
    value += place * (index % base * factor % base);
  }
  return value;
}

}  // namespace

CornerDesign::CornerDesign(int ranges, int runs) {
  if (runs < 1) return;
  unsigned bits = 0;
  while (bits < static_cast<unsigned>(ranges) && (2 << bits) <= runs) ++bits;
  count_ = 1 << bits;
  // single bits first: with enough runs every corner is met
  std::vector<unsigned> order;
  for (unsigned b = 0; b < bits; ++b) order.push_back(1u << b);
  for (unsigned mask = 1; mask < (1u << bits); ++mask) {
    if ((mask & (mask - 1)) != 0) order.push_back(mask);
  }
  for (int i = 0; i < ranges; ++i) {
    const auto k = static_cast<std::size_t>(i);
    const std::size_t size = std::max<std::size_t>(1, order.size()), round = k / size;
    // every other round backwards and upside down: what shares its bits differs in importance
    const std::size_t place = round % 2 == 0 ? k % size : size - 1 - k % size;
    masks_.push_back(order.empty() ? 0u : order[place]);
    flipped_.push_back(!order.empty() && round % 2 == 1);
  }
}

bool CornerDesign::upper(int index, int range) const {
  const auto k = static_cast<std::size_t>(range);
  return odd_bits(static_cast<unsigned>(index) & masks_[k]) != flipped_[k];
}

std::vector<double> even_point(int dimensions, int index, std::int64_t seed) {
  const auto skipped = static_cast<int>((seed + (kSkips - 1)) % kSkips) * kSkip;
  std::vector<double> point(static_cast<std::size_t>(dimensions));
  for (std::size_t d = 0; d < point.size(); ++d) {
    point[d] = radical(skipped + index + 1, kBases[d]);
  }
  return point;
}

}  // namespace mortise::gen
