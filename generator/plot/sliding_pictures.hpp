// Pictures of sliding contacts.
#pragma once

#include <string>

#include "generator/plot/figure.hpp"
#include "generator/sliding/stability.hpp"

namespace mortise::gen {

// Above: unstable points of the map over position and friction, one colour per frequency band.
// Below: worst growth over position at the largest friction. Positions in mm.
Figure stability_figure(const StabilityMap& map);

// The same as SVG. Throws Error as write_svg().
void write_stability_picture(const StabilityMap& map, const std::string& path);

}  // namespace mortise::gen
