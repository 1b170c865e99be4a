// The traces of runs over time, ready for axes.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "generator/contact/film/film_run.hpp"
#include "generator/deliver/pictures/figure.hpp"
#include "generator/deliver/pictures/text.hpp"

namespace mortise::gen {

using TraceMember = double FilmSample::*;
using TraceRuns = std::vector<const FilmRun*>;  // with samples

// Throws Error, naming `where`, unless the trace holds samples, all of them finite.
void check_trace(const FilmRun& run, const std::string& where);

// Largest magnitude of these members over all runs.
double largest_magnitude(const TraceRuns& runs, const std::vector<TraceMember>& members);

// Prefixes for the magnitudes that occur: s, Pa, m.
SiPrefix time_prefix(const TraceRuns& runs);
SiPrefix pressure_prefix(double largest);
SiPrefix gap_prefix(double largest);

// Where to cut the axis of pressures over time so that the contact is seen beside the narrow peaks
// that end an impact, whose height is a number of the grid: 1.5 times the pressure that these
// members exceed for 5 % of the loaded time [Pa]. Empty: no cut, because the peaks are not much
// higher.
std::optional<double> pressure_axis_end(const TraceRuns& runs,
                                        const std::vector<TraceMember>& members);

// What an axis over time shows, and where it is cut.
struct TraceAxis {
  std::string quantity;
  SiPrefix prefix;
  std::optional<double> lowest{}, highest{};  // [unit of the axis]
  std::string note{};                         // "peaks up to 31.4 GPa lie outside"
};
TraceAxis pressure_axis(const std::string& quantity, const TraceRuns& runs,
                        const std::vector<TraceMember>& members);
TraceAxis gap_axis(const std::string& quantity, const TraceRuns& runs,
                   const std::vector<TraceMember>& members);

struct TraceCurve {
  const FilmRun* run;
  TraceMember member;
  std::string label;
  double width = PlotSeries().width;
};
PlotPanel trace_panel(const SiPrefix& time, const TraceAxis& axis,
                      const std::vector<TraceCurve>& curves);

}  // namespace mortise::gen
