#include <cmath>
#include <cstdio>

#include "generator/compare/cpu_clock.hpp"
#include "generator/compare/film_trial.hpp"
#include "generator/dense/decompositions.hpp"
#include "generator/ehd/contact_problem.hpp"
#include "generator/reduce/problem_data.hpp"
#include "generator/reduce/reduce_film.hpp"

namespace mortise::gen {
namespace {

// What coarse films and manifolds have in common.
template <class Film>
void judge_film(Film* film, const FilmProblemData& problem, const FilmCase& scenario,
                FilmTrial* trial) {
  const ReducedDriveFunction drive = case_drive(scenario.run, problem.scales);
  ErrorMeter meter(&scenario.full, scenario.run.film.kind);
  for (long n = 0; n < trial->steps; ++n) {
    if (!film->step(drive)) {
      trial->failure = trial_stopped_at(film->time() * problem.scales.time);
      break;
    }
    const CoarseOutputs out = film->outputs();
    FilmSample sample;
    sample.time = film->time() * problem.scales.time;
    sample.force = case_input(scenario.run, "load", sample.time);
    sample.p_central = problem.scales.pressure * out.central_pressure;
    sample.h_central = problem.scales.film * out.central_gap;
    sample.h_min = problem.scales.film * out.minimum_gap;
    meter.add(sample);
  }
  trial->errors = meter.worst();
  trial->rebuilds = film->counts().rebuilds;
  trial->repeats = film->counts().repeats;
}

}  // namespace

std::string trial_stopped_at(double seconds) {
  char text[60];
  std::snprintf(text, sizeof text, "stopped at %.1f us", 1e6 * seconds);
  return text;
}

long trial_steps(const FilmCase& scenario, double step) {
  return static_cast<long>(std::floor(scenario.run.duration / step * (1.0 + 1e-12)));
}

FilmTrial try_offline(const ReducedFilm& film, const ReducedOptions& reduction,
                      const FilmCase& scenario) {
  const FilmProblemData& p = film.problem;
  const ReducedDriveFunction drive = case_drive(scenario.run, p.scales);
  ReducedStepper stepper(&film, reduction);
  FilmTrial trial;
  trial.step = film.step;
  trial.steps = trial_steps(scenario, trial.step);
  if (p.loaded) {
    const ReducedDrive first = drive(0.0);
    const Matrix& V = film.bases.front().pressure;
    Vector guess(V.cols() + 1);
    guess << least_squares(V, scenario.pressure), scenario.approach;
    const Vector start = steady_reduced(p, film.bases.front(), guess, first.frame, first.load,
                                        first.speed, reduction.whole_grid);
    stepper.start(start, Vector(), Vector(), first);
  } else {
    stepper.start_flight(scenario.q, scenario.v);
  }
  ErrorMeter meter(&scenario.full, scenario.run.film.kind);
  for (long n = 0; n < trial.steps; ++n) {
    if (!stepper.step(drive)) {
      trial.failure = trial_stopped_at(stepper.time() * p.scales.time);
      break;
    }
    const ReducedOutputs out = stepper.outputs();
    FilmSample sample;
    sample.time = stepper.time() * p.scales.time;
    sample.force = p.loaded ? case_input(scenario.run, "load", sample.time) : p.force * out.force;
    sample.p_central = p.scales.pressure * out.central_pressure;
    sample.h_central = p.scales.film * out.central_gap;
    sample.h_min = p.scales.film * out.minimum_gap;
    meter.add(sample);
  }
  trial.errors = meter.worst();
  trial.rebuilds = stepper.counts().rebuilds;
  trial.repeats = stepper.counts().repeats;
  return trial;
}

FilmTrial try_manifold(const FilmProblemData& problem, const std::vector<LoadWindow>& windows,
                       const ManifoldOptions& manifold, const FilmCase& scenario) {
  ManifoldFilm film(&problem, &windows, manifold);
  FilmTrial trial;
  trial.step = manifold.step * problem.scales.time;
  trial.steps = trial_steps(scenario, trial.step);
  film.start(scenario.pressure, scenario.approach, case_drive(scenario.run, problem.scales)(0.0));
  judge_film(&film, problem, scenario, &trial);
  return trial;
}

template <class T>
FilmTrial try_coarse(const FilmGridSpec& grid, const CoarseOptions& coarse,
                     const FilmCase& scenario, const TrialOptions& options) {
  FilmDefinition run = scenario.run;
  run.grid = grid;
  run.grid.frame = scenario.run.grid.frame;
  ContactProblem full(run, nullptr);
  const FilmUnknowns steady = full.steady(0.0);
  const double frame = std::sqrt(full.load().value(0.0));
  run.lubricant.viscosity_factor = 1.0;  // the drive has it
  const FilmProblemData problem = problem_data(run, run.film.penalty, nullptr);
  const ReducedDriveFunction drive = case_drive(scenario.run, problem.scales);
  FilmTrial trial;
  trial.step = coarse.step * problem.scales.time;
  trial.steps = trial_steps(scenario, trial.step);
  CoarseFilm<T> film(&problem, coarse);
  film.start(steady.P / frame, steady.approach, drive(0.0));
  judge_film(&film, problem, scenario, &trial);
  if (!trial.failure.empty()) return trial;
  const double all = fastest_run(
      options.repetitions, options.timed_for,
      [&] { film.start(steady.P / frame, steady.approach, drive(0.0)); },
      [&] {
        for (long n = 0; n < trial.steps; ++n) film.step(drive);
      });
  trial.ns_per_step = all / static_cast<double>(trial.steps);
  return trial;
}

template FilmTrial try_coarse<float>(const FilmGridSpec&, const CoarseOptions&, const FilmCase&,
                                     const TrialOptions&);
template FilmTrial try_coarse<double>(const FilmGridSpec&, const CoarseOptions&, const FilmCase&,
                                      const TrialOptions&);

}  // namespace mortise::gen
