#include "generator/deliver/pictures/axis_range.hpp"

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
      if (series.style != PlotStyle::bars) continue;
      if (side != AxisSide::x) {
        if (!log) include(0.0);
      } else if (values.size() > 1 && !log) {  // half a bar on either side
        include(values.front() - 0.5 * (values[1] - values[0]));
        include(values.back() + 0.5 * (values[1] - values[0]));
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

}  // namespace mortise::gen
