#include "generator/deliver/pictures/colour_ramp.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace mortise::gen {
namespace {

using Rgb = std::array<double, 3>;
constexpr std::array<Rgb, 7> kAnchors = {{{255, 241, 184},
                                          {253, 197, 107},
                                          {242, 138, 75},
                                          {210, 80, 79},
                                          {156, 42, 99},
                                          {93, 27, 102},
                                          {35, 16, 74}}};

}  // namespace

std::string ramp_colour(int level) {
  const double at = static_cast<double>(std::clamp(level, 0, kRampLevels - 1)) *
                    static_cast<double>(kAnchors.size() - 1) / (kRampLevels - 1);
  const auto first = std::min(static_cast<std::size_t>(at), kAnchors.size() - 2);
  const double share = at - static_cast<double>(first);
  std::array<long, 3> c{};
  for (std::size_t i = 0; i < 3; ++i)
    c[i] = std::lround((1.0 - share) * kAnchors[first][i] + share * kAnchors[first + 1][i]);
  return fmt::format("#{:02X}{:02X}{:02X}", c[0], c[1], c[2]);
}

int ramp_level(double value, double lowest, double highest) {
  const double share = (value - lowest) / (highest - lowest);
  return static_cast<int>(std::clamp(share * kRampLevels, 0.0, kRampLevels - 1.0));
}

}  // namespace mortise::gen
