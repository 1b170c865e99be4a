#include "generator/compare/film_case.hpp"

#include <algorithm>
#include <cmath>

#include "generator/ehd/contact_problem.hpp"
#include "generator/error.hpp"
#include "generator/reduce/input_ranges.hpp"
#include "generator/reduce/problem_data.hpp"

namespace mortise::gen {
namespace {

constexpr double kShareOfPeak = 0.05;  // of the force: an impact is compared above

}  // namespace

FilmCase make_film_case(const FilmDefinition& definition, const FilmScenarioSpec& scenario,
                        double step, const FilmProgress& progress) {
  return make_film_case(film_scenario(definition, scenario), scenario.name, step, progress);
}

FilmCase make_film_case(const FilmDefinition& given, const std::string& name, double step,
                        const FilmProgress& progress) {
  FilmCase made;
  made.name = name;
  made.run = reducible(given);
  FilmDefinition& run = made.run;
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
  ContactProblem problem(run, nullptr);
  if (line) {
    const FilmUnknowns steady = problem.steady(0.0);
    made.pressure = steady.P / std::sqrt(problem.load().value(0.0));
    made.approach = steady.approach;
  } else {
    const Vector states = problem.system().gap().initial_states();
    made.q = states.head(states.size() / 2);
    made.v = states.tail(states.size() / 2);
  }
  return made;
}

double case_input(const FilmDefinition& run, const std::string& input, double time) {
  if (input == "load") return run.load.reference * LoadHistory(run.load).value(time);
  if (input == "entrainment") return run.entrainment;
  if (input == "viscosity_factor") return run.lubricant.viscosity_factor;
  return run.impact.acceleration;
}

ReducedDriveFunction case_drive(const FilmDefinition& run, const FilmScales& scales) {
  ReducedDrive fixed;
  fixed.viscosity_factor = run.lubricant.viscosity_factor;
  if (run.film.kind != FilmKind::line) return [fixed](double) { return fixed; };
  fixed.speed = run.entrainment / run.reference_speed;
  const double unit = scales.time;
  return [fixed, unit, load = LoadHistory(run.load)](double time) {
    ReducedDrive d = fixed;
    const double w = load.value(time * unit);
    d.frame = std::sqrt(w);
    d.frame_rate = 0.5 * unit * load.rate(time * unit) / d.frame;
    d.load = reduced_load(w, d.frame);
    return d;
  };
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
