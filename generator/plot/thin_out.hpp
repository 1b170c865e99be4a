// Fewer points that look the same.
#pragma once

#include <vector>

#include "generator/plot/axis_range.hpp"

namespace mortise::gen {

// Of all consecutive points that fall into one pixel column the first, the lowest, the highest and
// the last: the drawn line is the same, extrema keep their height. Indices, ascending.
// x, y: same length; range, log: of the x axis; pixels: its length > 0.
std::vector<std::size_t> thin_out(const std::vector<double>& x, const std::vector<double>& y,
                                  const AxisRange& range, bool log, double pixels);

}  // namespace mortise::gen
