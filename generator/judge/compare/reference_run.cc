#include "generator/judge/compare/reference_run.hpp"

#include <algorithm>
#include <cmath>

#include "generator/contact/film/contact_problem.hpp"
#include "generator/ground/text/error.hpp"
#include "generator/reduce/film/problem_data.hpp"

namespace mortise::gen {
namespace {

constexpr double kShareOfPeak = 0.05;  // of the force: an impact is compared above

}  // namespace

ReferenceRun make_reference_run(const FilmContactSpec& definition, const ScenarioSpec& scenario,
                                double step, const Progress& progress) {
  return make_reference_run(film_scenario(definition, scenario), scenario.name, step, progress);
}

ReferenceRun make_reference_run(const FilmCase& given, const std::string& name, double step,
                                const Progress& progress) {
  ReferenceRun made;
  made.name = name;
  made.run = reducible(given);
  FilmCase& run = made.run;
  run.output.interval = 0.0;
  run.output.profiles.clear();
  const bool line = run.film.kind == FilmKind::line;
  if (line) {
    run.step.control = StepControl::fixed;
    run.step.scheme = FilmScheme::sdirk2;
    run.step.size = step;
    run.step.largest = run.step.smallest = 0.0;
  }
  made.full = simulate_film(run, progress, nullptr);
  if (!made.full.completed) {
    throw Error(run.path, "scenario \"" + made.name + "\": " + made.full.stop_reason,
                "choose a smaller reduce.step");
  }
  if (!line) {
    ContactProblem problem(run, nullptr);
    const Vector states = problem.system().gap().initial_states();
    made.q = states.head(states.size() / 2);
    made.v = states.tail(states.size() / 2);
  }
  return made;
}

double case_input(const FilmCase& run, const std::string& input, double time) {
  if (input == "load") return run.load.reference * LoadHistory(run.load).value(time);
  if (input == "entrainment") return run.entrainment;
  if (input == "viscosity_factor") return run.lubricant.viscosity_factor;
  return run.impact.acceleration;
}

FilmErrors worse_of(const FilmErrors& a, const FilmErrors& b) {
  // std::max would drop a NaN in second place
  const auto worse = [](double x, double y) { return x >= y ? x : (std::isnan(x) ? x : y); };
  return {worse(a.force, b.force), worse(a.central_pressure, b.central_pressure),
          worse(a.central_gap, b.central_gap), worse(a.minimum_gap, b.minimum_gap)};
}

ErrorMeter::ErrorMeter(const FilmRun* full, FilmKind kind)
    : full_(full), impact_(kind != FilmKind::line) {
  const std::vector<FilmSample>& trace = full->trace;
  for (const FilmSample& s : trace) {
    largest_.force = std::max(largest_.force, s.force);
    largest_.p_central = std::max(largest_.p_central, s.p_central);
    largest_.h_central = std::max(largest_.h_central, s.h_central);
    largest_.h_min = std::max(largest_.h_min, s.h_min);
  }
  from_ = trace.front().time;
  to_ = trace.back().time;
  if (!impact_) return;
  const double level = kShareOfPeak * largest_.force;
  std::size_t k = 0;
  while (k + 1 < trace.size() && trace[k].force < level) ++k;
  from_ = trace[k].time;
  while (k + 1 < trace.size() && trace[k].force >= level) ++k;
  to_ = trace[k].time;
}

FilmErrors ErrorMeter::add(const FilmSample& s) {
  FilmErrors now;
  if (s.time < from_ || s.time > to_ * (1.0 + 1e-12)) return now;
  const FilmSample full = sample_at(full_->trace, s.time);
  const FilmSample& scale = impact_ ? full : largest_;  // of the gaps
  now.force = std::abs(s.force - full.force) / largest_.force;
  now.central_pressure = std::abs(s.p_central - full.p_central) / largest_.p_central;
  now.central_gap = std::abs(s.h_central - full.h_central) / scale.h_central;
  now.minimum_gap = std::abs(s.h_min - full.h_min) / scale.h_min;
  worst_ = worse_of(worst_, now);
  return now;
}

}  // namespace mortise::gen
