// How far axes reach and where they carry numbers.
#pragma once

#include <string>
#include <vector>

#include "generator/deliver/pictures/figure.hpp"

namespace mortise::gen {

struct AxisRange {
  double lowest = 0.0, highest = 1.0;
};

enum class AxisSide { x, left, right };

// The range that shows all data which the panels have on this axis, within the limits given by the
// axes; logarithmic if the first panel's axis is. Throws Error, naming `where`, if a given limit
// leaves no data.
AxisRange axis_range(const std::vector<const PlotPanel*>& panels, AxisSide side,
                     const std::string& where);

// The axis of a panel.
const PlotAxis& axis_of(const PlotPanel& panel, AxisSide side);

// True if a series of the panel belongs to the right axis.
bool has_right_axis(const PlotPanel& panel);

struct PlotTick {
  double value = 0.0;
  std::string label;  // "10^{-3}" is a power; empty for minor ticks
  bool minor = false;
};

// Multiples of 1, 2 or 5 times a power of ten between the ends, about `most` of them or
// fewer, but not fewer than a scale needs.
std::vector<PlotTick> linear_ticks(double lowest, double highest, int most);

// Powers of ten, over few decades also 2 and 5 times them; minor ticks at the other multiples.
std::vector<PlotTick> log_ticks(double lowest, double highest, int most);

}  // namespace mortise::gen
