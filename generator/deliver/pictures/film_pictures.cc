#include "generator/deliver/pictures/film_pictures.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>

#include "generator/deliver/pictures/figure.hpp"
#include "generator/deliver/pictures/profile_figure.hpp"
#include "generator/deliver/pictures/text.hpp"
#include "generator/deliver/pictures/trace_columns.hpp"
#include "generator/ground/files/output_file.hpp"
#include "generator/ground/text/error.hpp"

namespace mortise::gen {
namespace {

constexpr double kSameStep = 1e-6;  // relative: steps of one size but for rounding
constexpr double kManySizes = 8.0;  // largest over smallest: a logarithmic axis shows more

PlotSeries trace_series(const FilmRun& run, const SiPrefix& time, TraceMember member,
                        const SiPrefix& prefix, const std::string& label) {
  PlotSeries series;
  series.x = trace_column(run, &FilmSample::time, time);
  series.y = trace_column(run, member, prefix);
  series.label = label;
  return series;
}

std::string run_title(const FilmCase& definition, const FilmRun& run, const SiPrefix& time) {
  if (run.completed) return definition.name;
  return definition.name + " (stopped early, at " +
         number_text(run.trace.back().time / time.factor, 4) + " " + time.unit + ")";
}

Figure trace_figure(const FilmCase& definition, const FilmRun& run) {
  const std::vector<const FilmRun*> runs{&run};
  const SiPrefix time = time_prefix(runs);
  const auto end = gap_axis_end(runs);
  const std::vector<TraceMember> pressures{&FilmSample::p_central, &FilmSample::p_max};
  const double largest = largest_magnitude(runs, pressures);
  const auto pressure_end = pressure_axis_end(runs, pressures);
  const SiPrefix pressure = pressure_prefix(pressure_end.value_or(largest));
  const SiPrefix gap = gap_prefix(
      end.value_or(largest_magnitude(runs, {&FilmSample::h_central, &FilmSample::h_min})));
  const bool line = definition.film.kind == FilmKind::line;
  const SiPrefix force = si_prefix(largest_magnitude(runs, {&FilmSample::force}),
                                   definition.film.kind == FilmKind::point ? "N" : "N/m");
  const double speed = largest_magnitude(runs, {&FilmSample::velocity});
  const SiPrefix velocity = si_prefix(speed, "m/s", 0.1);

  Figure figure;
  figure.title = run_title(definition, run, time);
  figure.columns = 2;
  figure.panel_height = 180.0;
  const auto add = [&](const std::string& label, std::vector<PlotSeries> series) -> PlotPanel& {
    PlotPanel panel;
    panel.x.label = axis_label("time", time);
    panel.y.label = label;
    panel.series = std::move(series);
    figure.panels.push_back(std::move(panel));
    return figure.panels.back();
  };
  PlotSeries p_max = trace_series(run, time, &FilmSample::p_max, pressure, "maximum");
  PlotSeries p_central = trace_series(run, time, &FilmSample::p_central, pressure, "central");
  PlotSeries h_central = trace_series(run, time, &FilmSample::h_central, gap, "central");
  PlotSeries h_min = trace_series(run, time, &FilmSample::h_min, gap, "minimum");
  // Mostly the values are equal: thin lines on thick ones show both.
  for (PlotSeries* central : {&p_central, &h_central}) central->width = 2.8;
  for (PlotSeries* extreme : {&p_max, &h_min}) extreme->width = 1.2;
  PlotPanel& contact = add(axis_label("pressure", pressure), {p_central, p_max});
  if (pressure_end) {
    contact.title = cut_note(largest, pressure);
    contact.y.highest = *pressure_end / pressure.factor;
  }
  PlotPanel& gaps = add(axis_label("gap", gap), {h_central, h_min});
  if (end) {
    gaps.y.lowest = 0.0;
    gaps.y.highest = *end / gap.factor;
  }
  add(axis_label(line ? "load" : "force", force),
      {trace_series(run, time, &FilmSample::force, force, "")});
  if (speed > 0.0) {
    add(axis_label("velocity", velocity),
        {trace_series(run, time, &FilmSample::velocity, velocity, "")});
  }
  return figure;
}

bool steps_varied(const FilmRun& run) {
  if (run.steps.empty()) return false;
  const auto [low, high] = std::minmax_element(run.steps.begin(), run.steps.end());
  return *high > *low * (1.0 + kSameStep);
}

void check_steps(const FilmRun& run, const std::string& where) {
  for (std::size_t i = 0; i < run.steps.size(); ++i) {
    if (std::isfinite(run.steps[i]) && run.steps[i] > 0.0) continue;
    throw Error(where, fmt::format("step {} has the size {}", i, number_text(run.steps[i])),
                "find out where the computation left the positive numbers");
  }
}

Figure step_figure(const FilmCase& definition, const FilmRun& run) {
  const SiPrefix time = time_prefix({&run});
  const auto [low, high] = std::minmax_element(run.steps.begin(), run.steps.end());
  const SiPrefix size = si_prefix(*high, "s");
  PlotSeries steps;
  steps.style = PlotStyle::steps;
  double now = run.trace.front().time;
  steps.x.push_back(now / time.factor);
  steps.y.push_back(run.steps.front() / size.factor);
  for (const double step : run.steps) {
    now += step;
    steps.x.push_back(now / time.factor);
    steps.y.push_back(step / size.factor);
  }
  PlotPanel panel;
  panel.title = fmt::format("{} steps, {} rejected", run.counts.steps, run.counts.rejected);
  panel.x.label = axis_label("time", time);
  panel.y.label = axis_label("step size", size);
  panel.y.log = *high > kManySizes * *low;
  if (!panel.y.log) panel.y.lowest = 0.0;
  panel.series.push_back(std::move(steps));
  Figure figure;
  figure.title = run_title(definition, run, time);
  figure.panels.push_back(std::move(panel));
  return figure;
}

constexpr const char* kPictureNames[] = {"profiles.svg", "traces.svg", "steps.svg"};

std::string picture_path(const std::string& folder, const char* name) {
  return (std::filesystem::path(folder) / name).string();
}

void make_folder(const std::string& folder) {
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  if (error) {
    throw Error(folder, "the folder cannot be made: " + error.message(),
                "check that its parent exists and is writable");
  }
}

}  // namespace

void try_film_pictures(const std::string& folder) {
  try_folder(folder);
  if (!std::filesystem::exists(folder)) return;
  for (const char* name : kPictureNames) {
    const OutputReservation no_input(picture_path(folder, name));
    try_output(picture_path(folder, name), OutputKind::picture);
  }
}

std::vector<std::string> write_film_pictures(const FilmCase& definition, const FilmRun& run,
                                             const std::string& folder) {
  struct Picture {
    std::string path, svg;
  };
  const std::string profiles = picture_path(folder, kPictureNames[0]),
                    traces = picture_path(folder, kPictureNames[1]),
                    steps = picture_path(folder, kPictureNames[2]);
  check_trace(run, traces);
  check_steps(run, steps);
  std::vector<Picture> pictures;
  std::vector<std::string> stale;
  const auto draw = [&](const std::string& to, const Figure& figure) {
    pictures.push_back({to, render_svg(figure, to)});
  };
  draw(traces, trace_figure(definition, run));
  if (run.profiles.empty()) {
    stale.push_back(profiles);
  } else {
    draw(profiles, profile_figure(definition, run, profiles));
  }
  if (steps_varied(run)) {
    draw(steps, step_figure(definition, run));
  } else {
    stale.push_back(steps);
  }

  make_folder(folder);
  std::vector<std::string> written;
  for (const Picture& picture : pictures) {
    write_output(picture.path, OutputKind::picture, picture.svg.data(), picture.svg.size());
    written.push_back(picture.path);
  }
  std::error_code ignored;  // what cannot be removed was not there or is not ours
  for (const std::string& old : stale) {
    // what is no file was put there on purpose
    const auto status = std::filesystem::symlink_status(old, ignored);
    if (std::filesystem::is_regular_file(status)) std::filesystem::remove(old, ignored);
  }
  return written;
}

}  // namespace mortise::gen
