// What a line contact prescribes to a reduced film: its load history and its speed.
#pragma once

#include "generator/contact/film/film_case.hpp"
#include "generator/contact/film/scales.hpp"
#include "generator/reduce/film/reduced_drive.hpp"

namespace mortise::gen {

// Over time from the start of the run [unit of time]. The rate of the frame is that before a corner
// of the load: a stage that ends there belongs to what was before it.
ReducedDriveFunction prescribed_drive(const FilmCase& run, const FilmScales& scales);

}  // namespace mortise::gen
