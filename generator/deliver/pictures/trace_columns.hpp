// Columns of a run's trace, ready for axes.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "generator/contact/film/film_run.hpp"
#include "generator/deliver/pictures/si_prefix.hpp"

namespace mortise::gen {

using TraceMember = double FilmSample::*;

// Throws Error, naming `where`, unless the trace holds samples, all of them finite.
void check_trace(const FilmRun& run, const std::string& where);

// The member of every sample over the prefix' factor.
std::vector<double> trace_column(const FilmRun& run, TraceMember member, const SiPrefix& prefix);

// Largest magnitude of these members over all runs; runs: with samples.
double largest_magnitude(const std::vector<const FilmRun*>& runs,
                         const std::vector<TraceMember>& members);

// Prefixes for the magnitudes that occur: s, Pa, m.
SiPrefix time_prefix(const std::vector<const FilmRun*>& runs);
SiPrefix pressure_prefix(double largest);
SiPrefix gap_prefix(double largest);

// Where to cut the axis of pressures over time so that the contact is seen beside the narrow peaks
// that end an impact, whose height is a number of the grid: 1.5 times the pressure that these
// members exceed for 5 % of the loaded time [Pa]. Empty: no cut, because the peaks are not much
// higher.
std::optional<double> pressure_axis_end(const std::vector<const FilmRun*>& runs,
                                        const std::vector<TraceMember>& members);

// "peaks up to 31.4 GPa lie outside", said where the axis of pressures is cut.
std::string cut_note(double largest, const SiPrefix& prefix);

// Where to cut the axis of gaps over time so that the film, which may be a hundredth of the free
// flight, is seen: twice the largest gap under load [m]. Empty: no cut, because the flight is
// not much higher or because the bodies touch without a film.
std::optional<double> gap_axis_end(const std::vector<const FilmRun*>& runs);

}  // namespace mortise::gen
