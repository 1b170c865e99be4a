// Samples from the loop to one other thread, wait-free on both sides: what does not fit is counted.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace mortise::targets {

// What is known of a tick besides its numbers.
struct SampleHead {
  std::uint64_t tick = 0;       // from 1
  std::int64_t wake_up_ns = 0;  // start of the tick after its instant
  std::int64_t work_ns = 0;     // duration of the tick before
  std::uint32_t status = 0;     // of the steps that led to the outputs
  std::uint32_t overrun = 0;    // 1: the tick before ended after this one was due
};

class SampleRing {
 public:
  // numbers: of each sample. capacity: samples, rounded up to a power of two. All memory is
  // touched.
  SampleRing(std::size_t numbers, std::size_t capacity) : numbers_(numbers) {
    std::size_t size = 1;
    while (size < capacity) size *= 2;
    heads_.resize(size);
    values_.resize(size * numbers);
  }

  std::size_t capacity() const { return heads_.size(); }
  std::size_t numbers() const { return numbers_; }

  // Called by the writing thread. Room for the numbers of the next sample; null if there is none,
  // which is counted. Then publish().
  double* room() noexcept {
    const std::uint64_t at = written_.load(std::memory_order_relaxed);
    if (at - read_.load(std::memory_order_acquire) >= heads_.size()) {
      lost_.store(lost_.load(std::memory_order_relaxed) + 1, std::memory_order_relaxed);
      return nullptr;
    }
    return values_.data() + (at & (heads_.size() - 1)) * numbers_;
  }
  void publish(const SampleHead& head) noexcept {
    const std::uint64_t at = written_.load(std::memory_order_relaxed);
    heads_[at & (heads_.size() - 1)] = head;
    written_.store(at + 1, std::memory_order_release);
  }

  // Called by the reading thread. Calls take(head, numbers) for up to `most` samples; returns how
  // many.
  template <class Take>
  std::size_t drain(std::size_t most, const Take& take) {
    const std::uint64_t end = written_.load(std::memory_order_acquire);
    std::uint64_t at = read_.load(std::memory_order_relaxed);
    std::size_t count = 0;
    for (; at != end && count < most; ++at, ++count) {
      const std::size_t slot = at & (heads_.size() - 1);
      take(heads_[slot], values_.data() + slot * numbers_);
      read_.store(at + 1, std::memory_order_release);
    }
    return count;
  }

  std::uint64_t written() const { return written_.load(std::memory_order_acquire); }
  std::uint64_t lost() const { return lost_.load(std::memory_order_relaxed); }

 private:
  std::size_t numbers_;
  std::vector<SampleHead> heads_;
  std::vector<double> values_;
  // apart, so that neither thread takes the other's line
  alignas(64) std::atomic<std::uint64_t> written_{0};
  std::atomic<std::uint64_t> lost_{0};
  alignas(64) std::atomic<std::uint64_t> read_{0};
};

}  // namespace mortise::targets
