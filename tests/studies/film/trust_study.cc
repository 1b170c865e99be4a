#include "tests/studies/film/trust_study.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "generator/contact/film/load_history.hpp"
#include "generator/ground/text/error.hpp"
#include "generator/reduce/film/reduce_film.hpp"

namespace mortise::gen {
namespace {

constexpr double kRounding = 1.0 + 1e-9;
constexpr double kAccepted = 1.05;  // widths beyond the box at which the film still takes an input

struct Box {
  double low = 0.0, high = 0.0;
  double width() const { return high - low; }
  double middle() const { return 0.5 * (low + high); }
  // `beyond` the upper or lower edge.
  double at(double beyond, bool upper) const {
    return upper ? high + beyond * width() : low - beyond * width();
  }
};

Box box_of(const Vector& values, double unit) {
  return {unit * values.minCoeff(), unit * values.maxCoeff()};
}

struct TrustBoxes {
  Box load, speed, viscosity;
};

struct Excursion {
  const char* what;  // "load", "speed", "viscosity", "all" of them, "ramp"
  bool upper;
  double beyond;
};

std::string name_of(const Excursion& e) {
  return fmt::format("{} {:.2f} {} the {} edge", e.what, std::abs(e.beyond),
                     e.beyond < 0.0 ? "inside" : "beyond", e.upper ? "upper" : "lower");
}

// A load step up and back, or down and back, from the middle of the box. Ramps, and all inputs
// together, cross the whole box.
ScenarioSpec scenario_of(const Excursion& e, const TrustBoxes& boxes, const FilmContactSpec& d) {
  ScenarioSpec s;
  s.name = name_of(e);
  s.duration = d.train->duration;
  const std::string what = e.what;
  const bool all = what == "all", load = what == "load", steep = what == "ramp";
  const double slowest = d.train->ramp.maximum, fastest = d.train->ramp.minimum;
  const double ramp = steep ? fastest / (1.0 + std::max(e.beyond, -0.5))
                      : all ? fastest
                            : 0.5 * (fastest + slowest);
  const double rise = 0.1 * s.duration, fall = 0.6 * s.duration;
  const double from = steep ? boxes.load.low
                      : all ? boxes.load.at(std::min(e.beyond, 0.0), !e.upper)
                            : boxes.load.middle();
  const double to = load || all ? boxes.load.at(e.beyond, e.upper)
                    : steep     ? boxes.load.high
                                : boxes.load.at(-0.1, e.upper);
  s.film.load_times = {rise, rise + ramp, fall, fall + ramp};
  s.film.load_values = {from, to, to, from};
  s.film.entrainment =
      all || what == "speed" ? boxes.speed.at(e.beyond, e.upper) : boxes.speed.middle();
  s.film.viscosity_factor =
      all || what == "viscosity" ? boxes.viscosity.at(e.beyond, e.upper) : boxes.viscosity.middle();
  return s;
}

// Nothing for values that no film has: a load or a viscosity of nothing.
std::vector<ScenarioSpec> scenarios_of(const TrustBoxes& boxes, const FilmContactSpec& d,
                                       const std::vector<double>& excursions,
                                       std::vector<double>* beyond) {
  std::vector<ScenarioSpec> all;
  for (const double excursion : excursions) {
    for (const char* what : {"load", "speed", "viscosity", "all", "ramp"}) {
      for (const bool upper : {true, false}) {
        if (!upper && std::string(what) == "ramp") continue;
        const ScenarioSpec s = scenario_of({what, upper, excursion}, boxes, d);
        const double lowest =
            *std::min_element(s.film.load_values.begin(), s.film.load_values.end());
        if (lowest < 0.2 || s.film.entrainment <= 0.0 || s.film.viscosity_factor <= 0.1) continue;
        all.push_back(s);
        beyond->push_back(excursion);
      }
    }
  }
  return all;
}

// steepest: rate of the load [1/s] that the film as defined would still follow.
TrustRun judged(const FilmTrial& trial, const LoadHistory& load, double steepest, double limit) {
  TrustRun run;
  run.errors = trial.errors;
  run.failed = !trial.failure.empty();
  for (const TrustSample& s : trial.trust) {
    run.residual = std::max(run.residual, s.residual);
    if (run.passes >= 0.0) continue;
    run.residual_before = std::max(run.residual_before, s.residual);
    run.distance_before = std::max(run.distance_before, s.distance);
    run.warned_before = run.warned_before || s.warned || std::abs(load.rate(s.time)) > steepest;
    if (std::max(s.errors.film(), s.errors.central_pressure) > limit) run.passes = s.time;
  }
  return run;
}

TrustLimit judged_limit(const TrustStudy& study, double limit) {
  TrustLimit judged;
  judged.limit = limit;
  for (const TrustRun& run : study.runs) {
    const bool by_residual = run.residual_before > limit;
    if (run.passes < 0.0) {
      if (by_residual) ++(run.distance <= 0.0 ? judged.alarms_inside : judged.alarms_beyond);
    } else {
      judged.flagged_residual += by_residual ? 1 : 0;
      judged.flagged += by_residual || run.distance_before > 0.0 || run.warned_before ? 1 : 0;
    }
  }
  return judged;
}

void count(TrustStudy* study) {
  const TrustLimit own = judged_limit(*study, study->trust_limit);
  study->flagged_residual = own.flagged_residual;
  study->flagged = own.flagged;
  study->alarms_inside = own.alarms_inside;
  study->alarms = own.alarms_inside + own.alarms_beyond;
  study->needed_alone = study->needed = std::numeric_limits<double>::infinity();
  for (TrustRun& run : study->runs) {
    if (run.passes < 0.0) continue;
    const bool otherwise = run.distance_before > 0.0 || run.warned_before;
    ++study->passing;
    study->passing_inside += run.distance <= 0.0 ? 1 : 0;
    study->flagged_distance += run.distance_before > 0.0 ? 1 : 0;
    study->flagged_input += run.warned_before ? 1 : 0;
    run.unflagged = !otherwise && !(run.residual_before > study->trust_limit);
    study->needed_alone = std::min(study->needed_alone, run.residual_before);
    if (!otherwise) study->needed = std::min(study->needed, run.residual_before);
  }
  for (const double limit : kTrustLimits) study->limits.push_back(judged_limit(*study, limit));
}

}  // namespace

TrustStudy study_trust(const FilmContactSpec& definition, const FilmSnapshots& snapshots,
                       const std::vector<double>& excursions, double limit, double reference_step,
                       const Progress& progress) {
  if (definition.film.kind != FilmKind::line || !definition.reduce || !definition.train) {
    throw Error(definition.path, "trust signals are studied on reduced line contacts",
                "give [reduce] and [train] to a film with film.kind = \"line\"");
  }
  FilmContactSpec d = definition;
  d.reduce->margin = kAccepted;
  const ReducedFilm film = reduce_film(d, snapshots, nullptr);
  const double steepest = (1.0 + definition.reduce->margin) * snapshots.largest_slope /
                          film.problem.scales.time * kRounding;
  const TrustBoxes boxes{box_of(snapshots.load, 1.0), box_of(snapshots.speed, d.reference_speed),
                         box_of(snapshots.viscosity_factor, 1.0)};
  std::vector<double> beyond;
  const std::vector<ScenarioSpec> scenarios = scenarios_of(boxes, d, excursions, &beyond);
  TrialOptions options;
  options.repetitions = 0;
  options.keep_trust = true;
  TrustStudy study;
  study.limit = limit;
  study.trust_limit = d.reduce->trust_limit;
  for (std::size_t k = 0; k < scenarios.size(); ++k) {
    const ReferenceRun full =
        make_reference_run(d, scenarios[k], reference_step, [&](double share) {
          if (progress) {
            progress((static_cast<double>(k) + share) / static_cast<double>(scenarios.size()));
          }
        });
    TrustRun run;
    try {
      const FilmTrial trial =
          try_in_runtime(film, full, FilmScalar::float64, d.reduce->hold, options);
      run = judged(trial, LoadHistory(full.run.load), steepest, limit);
    } catch (const Error&) {
      run.refused = true;
    }
    run.name = full.name;
    run.distance = beyond[k];
    study.runs.push_back(run);
  }
  count(&study);
  return study;
}

}  // namespace mortise::gen
