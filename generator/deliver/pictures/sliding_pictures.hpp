// Pictures of sliding contacts.
#pragma once

#include <string>

#include "generator/judge/analyses/stability.hpp"

namespace mortise::gen {

// SVG. Above: unstable points of the map over position and friction, one colour per frequency band.
// Below: worst growth over position at the largest friction. Positions in mm. Throws Error as
// write_svg() (figure.hpp).
void write_stability_picture(const StabilityMap& map, const std::string& path);

}  // namespace mortise::gen
