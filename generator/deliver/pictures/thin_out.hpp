// Fewer points that look the same.
#pragma once

#include <vector>

#include "generator/deliver/pictures/axes.hpp"

namespace mortise::gen {

// The first, lowest, highest and last of all consecutive points that fall into one pixel column:
// the drawn line is the same, extrema keep their height. Indices, ascending.
// x, y: same length; range, log: of the x axis; pixels: its length > 0.
std::vector<std::size_t> thin_out(const std::vector<double>& x, const std::vector<double>& y,
                                  const AxisRange& range, bool log, double pixels);

// Points of a polyline between which straight lines stay within `tolerance` of all others; the
// first and the last among them (Douglas, Peucker 1973). Indices, ascending.
// x, y: same length >= 1, in the unit of the tolerance.
std::vector<std::size_t> straighten(const std::vector<double>& x, const std::vector<double>& y,
                                    double tolerance);

}  // namespace mortise::gen
