// The runs of a campaign: each is the definition with other values, and depends on nothing but the
// definition and its number.
#pragma once

#include <string>

#include "generator/define/definition/definition.hpp"

namespace mortise::gen {

// Run `index`, 0 .. train.runs - 1, as a definition of its own: first corners of the ranges (a
// fraction of them that is balanced in every range), then points between them by an evenly covering
// sequence that the seed shifts. Line contacts, in the load-scaled frame, rise and fall by a ramp;
// the last ones, a share of train.smooth, follow a smooth load. Scales and grid are those of the
// definition. definition.train must be present. Throws Error as reducible() does.
FilmCase training_run(const FilmContactSpec& definition, int index);

// "load 0.667 to 1.1, ramps 20 and 60 us, 5.04 m/s, viscosity x 0.8": what sets a training run
// apart.
std::string describe_training_run(const FilmCase& run);

}  // namespace mortise::gen
