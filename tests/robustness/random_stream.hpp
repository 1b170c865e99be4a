// Reproducible random numbers: splitmix64 (Steele, Lea, Flood 2014).
#pragma once

#include <cstddef>
#include <cstdint>

namespace mortise::robustness {

class RandomStream {
 public:
  RandomStream(std::uint64_t seed, std::uint64_t index)
      : state_(seed * 0x9e3779b97f4a7c15ull ^ (index + 1) * 0xd1342543de82ef95ull) {}

  std::uint64_t next() {
    std::uint64_t z = (state_ += 0x9e3779b97f4a7c15ull);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ull;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebull;
    return z ^ (z >> 31);
  }
  // In [0, count); count > 0.
  std::size_t below(std::size_t count) { return static_cast<std::size_t>(next() % count); }
  template <class T, std::size_t N>
  T pick(const T (&list)[N]) {
    return list[below(N)];
  }

 private:
  std::uint64_t state_;
};

}  // namespace mortise::robustness
