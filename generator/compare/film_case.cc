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

double between(double a, double b, double share) { return a + share * (b - a); }

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
  const std::vector<FilmSample>& trace = full_->trace;
  while (at_ + 2 < trace.size() && trace[at_ + 1].time < s.time) ++at_;
  while (at_ > 0 && trace[at_].time > s.time) --at_;
  const FilmSample &a = trace[at_], &b = trace[at_ + 1];
  const double share = std::clamp((s.time - a.time) / (b.time - a.time), 0.0, 1.0);
  const double force = between(a.force, b.force, share);
  const double p_central = between(a.p_central, b.p_central, share);
  const double h_central = between(a.h_central, b.h_central, share);
  const double h_min = between(a.h_min, b.h_min, share);
  now.force = std::abs(s.force - force) / largest_.force;
  now.central_pressure = std::abs(s.p_central - p_central) / largest_.p_central;
  now.central_gap = std::abs(s.h_central - h_central) / (impact_ ? h_central : largest_.h_central);
  now.minimum_gap = std::abs(s.h_min - h_min) / (impact_ ? h_min : largest_.h_min);
  worst_ = worse_of(worst_, now);
  return now;
}

}  // namespace mortise::gen
