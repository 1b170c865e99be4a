#include "generator/deliver/pictures/ticks.hpp"

#include <algorithm>
#include <cmath>

#include "generator/deliver/pictures/text.hpp"

namespace mortise::gen {
namespace {

constexpr double kFewest = 3.0;         // numbers; fewer do not tell a scale
constexpr double kTickRounding = 1e-9;  // of a tick's distance to the end of the axis

struct RoundStep {
  double size = 1.0;
  double first = 0.0, last = 0.0;  // multiples of it between the ends
};

RoundStep make_step(double size, double lowest, double highest) {
  return {size, std::ceil(lowest / size - kTickRounding),
          std::floor(highest / size + kTickRounding)};
}

// The smallest of 1, 2, 5 times a power of ten of which about `most` fit between the ends; smaller
// if there are fewer than kFewest multiples of it.
RoundStep round_step(double lowest, double highest, int most) {
  const double wanted = (highest - lowest) / most;
  const double power = std::pow(10.0, std::floor(std::log10(wanted)));
  RoundStep step = make_step(10.0 * power, lowest, highest);
  for (const double factor : {5.0, 2.0, 1.0, 0.5, 0.2, 0.1}) {
    const bool enough = step.last - step.first + 1.0 >= kFewest;
    if (enough && factor * power < wanted * (1.0 - kTickRounding)) break;
    step = make_step(factor * power, lowest, highest);
  }
  return step;
}

std::string power_label(double factor, int exponent, bool plain) {
  const double value = factor * std::pow(10.0, exponent);
  if (plain) return number_text(value, 6);
  const std::string power = "10^{" + std::to_string(exponent) + "}";
  return factor == 1.0 ? power : number_text(factor, 1) + "\xC2\xB7" + power;
}

}  // namespace

std::vector<PlotTick> linear_ticks(double lowest, double highest, int most) {
  const RoundStep step = round_step(lowest, highest, std::max(most, 1));
  const double largest = std::max(std::fabs(lowest), std::fabs(highest));
  const int decimals = std::max(0, static_cast<int>(std::ceil(-std::log10(step.size) - 1e-6)));
  const bool fixed = decimals <= 4 && largest < 1e6;
  std::vector<PlotTick> ticks;
  for (double k = step.first; k <= step.last; k += 1.0) {
    const double value = k == 0.0 ? 0.0 : k * step.size;
    ticks.push_back({value, fixed ? decimal_text(value, decimals) : number_text(value, 6), false});
  }
  return ticks;
}

std::vector<PlotTick> log_ticks(double lowest, double highest, int most) {
  const double low = std::log10(lowest), high = std::log10(highest);
  const bool plain = low > -3.0 - kTickRounding && high < 4.0 + kTickRounding;
  const bool few = high - low < 2.0;
  // every n-th decade, so that labels do not touch
  const int stride = std::max(1, static_cast<int>(std::ceil((high - low) / std::max(most, 1))));
  std::vector<PlotTick> ticks;
  for (int e = static_cast<int>(std::floor(low)); e <= static_cast<int>(std::ceil(high)); ++e) {
    for (int factor = 1; factor <= 9; ++factor) {
      const double value = factor * std::pow(10.0, e), at = std::log10(value);
      if (at < low - kTickRounding || at > high + kTickRounding) continue;
      const bool labelled =
          (factor == 1 && e % stride == 0) || (few && (factor == 2 || factor == 5));
      if (!labelled && stride > 1 && factor > 1) continue;
      ticks.push_back({value, labelled ? power_label(factor, e, plain) : "", !labelled});
    }
  }
  return ticks;
}

}  // namespace mortise::gen
