#pragma once

#include <string>

#include "generator/contact/film/film_case.hpp"
#include "generator/contact/film/film_run.hpp"
#include "generator/deliver/pictures/figure.hpp"

namespace mortise::gen {

// Pressure (thick, left axis) and gap (thin, right axis) of at most eight profiles of the run,
// around the part of the contact that bears load. The run has at least one profile.
// Throws Error, naming `where`, if a profile is empty, not finite or of unequal lengths.
Figure profile_figure(const FilmCase& definition, const FilmRun& run, const std::string& where);

}  // namespace mortise::gen
