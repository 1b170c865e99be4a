// Random numbers that are the same for the same seed on every machine.
#pragma once

#include <cstdint>
#include <random>

namespace mortise::gen {

class Dice {
 public:
  explicit Dice(std::uint64_t seed) : bits_(seed) {}
  int below(int n) { return static_cast<int>(bits_() % static_cast<std::uint64_t>(n)); }
  double share() { return static_cast<double>(bits_() >> 11) * 0x1p-53; }  // 0 <= share < 1
  double between(double low, double high) { return low + share() * (high - low); }

 private:
  std::mt19937_64 bits_;
};

}  // namespace mortise::gen
