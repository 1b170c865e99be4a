// What a simulated contact did, in pictures.
#pragma once

#include <string>
#include <vector>

#include "generator/contact/film/film_case.hpp"
#include "generator/contact/film/film_run.hpp"

namespace mortise::gen {

// Tries what can be tried before a simulation: the folder or the one it will be made in, and the
// pictures that are there. Throws Error if they cannot be written, OutputRefused if one is an
// input.
void try_film_pictures(const std::string& folder);

// Writes into `folder`, which is made if it does not exist:
//   profiles.svg  pressure and gap over the contact, one panel per recorded profile, at most eight
//                 (of more, evenly chosen ones); half-profiles of point contacts are mirrored
//   traces.svg    pressure, gap, force (load of line contacts) and velocity over time
//   steps.svg     size of the time steps over time
// Pictures the run has no data for (no profiles; steps of one size) are not written; older ones of
// that name are removed, because they belong to another run.
// Returns the paths written. Throws Error if the run has no samples, if data are not finite or of
// different lengths, or if the folder cannot be written; then no picture is
// written unless the folder failed half-way.
std::vector<std::string> write_film_pictures(const FilmCase& definition, const FilmRun& run,
                                             const std::string& folder);

}  // namespace mortise::gen
