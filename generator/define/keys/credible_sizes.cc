#include "generator/define/keys/credible_sizes.hpp"

#include <cmath>

#include "generator/ground/text/number_text.hpp"

namespace mortise::gen {
namespace {

// least: of numbers that must be positive.
struct CredibleSizes {
  const char* unit;
  double least, most;
};

constexpr CredibleSizes kSizes[] = {
    {"m", 1e-15, 1e6},    {"s", 1e-15, 1e9},    {"Hz", 1e-9, 1e12},    {"Hz/s", 1e-9, 1e15},
    {"kg", 1e-18, 1e12},  {"kg/m", 1e-18, 1e9}, {"kg/m3", 1e-9, 1e9},  {"Pa", 1e-9, 1e18},
    {"N", 1e-15, 1e15},   {"N/m", 1e-15, 1e18}, {"N/m2", 1e-12, 1e21}, {"N s/m2", 1e-15, 1e18},
    {"m/s", 1e-12, 1e6},  {"m/s2", 1e-9, 1e9},  {"s/m", 1e-15, 1e15},  {"1/s", 1e-15, 1e12},
    {"Pa s", 1e-12, 1e9}, {"1/Pa", 1e-24, 1.0}, {"deg", 1e-12, 1e6},   {"-", 1e-18, 1e18},
    {"", 1e-100, 1e100},
};

}  // namespace

std::optional<std::string> incredible(const Key& key, double x) {
  for (const CredibleSizes& sizes : kSizes) {
    if (key.unit != std::string(sizes.unit)) continue;
    const bool pure = *key.unit == '\0' || key.unit == std::string("-");
    const std::string unit = pure ? "" : " " + std::string(key.unit);
    const double end = x < 0.0 ? key.range.minimum : key.range.maximum;
    if (std::isinf(end) && std::abs(x) > sizes.most)
      return "it must be at most " + number_text(sizes.most) + unit + " in size";
    const bool positive = key.range.minimum == 0.0 && !key.range.minimum_allowed;
    if (positive && x < sizes.least)
      return "it must be at least " + number_text(sizes.least) + unit;
  }
  return std::nullopt;
}

}  // namespace mortise::gen
