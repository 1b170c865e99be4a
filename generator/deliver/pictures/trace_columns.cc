#include "generator/deliver/pictures/trace_columns.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "generator/contact/film/film_run.hpp"
#include "generator/deliver/pictures/text.hpp"
#include "generator/ground/text/error.hpp"
#include "generator/simulate/film/simulate.hpp"

namespace mortise::gen {
namespace {

constexpr double kUnderLoad = 0.2;  // of the largest force: the bodies interact
constexpr double kGapCut = 2.0, kFlight = 1.5;
constexpr double kPeakTime = 0.05;  // share of the loaded time that peaks may take
constexpr double kPressureCut = 1.5, kPeak = 1.5;

// What the member exceeds for no more than the share kPeakTime of the loaded time.
double lasting_pressure(const FilmRun& run, TraceMember member) {
  const double load = kUnderLoad * largest_magnitude({&run}, {&FilmSample::force});
  std::vector<std::pair<double, double>> held;  // pressure, time it was held
  double total = 0.0;
  for (std::size_t i = 1; i < run.trace.size(); ++i) {
    if (load <= 0.0 || run.trace[i].force < load) continue;
    const double time = run.trace[i].time - run.trace[i - 1].time;
    held.emplace_back(run.trace[i].*member, time);
    total += time;
  }
  std::sort(held.rbegin(), held.rend());
  double above = 0.0;
  for (const auto& [pressure, time] : held) {
    above += time;
    if (above > kPeakTime * total) return pressure;
  }
  return 0.0;
}

}  // namespace

void check_trace(const FilmRun& run, const std::string& where) {
  if (run.trace.empty()) {
    throw Error(where, "the run recorded no samples, so there is nothing to show",
                run.stop_reason.empty() ? "let it simulate a longer duration" : run.stop_reason);
  }
  for (std::size_t i = 0; i < run.trace.size(); ++i) {
    const auto check = [&](const char* name, double value) {
      if (std::isfinite(value)) return;
      throw Error(where, fmt::format("sample {} has {} = {}", i, name, number_text(value)),
                  "find out where the computation left the finite numbers");
    };
    check("time", run.trace[i].time);
    for (const FilmChannel& channel : kFilmChannels)
      check(channel.name, run.trace[i].*channel.member);
  }
}

double largest_magnitude(const TraceRuns& runs, const std::vector<TraceMember>& members) {
  double largest = 0.0;
  for (const FilmRun* run : runs) {
    for (const FilmSample& sample : run->trace) {
      for (const TraceMember member : members) {
        largest = std::max(largest, std::fabs(sample.*member));
      }
    }
  }
  return largest;
}

SiPrefix time_prefix(const TraceRuns& runs) {
  return si_prefix(largest_magnitude(runs, {&FilmSample::time}), "s");
}

// Contact pressures are told in GPa and films in micrometres also below 1.
SiPrefix pressure_prefix(double largest) { return si_prefix(largest, "Pa", 0.1); }
SiPrefix gap_prefix(double largest) { return si_prefix(largest, "m", 0.1); }

std::optional<double> pressure_axis_end(const TraceRuns& runs,
                                        const std::vector<TraceMember>& members) {
  double end = 0.0;
  for (const FilmRun* run : runs) {
    for (const TraceMember member : members) {
      end = std::max(end, kPressureCut * lasting_pressure(*run, member));
    }
  }
  if (end <= 0.0 || largest_magnitude(runs, members) < kPeak * end) return std::nullopt;
  return end;
}

TraceAxis pressure_axis(const std::string& quantity, const TraceRuns& runs,
                        const std::vector<TraceMember>& members) {
  const double largest = largest_magnitude(runs, members);
  const auto end = pressure_axis_end(runs, members);
  const SiPrefix prefix = pressure_prefix(end.value_or(largest));
  TraceAxis axis{quantity, prefix};
  if (!end) return axis;
  axis.highest = *end / prefix.factor;
  axis.note =
      "peaks up to " + number_text(largest / prefix.factor, 3) + " " + prefix.unit + " lie outside";
  return axis;
}

namespace {

// Where to cut the axis of gaps over time so that the film, which may be a hundredth of the free
// flight, is seen: twice the largest gap under load [m]. Empty: no cut, because the flight is
// not much higher or because the bodies touch without a film.
std::optional<double> gap_axis_end(const TraceRuns& runs) {
  double flight = 0.0, contact = 0.0;
  for (const FilmRun* run : runs) {
    const double force = largest_magnitude({run}, {&FilmSample::force});
    for (const FilmSample& sample : run->trace) {
      flight = std::max(flight, sample.h_central);
      if (sample.h_min <= 0.0) return std::nullopt;
      if (force > 0.0 && sample.force >= kUnderLoad * force) {
        contact = std::max(contact, sample.h_central);
      }
    }
  }
  const double end = kGapCut * contact;
  if (end <= 0.0 || flight < kFlight * end) return std::nullopt;
  return end;
}

}  // namespace

TraceAxis gap_axis(const std::string& quantity, const TraceRuns& runs,
                   const std::vector<TraceMember>& members) {
  const auto end = gap_axis_end(runs);
  TraceAxis axis{quantity, gap_prefix(end.value_or(largest_magnitude(runs, members)))};
  if (!end) return axis;
  axis.lowest = 0.0;
  axis.highest = *end / axis.prefix.factor;
  return axis;
}

PlotPanel trace_panel(const SiPrefix& time, const TraceAxis& axis,
                      const std::vector<TraceCurve>& curves) {
  PlotPanel panel{axis.note,
                  {axis_label("time", time)},
                  {axis_label(axis.quantity, axis.prefix), axis.lowest, axis.highest}};
  for (const TraceCurve& curve : curves) {
    PlotSeries series;
    for (const FilmSample& sample : curve.run->trace) {
      series.x.push_back(sample.time / time.factor);
      series.y.push_back(sample.*curve.member / axis.prefix.factor);
    }
    series.label = curve.label;
    series.width = curve.width;
    panel.series.push_back(std::move(series));
  }
  return panel;
}

}  // namespace mortise::gen
