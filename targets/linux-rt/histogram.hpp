// Durations in buckets of 1 us, allocated once; what lies beyond the last is counted as overflow.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>

namespace mortise::targets {

class Histogram {
 public:
  void add(std::int64_t ns) noexcept {
    const std::int64_t bucket = std::max<std::int64_t>(ns, 0) / 1000;
    if (bucket < kBuckets) {
      ++counts_[static_cast<std::size_t>(bucket)];
    } else {
      ++overflow_;
    }
    ++total_;
    largest_ = std::max(largest_, ns);
    sum_ += static_cast<double>(ns);
  }

  // Upper end of the bucket below which `share` of all entries lie [us]; the largest entry if that
  // lies in the overflow.
  double percentile(double share) const noexcept {
    const double wanted = share * static_cast<double>(total_);
    std::uint64_t seen = 0;
    for (int k = 0; k < kBuckets; ++k) {
      seen += counts_[static_cast<std::size_t>(k)];
      if (static_cast<double>(seen) >= wanted && seen > 0) return k + 1;
    }
    return largest();
  }
  // Entries from `from` to below `to` [us], whole numbers.
  std::uint64_t between(int from, int to) const noexcept {
    std::uint64_t sum = 0;
    for (int k = from; k < std::min(to, kBuckets); ++k) sum += counts_[static_cast<std::size_t>(k)];
    return sum;
  }
  static constexpr int end() noexcept { return kBuckets; }  // [us] what is longer is overflow
  double largest() const noexcept { return static_cast<double>(largest_) * 1e-3; }  // [us]
  double mean() const noexcept {                                                    // [us]
    return total_ > 0 ? sum_ / static_cast<double>(total_) * 1e-3 : 0;
  }
  std::uint64_t total() const noexcept { return total_; }
  std::uint64_t overflow() const noexcept { return overflow_; }

 private:
  static constexpr int kBuckets = 10000;
  std::array<std::uint32_t, kBuckets> counts_{};
  std::uint64_t overflow_ = 0, total_ = 0;
  std::int64_t largest_ = 0;
  double sum_ = 0;
};

}  // namespace mortise::targets
