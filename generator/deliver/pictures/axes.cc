#include "generator/deliver/pictures/axes.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "generator/deliver/pictures/text.hpp"
#include "generator/ground/text/error.hpp"

namespace mortise::gen {
namespace {

constexpr double kMargin = 0.05;  // of the range, between data and frame

// Data as the axis measures them: the logarithm on logarithmic ones.
AxisRange data_range(const std::vector<const PlotPanel*>& panels, AxisSide side, bool log) {
  AxisRange range{std::numeric_limits<double>::infinity(),
                  -std::numeric_limits<double>::infinity()};
  const auto include = [&](double value) {
    if (log) value = std::log10(value);
    range.lowest = std::min(range.lowest, value);
    range.highest = std::max(range.highest, value);
  };
  for (const PlotPanel* panel : panels) {
    for (const PlotSeries& series : panel->series) {
      if (side != AxisSide::x && series.right != (side == AxisSide::right)) continue;
      const std::vector<double>& values = side == AxisSide::x ? series.x : series.y;
      for (std::size_t i = 0; i < values.size(); ++i) include(values[i]);
      if (series.style == PlotStyle::cells) {  // half a cell on either side
        const double half = 0.5 * (side == AxisSide::x ? series.cells.width : series.cells.height);
        for (const double value : values) {
          include(value - half);
          include(value + half);
        }
      }
    }
  }
  return range;
}

bool shows_points(const std::vector<const PlotPanel*>& panels) {
  for (const PlotPanel* panel : panels) {
    for (const PlotSeries& series : panel->series) {
      if (series.style == PlotStyle::points || series.style == PlotStyle::line_points) return true;
    }
  }
  return false;
}

// With margins or, if there is nothing between the ends, as much as makes numbers readable.
AxisRange widened(const AxisRange& data, bool margin, bool log) {
  const double span = data.highest - data.lowest;
  const double scale = std::max(std::fabs(data.lowest), std::fabs(data.highest));
  double pad = margin ? kMargin * std::max(span, 0.0) : 0.0;
  if (span >= 0.0 && span <= 1e-9 * scale) pad = log ? 0.5 : 0.1 * scale;
  if (scale == 0.0) pad = log ? 0.5 : 1.0;
  AxisRange range{data.lowest - pad, data.highest + pad};
  if (!log && data.lowest >= 0.0) range.lowest = std::max(range.lowest, 0.0);
  if (!log && data.highest <= 0.0 && span > 0.0) range.highest = std::min(range.highest, 0.0);
  return range;
}

}  // namespace

const PlotAxis& axis_of(const PlotPanel& panel, AxisSide side) {
  if (side == AxisSide::x) return panel.x;
  return side == AxisSide::left ? panel.y : panel.y2;
}

bool has_right_axis(const PlotPanel& panel) {
  return std::any_of(panel.series.begin(), panel.series.end(),
                     [](const PlotSeries& series) { return series.right; });
}

AxisRange axis_range(const std::vector<const PlotPanel*>& panels, AxisSide side,
                     const std::string& where) {
  const bool log = axis_of(*panels.front(), side).log;
  AxisRange range = data_range(panels, side, log);
  if (range.lowest > range.highest) return log ? AxisRange{1.0, 10.0} : AxisRange{};
  std::optional<double> lowest, highest;
  for (const PlotPanel* panel : panels) {
    const PlotAxis& axis = axis_of(*panel, side);
    if (axis.lowest) lowest = log ? std::log10(*axis.lowest) : *axis.lowest;
    if (axis.highest) highest = log ? std::log10(*axis.highest) : *axis.highest;
  }
  const AxisRange data{lowest.value_or(range.lowest), highest.value_or(range.highest)};
  // Lines may start at the frame; points and everything along y keep their distance.
  const bool margin = side != AxisSide::x || shows_points(panels);
  range = widened(data, margin, log);
  if (lowest) range.lowest = *lowest;
  if (highest) range.highest = *highest;
  if (log) range = {std::pow(10.0, range.lowest), std::pow(10.0, range.highest)};
  if (!std::isfinite(range.highest - range.lowest) || !(range.lowest < range.highest)) {
    throw Error(where,
                "the axis \"" + axis_of(*panels.front(), side).label + "\" reaches from " +
                    number_text(range.lowest) + " to " + number_text(range.highest),
                "let its limits include the data");
  }
  return range;
}

namespace {

constexpr double kFewestNumbers = 3.0;  // numbers; fewer do not tell a scale
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
// if there are fewer than kFewestNumbers multiples of it.
RoundStep round_step(double lowest, double highest, int most) {
  const double wanted = (highest - lowest) / most;
  const double power = std::pow(10.0, std::floor(std::log10(wanted)));
  RoundStep step = make_step(10.0 * power, lowest, highest);
  for (const double factor : {5.0, 2.0, 1.0, 0.5, 0.2, 0.1}) {
    const bool enough = step.last - step.first + 1.0 >= kFewestNumbers;
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
