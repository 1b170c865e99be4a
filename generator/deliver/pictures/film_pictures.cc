#include "generator/deliver/pictures/film_pictures.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>

#include "generator/deliver/pictures/figure.hpp"
#include "generator/deliver/pictures/picture_folder.hpp"
#include "generator/deliver/pictures/trace_columns.hpp"
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
  Figure figure{run_title(definition, run, time), {}, 2, 180.0};
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
  return {run_title(definition, run, time), {panel}};
}

constexpr std::size_t kMostProfiles = 8, kPerRow = 4;
constexpr double kLoaded = 0.02;       // of the largest pressure: this place bears load
constexpr double kSurroundings = 0.3;  // of the loaded width, shown on either side
// Profiles with this share of the largest pressure decide about the axis of gaps: they show all of
// the film, lower ones may leave the picture.
constexpr double kDecisive = 0.25;
// The axis of gaps ends at this multiple of the largest gap where a decisive profile bears load,
// kBearing of its largest pressure: films may be a hundredth of the gap beside them.
constexpr double kGapView = 3.0, kBearing = 0.1;

void check_profile(const FilmProfile& profile, const std::string& where) {
  const std::string name = "the profile at " + number_text(profile.time) + " s";
  const auto n = profile.x.size();
  if (n == 0 || profile.pressure.size() != n || profile.gap.size() != n) {
    throw Error(where,
                fmt::format("{} has {} positions, {} pressures and {} gaps", name, n,
                            profile.pressure.size(), profile.gap.size()),
                "record one pressure and one gap at every position");
  }
  if (!std::isfinite(profile.time) || !profile.x.allFinite() || !profile.pressure.allFinite() ||
      !profile.gap.allFinite()) {
    throw Error(where, name + " is not finite",
                "find out where the computation left the finite numbers");
  }
}

// All, or as many as fit, the first and the last among them.
std::vector<const FilmProfile*> chosen_profiles(const FilmRun& run) {
  const std::size_t have = run.profiles.size(), shown = std::min(have, kMostProfiles);
  std::vector<const FilmProfile*> chosen;
  for (std::size_t i = 0; i < shown; ++i) {
    chosen.push_back(
        &run.profiles[shown < 2 ? 0 : (i * (have - 1) + (shown - 1) / 2) / (shown - 1)]);
  }
  return chosen;
}

// A point contact is computed from its axis outwards: the other half is its mirror image.
FilmProfile whole_profile(const FilmProfile& half, bool mirror) {
  if (!mirror) return half;
  const auto n = half.x.size();
  const auto first = half.x[0] == 0.0 ? 1 : 0;  // the axis stands once
  const auto both = [&](const Vector& right, double sign) {
    Vector all(2 * n - first);
    all.head(n - first) = sign * right.tail(n - first).reverse();
    all.tail(n) = right;
    return all;
  };
  FilmProfile whole;
  whole.time = half.time;
  whole.x = both(half.x, -1.0);
  whole.pressure = both(half.pressure, 1.0);
  whole.gap = both(half.gap, 1.0);
  return whole;
}

struct ProfileView {
  double x_first = 0.0, x_last = 0.0;  // [m]
  double pressure = 0.0;               // the largest one [Pa]
  double gap = 0.0;                    // end of its axis [m]
};

// The loaded part of all profiles and what lies around it.
void view_along(const std::vector<FilmProfile>& profiles, ProfileView* view) {
  constexpr double kNone = std::numeric_limits<double>::infinity();
  double left = kNone, right = -kNone, first = kNone, last = -kNone;
  for (const FilmProfile& profile : profiles) {
    first = std::min(first, profile.x.minCoeff());
    last = std::max(last, profile.x.maxCoeff());
    for (Eigen::Index i = 0; i < profile.x.size(); ++i) {
      if (profile.pressure[i] <= kLoaded * view->pressure) continue;
      left = std::min(left, profile.x[i]);
      right = std::max(right, profile.x[i]);
    }
  }
  const bool loaded = left < right;
  const double around = loaded ? kSurroundings * (right - left) : 0.0;
  view->x_first = loaded ? std::max(first, left - around) : first;
  view->x_last = loaded ? std::min(last, right + around) : last;
}

ProfileView view_of(const std::vector<FilmProfile>& profiles) {
  ProfileView view;
  double film = 0.0;  // largest gap that bears load [m]
  for (const FilmProfile& profile : profiles) {
    view.pressure = std::max(view.pressure, profile.pressure.maxCoeff());
  }
  view_along(profiles, &view);
  for (const FilmProfile& profile : profiles) {
    const double largest = profile.pressure.maxCoeff();
    if (largest < kDecisive * view.pressure) continue;
    for (Eigen::Index i = 0; i < profile.x.size(); ++i) {
      if (profile.x[i] < view.x_first || profile.x[i] > view.x_last) continue;
      view.gap = std::max(view.gap, 1.05 * profile.gap[i]);
      if (profile.pressure[i] > kBearing * largest) film = std::max(film, profile.gap[i]);
    }
  }
  if (film > 0.0) view.gap = std::min(view.gap, kGapView * film);
  return view;
}

// Largest overlap of the bodies, which only dry contacts have; <= 0: none.
double deepest(const std::vector<FilmProfile>& profiles) {
  double depth = -std::numeric_limits<double>::infinity();
  for (const FilmProfile& profile : profiles) depth = std::max(depth, -profile.gap.minCoeff());
  return depth;
}

std::vector<double> scaled(const Vector& values, const SiPrefix& prefix) {
  std::vector<double> result;
  result.reserve(static_cast<std::size_t>(values.size()));
  for (const double value : values) result.push_back(value / prefix.factor);
  return result;
}

// Pressure (thick, left axis) and gap (thin, right axis) of at most eight profiles of the run,
// around the part of the contact that bears load. The run has at least one profile.
// Throws Error, naming `where`, if a profile is empty, not finite or of unequal lengths.
Figure profile_figure(const FilmCase& definition, const FilmRun& run, const std::string& where) {
  std::vector<FilmProfile> profiles;
  double latest = 0.0;
  for (const FilmProfile* profile : chosen_profiles(run)) {
    check_profile(*profile, where);
    profiles.push_back(whole_profile(*profile, definition.film.kind == FilmKind::point));
    latest = std::max(latest, std::fabs(profile->time));
  }
  const ProfileView view = view_of(profiles);
  const SiPrefix time = si_prefix(latest, "s"), pressure = pressure_prefix(view.pressure);
  const SiPrefix along =
      si_prefix(std::max(std::fabs(view.x_first), std::fabs(view.x_last)), "m", 0.1);
  const SiPrefix gap = gap_prefix(view.gap > 0.0 ? view.gap : std::max(0.0, deepest(profiles)));

  const std::size_t columns =
      profiles.size() <= kPerRow ? profiles.size() : (profiles.size() + 1) / 2;
  Figure figure{definition.name, {}, static_cast<int>(columns), 170.0, true, true};
  for (const FilmProfile& profile : profiles) {
    PlotPanel panel;
    panel.title = "t = " + number_text(profile.time / time.factor, 4) + " " + time.unit;
    if (view.gap > 0.0 && profile.gap.minCoeff() > view.gap) {
      panel.title += ", gap > " + number_text(view.gap / gap.factor, 2) + " " + gap.unit;
    }
    panel.x.label = axis_label("x", along);
    if (view.x_first < view.x_last) {
      panel.x.lowest = view.x_first / along.factor;
      panel.x.highest = view.x_last / along.factor;
    }
    panel.y.label = axis_label("pressure", pressure);
    panel.y2.label = axis_label("gap", gap);
    if (view.gap > 0.0) panel.y2.highest = view.gap / gap.factor;
    if (view.gap > 0.0 && deepest(profiles) <= 0.0) panel.y2.lowest = 0.0;
    const std::vector<double> x = scaled(profile.x, along);
    panel.series = {
        {x, scaled(profile.pressure, pressure), "pressure", PlotStyle::line, false, 2.8},
        {x, scaled(profile.gap, gap), "gap", PlotStyle::line, true, 1.3}};
    figure.panels.push_back(panel);
  }
  return figure;
}

constexpr const char* kPictureNames[] = {"profiles.svg", "traces.svg", "steps.svg"};

}  // namespace

void try_film_pictures(const std::string& folder) {
  try_pictures(folder, {std::begin(kPictureNames), std::end(kPictureNames)});
}

std::vector<std::string> write_film_pictures(const FilmCase& definition, const FilmRun& run,
                                             const std::string& folder) {
  PictureFolder pictures(folder);
  const auto [profiles, traces, steps] = kPictureNames;
  check_trace(run, pictures.path(traces));
  check_steps(run, pictures.path(steps));
  const auto draw = [&](bool shown, const char* name, const auto& figure) {
    if (shown)
      pictures.draw(name, figure());
    else
      pictures.drop(name);
  };
  draw(true, traces, [&] { return trace_figure(definition, run); });
  draw(!run.profiles.empty(), profiles,
       [&, name = profiles] { return profile_figure(definition, run, pictures.path(name)); });
  draw(steps_varied(run), steps, [&] { return step_figure(definition, run); });
  return pictures.write();
}

}  // namespace mortise::gen
