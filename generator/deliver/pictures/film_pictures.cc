#include "generator/deliver/pictures/film_pictures.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>

#include "generator/deliver/pictures/figure.hpp"
#include "generator/deliver/pictures/profile_figure.hpp"
#include "generator/deliver/pictures/trace_columns.hpp"
#include "generator/ground/files/output_file.hpp"
#include "generator/ground/text/error.hpp"

namespace mortise::gen {
namespace {

constexpr double kSameStep = 1e-6;  // relative: steps of one size but for rounding
constexpr double kManySizes = 8.0;  // largest over smallest: a logarithmic axis shows more

std::string run_title(const FilmCase& definition, const FilmRun& run, const SiPrefix& time) {
  if (run.completed) return definition.name;
  return definition.name + " (stopped early, at " +
         number_text(run.trace.back().time / time.factor, 4) + " " + time.unit + ")";
}

Figure trace_figure(const FilmCase& definition, const FilmRun& run) {
  const FilmKind kind = definition.film.kind;
  const SiPrefix time = time_prefix({&run});
  const auto axis = [&](const char* quantity, TraceMember member, const char* unit,
                        double at_least) {
    return TraceAxis{quantity, si_prefix(largest_magnitude({&run}, {member}), unit, at_least)};
  };
  Figure figure;
  figure.title = run_title(definition, run, time);
  figure.columns = 2;
  figure.panel_height = 180.0;
  // Mostly the values are equal: thin lines on thick ones show both.
  const auto add_pair = [&](const TraceAxis& shown, TraceMember central, TraceMember extreme,
                            const char* name) {
    figure.panels.push_back(
        trace_panel(time, shown, {{&run, central, "central", 2.8}, {&run, extreme, name, 1.2}}));
  };
  const TraceMember p_central = &FilmSample::p_central, p_max = &FilmSample::p_max,
                    h_central = &FilmSample::h_central, h_min = &FilmSample::h_min,
                    force = &FilmSample::force, velocity = &FilmSample::velocity;
  add_pair(pressure_axis("pressure", {&run}, {p_central, p_max}), p_central, p_max, "maximum");
  add_pair(gap_axis("gap", {&run}, {h_central, h_min}), h_central, h_min, "minimum");
  figure.panels.push_back(trace_panel(time,
                                      axis(kind == FilmKind::line ? "load" : "force", force,
                                           kind == FilmKind::point ? "N" : "N/m", 1.0),
                                      {{&run, force, ""}}));
  if (largest_magnitude({&run}, {velocity}) > 0.0) {
    figure.panels.push_back(
        trace_panel(time, axis("velocity", velocity, "m/s", 0.1), {{&run, velocity, ""}}));
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
  double now = run.trace.front().time;
  PlotSeries steps{{now / time.factor}, {run.steps.front() / size.factor}, "", PlotStyle::steps};
  for (const double step : run.steps) {
    now += step;
    steps.x.push_back(now / time.factor);
    steps.y.push_back(step / size.factor);
  }
  PlotPanel panel{fmt::format("{} steps, {} rejected", run.counts.steps, run.counts.rejected),
                  {axis_label("time", time)},
                  {axis_label("step size", size)}};
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
