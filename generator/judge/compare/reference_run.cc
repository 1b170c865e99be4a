#include "generator/judge/compare/reference_run.hpp"

#include <algorithm>
#include <cmath>

#include "generator/contact/film/contact_problem.hpp"
#include "generator/define/definition/definition_hash.hpp"
#include "generator/ground/files/content_hash.hpp"
#include "generator/ground/files/terminal.hpp"
#include "generator/ground/text/error.hpp"
#include "generator/judge/certify/film_json.hpp"
#include "generator/reduce/film/problem_data.hpp"

namespace mortise::gen {
ReferenceRun make_reference_run(const FilmContactSpec& definition, const ScenarioSpec& scenario,
                                double step, const Progress& progress) {
  return make_reference_run(film_scenario(definition, scenario), scenario.name, step, progress);
}

namespace {

// Without its full run.
ReferenceRun prepared_run(const FilmCase& given, const std::string& name, double step) {
  ReferenceRun made;
  made.name = name;
  made.run = reducible(given);
  FilmCase& run = made.run;
  run.output = {};
  const bool line = run.film.kind == FilmKind::line;
  if (line) {
    run.step.control = StepControl::fixed;
    run.step.scheme = FilmScheme::sdirk2;
    run.step.size = step;
    run.step.largest = run.step.smallest = 0.0;
    return made;
  }
  ContactProblem problem(run, nullptr);
  const Vector states = problem.system().gap().initial_states();
  made.q = states.head(states.size() / 2);
  made.v = states.tail(states.size() / 2);
  return made;
}

FilmRun full_run(const ReferenceRun& made, const Progress& progress) {
  FilmRun full = simulate_film(made.run, progress, nullptr);
  if (!full.completed) {
    throw Error(made.run.path, "scenario \"" + made.name + "\": " + full.stop_reason,
                "choose a smaller reduce.step");
  }
  return full;
}

}  // namespace

ReferenceRun make_reference_run(const FilmCase& given, const std::string& name, double step,
                                const Progress& progress) {
  ReferenceRun made = prepared_run(given, name, step);
  made.full = full_run(made, progress);
  return made;
}

std::vector<ReferenceRun> make_reference_runs(const Definition& definition,
                                              const std::vector<std::size_t>& scenarios,
                                              double step, KeptMap map) {
  std::vector<ReferenceRun> runs;
  map.stage = "judging";
  map.goes_on = GoesOn::every_rank;
  const std::string judged = map.folder.empty() ? "" : stage_hash(definition, Stage::certify);
  for (const std::size_t index : scenarios) {
    const ScenarioSpec& scenario = definition.scenarios[index];
    runs.push_back(prepared_run(film_scenario(*definition.film, scenario), scenario.name, step));
    map.keys.push_back(ContentHash().add(judged).add(scenario.name).add(&step, sizeof step).hex());
  }
  std::vector<FilmRun> full = kept_map<FilmRun>(map, [&](std::size_t k) {
    ProgressBar bar(runs[k].name);
    return full_run(runs[k], bar.shares());
  });
  for (std::size_t k = 0; k < runs.size(); ++k) runs[k].full = std::move(full[k]);
  return runs;
}

double case_input(const FilmCase& run, const std::string& input, double time) {
  if (input == "load") return run.load.reference * LoadHistory(run.load).value(time);
  if (input == "entrainment")
    return LoadHistory(run.entrainment, run.entrainment_over_time).value(time);
  if (input == "viscosity_factor")
    return LoadHistory(run.lubricant.viscosity_factor, run.viscosity_over_time).value(time);
  return run.impact.acceleration;
}

Vector case_inputs(const FilmCase& run, const std::vector<std::string>& names, double start,
                   double end) {
  const auto count = static_cast<Eigen::Index>(names.size());
  Vector u(2 * count);
  for (Eigen::Index k = 0; k < u.size(); ++k)
    u[k] = case_input(run, names[static_cast<std::size_t>(k % count)], k < count ? start : end);
  return u;
}

namespace {

constexpr double kShareOfPeak = 0.05;  // of the force: an impact is compared above

struct JudgedQuantity {
  double FilmErrors::*error;
  double FilmSample::*value;
  bool gap;
};
constexpr JudgedQuantity kJudged[] = {
    {&FilmErrors::force, &FilmSample::force, false},
    {&FilmErrors::central_pressure, &FilmSample::p_central, false},
    {&FilmErrors::central_gap, &FilmSample::h_central, true},
    {&FilmErrors::minimum_gap, &FilmSample::h_min, true}};

}  // namespace

FilmErrors worse_of(const FilmErrors& a, const FilmErrors& b) {
  FilmErrors worse = a;
  for (const JudgedQuantity& q : kJudged) {
    // std::max would drop a NaN in second place
    if (!(a.*q.error >= b.*q.error) && !std::isnan(a.*q.error)) worse.*q.error = b.*q.error;
  }
  return worse;
}

ErrorMeter::ErrorMeter(const FilmRun* full, FilmKind kind)
    : full_(full), impact_(kind != FilmKind::line) {
  const std::vector<FilmSample>& trace = full->trace;
  std::size_t first = 0, last = trace.size() - 1;
  if (impact_) {
    double peak = 0.0;
    for (const FilmSample& s : trace) peak = std::max(peak, s.force);
    const double level = kShareOfPeak * peak;
    while (first < last && trace[first].force < level) ++first;
    std::size_t k = first;
    while (k < last && trace[k].force >= level) ++k;
    last = k;
  }
  from_ = trace[first].time;
  to_ = trace[last].time;
  for (std::size_t k = first; k <= last; ++k)
    for (const JudgedQuantity& q : kJudged)
      largest_.*q.value = std::max(largest_.*q.value, trace[k].*q.value);
}

FilmErrors ErrorMeter::add(const FilmSample& s) {
  FilmErrors now;
  if (s.time < from_ || s.time > to_ * (1.0 + 1e-12)) return now;
  const FilmSample full = sample_at(full_->trace, s.time);
  for (const JudgedQuantity& q : kJudged) {
    const FilmSample& scale = impact_ && q.gap ? full : largest_;
    now.*q.error = std::abs(s.*q.value - full.*q.value) / scale.*q.value;
  }
  worst_ = worse_of(worst_, now);
  return now;
}

}  // namespace mortise::gen
