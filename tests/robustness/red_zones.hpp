// Bytes that nobody may touch: AddressSanitizer reports whoever does. What is allocated has them at
// its ends; these make them between arrays that share one block.
#pragma once

#include <cstdint>
#include <vector>

#include "mortise/view/carver.hpp"

namespace mortise::robustness {

inline constexpr std::uint64_t kRedZone = 64;  // bytes, behind every array

struct RedZone {
  std::uint64_t begin, end;  // offsets in the region
};

// Places arrays as a Carver does, with a red zone from the last byte of each to the next one.
class GuardedCarver {
 public:
  // zones: where they are noted, may be null
  explicit GuardedCarver(std::vector<RedZone>* zones, std::uint64_t from = 0)
      : zones_(zones), next_(round_up(from)) {}

  std::uint32_t take(std::uint64_t count, std::uint64_t bytes_each) {
    const std::uint64_t here = next_, end = here + count * bytes_each;
    next_ = round_up(end) + kRedZone;
    if (zones_) zones_->push_back({end, next_});
    return static_cast<std::uint32_t>(here);
  }

  std::uint64_t bytes() const { return next_; }

 private:
  static std::uint64_t round_up(std::uint64_t n) { return (n + 63) & ~std::uint64_t{63}; }

  std::vector<RedZone>* zones_;
  std::uint64_t next_;
};

// Forbids, and allows, every zone of a region. Without AddressSanitizer they do nothing.
void forbid(const void* region, const std::vector<RedZone>& zones);
void allow(const void* region, const std::vector<RedZone>& zones);

}  // namespace mortise::robustness
