// How far axes reach.
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

}  // namespace mortise::gen
