// The coarse full film against the general simulation on the same nodes.
#include "generator/compare/coarse_film.hpp"

#include <cmath>
#include <limits>

#include "generator/compare/film_trial.hpp"
#include "generator/ehd/contact_problem.hpp"
#include "generator/reduce/problem_data.hpp"
#include "tests/generator/compare/small_shock.hpp"

namespace mortise::gen {
namespace {

FilmDefinition coarse_run(const FilmDefinition& d) {
  FilmDefinition run = reducible(film_scenario(d, d.scenarios.front()));
  run.grid.points = 61;
  run.grid.refine = {{-1.16, 12.0, 0.18}, {0.9, 10.0, 0.03}};
  return run;
}

struct Start {
  explicit Start(const FilmDefinition& run)
      : problem(problem_data(run, run.film.penalty, nullptr)) {
    ContactProblem full(run, nullptr);
    const FilmUnknowns steady = full.steady(0.0);
    pressure = steady.P / std::sqrt(full.load().value(0.0));
    approach = steady.approach;
  }
  FilmProblemData problem;
  Vector pressure;
  double approach = 0.0;
};

TEST(CoarseFilm, SteadyFilmStays) {
  const FilmDefinition run = coarse_run(small_shock());
  const Start start(run);
  const ReducedDrive constant = case_drive(run, start.problem.scales)(0.0);
  CoarseOptions options;
  options.step = 0.05;
  CoarseFilm<double> film(&start.problem, options);
  film.start(start.pressure, start.approach, constant);
  const CoarseOutputs before = film.outputs();
  for (int k = 0; k < 40; ++k) ASSERT_TRUE(film.step([&](double) { return constant; }));
  EXPECT_NEAR(film.outputs().central_gap / before.central_gap, 1.0, 1e-7);
  EXPECT_NEAR(film.outputs().minimum_gap / before.minimum_gap, 1.0, 1e-7);
  EXPECT_NEAR(film.outputs().central_pressure / before.central_pressure, 1.0, 1e-7);
  EXPECT_EQ(film.counts().rebuilds, 80);
}

// The smallest gap is left out: between the nodes here, at them there. One linear solve per stage
// and every Newton iteration until nothing moves tend to the same film.
TEST(CoarseFilm, TendsToTheConvergedRunOnTheSameNodes) {
  FilmDefinition d = small_shock();
  FilmScenarioSpec scenario = d.scenarios.front();
  d.grid.points = 61;
  d.grid.refine = coarse_run(d).grid.refine;
  const double step = 0.5 * d.reduce->step;
  const FilmCase same = make_film_case(d, scenario, 0.5 * step, {});
  TrialOptions once;
  once.repetitions = 1;
  CoarseOptions options;
  options.step = step / film_scales(d).time;
  const FilmTrial exact = try_coarse<double>(d.grid, options, same, once);
  EXPECT_EQ(exact.failure, "");
  EXPECT_LT(exact.errors.central_gap, 0.01);
  EXPECT_LT(exact.errors.central_pressure, 0.02);
  EXPECT_GT(exact.ns_per_step, 100.0);
  options.step *= 0.5;
  const FilmTrial finer = try_coarse<double>(d.grid, options, same, once);
  EXPECT_LT(finer.errors.central_gap, 0.5 * exact.errors.central_gap);
  // single precision is good enough, and a kept Jacobian saves factorisations
  options.step *= 2.0;
  const FilmTrial single = try_coarse<float>(d.grid, options, same, once);
  EXPECT_NEAR(single.errors.central_gap, exact.errors.central_gap, 1e-3);
  options.age_limit = 2e-3;
  const FilmTrial aged = try_coarse<double>(d.grid, options, same, once);
  EXPECT_LT(aged.rebuilds, exact.rebuilds);
  EXPECT_NEAR(aged.errors.central_gap, exact.errors.central_gap, 5e-3);
}

TEST(CoarseFilm, FailedStepLeavesTheStateAsItWas) {
  const FilmDefinition run = coarse_run(small_shock());
  const Start start(run);
  const ReducedDriveFunction drive = case_drive(run, start.problem.scales);
  CoarseOptions options;
  options.step = 0.05;
  CoarseFilm<double> film(&start.problem, options);
  film.start(start.pressure, start.approach, drive(0.0));
  ReducedDrive broken = drive(0.0);
  broken.load = std::numeric_limits<double>::quiet_NaN();
  EXPECT_FALSE(film.step([&](double) { return broken; }));
  EXPECT_EQ(film.time(), 0.0);
  ASSERT_TRUE(film.step(drive));
  CoarseFilm<double> other(&start.problem, options);
  other.start(start.pressure, start.approach, drive(0.0));
  ASSERT_TRUE(other.step(drive));
  EXPECT_EQ(film.outputs().central_gap, other.outputs().central_gap);
}

}  // namespace
}  // namespace mortise::gen
