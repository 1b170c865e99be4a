// Places arrays one after another in a region of a state.
#pragma once

#include <cstdint>

namespace mortise {

// The layouts take any class with these functions, so that a test may leave guarded gaps.
class Carver {
 public:
  // from: bytes of the region that are taken already.
  explicit Carver(std::uint64_t from = 0) : next_(round_up(from)) {}

  // Offset of an array of `count` elements, a multiple of 64.
  std::uint32_t take(std::uint64_t count, std::uint64_t bytes_each) {
    const std::uint64_t here = next_;
    next_ = round_up(here + count * bytes_each);
    return static_cast<std::uint32_t>(here);
  }

  // Bytes of the region so far.
  std::uint64_t bytes() const { return next_; }

 private:
  static std::uint64_t round_up(std::uint64_t n) { return (n + 63) & ~std::uint64_t{63}; }

  std::uint64_t next_;
};

}  // namespace mortise
