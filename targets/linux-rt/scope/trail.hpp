// What the scope has seen of late: for every signal the smallest and the largest value of some
// ticks at a time, so that no peak is missed however many ticks a line on the screen stands for.
#pragma once

#include <cstdint>
#include <deque>
#include <string>
#include <vector>

#include "sample_ring.hpp"

namespace mortise::targets {

class Trail {
 public:
  // ticks: to an entry. entries: kept.
  Trail(std::size_t numbers, std::uint64_t ticks, std::size_t entries)
      : ticks_(ticks), most_(entries), open_(numbers) {}

  struct Entry {
    std::uint64_t first = 0;  // tick
    std::vector<double> low, high;
    double work_us = 0, wake_up_us = 0;  // the largest
    std::uint32_t status = 0;            // all of them
    explicit Entry(std::size_t numbers) : low(numbers), high(numbers) {}
  };

  void add(const SampleHead& head, const double* numbers);

  // Number of the entry behind the last; entries are counted from 0 since the start.
  std::uint64_t end() const { return begin_ + entries_.size(); }
  // The oldest that is kept.
  std::uint64_t begin() const { return begin_; }
  const Entry& at(std::uint64_t number) const { return entries_[number - begin_]; }

 private:
  std::uint64_t ticks_, count_ = 0, begin_ = 0;
  std::size_t most_;
  Entry open_;
  std::deque<Entry> entries_;
};

}  // namespace mortise::targets
