// Colours of values in maps: from a pale yellow to a deep violet, ever darker, so that they keep
// their order in grey and for any colour vision.
#pragma once

#include <string>

namespace mortise::gen {

constexpr int kRampLevels = 48;

// level: 0 (lowest) .. kRampLevels - 1. "#RRGGBB"
std::string ramp_colour(int level);

// The level of a value between the ends of a scale; values beyond them take the end.
int ramp_level(double value, double lowest, double highest);

}  // namespace mortise::gen
