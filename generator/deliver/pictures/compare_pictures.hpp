// Several runs in one picture, and how errors fall with the resolution.
#pragma once

#include <string>
#include <vector>

#include "generator/contact/film/film_run.hpp"
#include "generator/judge/analyses/orders.hpp"

namespace mortise::gen {

// Central pressure and central gap of runs over time, in two panels.
// labels: one per run, for the legend; runs: at least one. path: of the SVG.
// Throws Error if a run has no samples or data that are not finite, if the numbers of labels and
// runs differ, or if the file cannot be written.
void write_trace_comparison(const std::vector<std::string>& labels,
                            const std::vector<FilmRun>& runs, const std::string& path);

// Runs that belong together; the first is what the others are compared with.
struct TraceGroup {
  std::string title;
  std::vector<std::string> labels;   // one per run, for the legend
  std::vector<const FilmRun*> runs;  // at least one
};

// The same in one row of panels per group, with the same time axis and units; the first run of a
// group is a wide line beneath the others. groups: at least one. Throws Error as above.
void write_trace_groups(const std::vector<TraceGroup>& groups, const std::string& path);

// Errors of the central pressure, the central and the smallest gap over the step size (one row of
// panels) and over the number of film nodes (another row), double-logarithmic, with the slopes
// that the schemes should have. Errors of zero, which no logarithm shows, are left out.
// Throws Error as above, and if the study has no point with an error above zero.
void write_order_picture(const OrderStudy& study, const std::string& path);

}  // namespace mortise::gen
