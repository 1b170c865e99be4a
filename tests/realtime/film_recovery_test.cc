// A film that finds no solution gets back by itself: at most a few steps rolled back in a row, and
// once its inputs rest, the film of the full model.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "generator/bake/film/bake_film.hpp"
#include "generator/bake/film/steady_films.hpp"
#include "generator/judge/compare/film_endurance.hpp"
#include "mortise/mortise.h"
#include "tests/robustness/film_models.hpp"

namespace mortise::test {
namespace {

using gen::FilmScalar;
using gen::Instance;
using gen::ReducedFilm;

constexpr int kMostInARow = 8;

// One damped iteration per stage, repeated or not: what moves an unknown further than `limit` in a
// stage is a failure.
ReducedFilm fragile_line(double limit) {
  ReducedFilm film = robustness::line_film(17);
  film.bases[0].iterations = film.bases[0].repeat_iterations = 1;
  film.bases[0].step_limit = limit;
  film.load_slope = 1e30;  // loads jump
  return film;
}

Instance line_of(const ReducedFilm& film, FilmScalar scalar = FilmScalar::float64) {
  return Instance(bake(film, robustness::film_options(film, "line", scalar)), "line");
}

// What a run at constant inputs says of itself.
struct Rest {
  int rolled_back = 0, longest = 0, recovering = 0;
  Status last = 0;
  Real force = 0, gap = 0;
};

Rest rest_at(Instance* run, const std::vector<Real>& inputs, int steps) {
  std::vector<Real> u = inputs, y(static_cast<std::size_t>(run->dims().outputs));
  u.insert(u.end(), inputs.begin(), inputs.end());
  Rest rest;
  int in_a_row = 0;
  for (int k = 0; k < steps; ++k) {
    rest.last = run->step(u.data(), y.data());
    const bool back = (rest.last & status::kROLLED_BACK) != 0;
    in_a_row = back ? in_a_row + 1 : 0;
    rest.rolled_back += back ? 1 : 0;
    rest.longest = std::max(rest.longest, in_a_row);
    rest.recovering += (rest.last & status::kRECOVERING) != 0 ? 1 : 0;
    for (const Real value : y) EXPECT_TRUE(std::isfinite(value)) << "step " << k;
  }
  rest.force = y[0];
  rest.gap = y[3];
  return rest;
}

// A load step inside of the accepted range that the film cannot follow at once. It used to be tried
// again from the same place for ever.
TEST(FilmRecovery, FollowsALoadThatItCannotFollowAtOnce) {
  const ReducedFilm film = fragile_line(0.02);
  Instance run = line_of(film);
  const Real low = film.inputs[0].minimum, speed = 4.0;
  const Rest rest = rest_at(&run, {low, speed, 1.0}, 600);
  EXPECT_GE(rest.rolled_back, 1) << "the case is none";
  EXPECT_LE(rest.longest, kMostInARow);
  EXPECT_GE(rest.recovering, rest.rolled_back);
  EXPECT_EQ(rest.last & (status::kRECOVERING | status::kROLLED_BACK), 0u);
  EXPECT_NEAR(rest.force / low, 1.0, 1e-3);
  const gen::FilmSteady full = gen::steady_truth(robustness::line_definition(17))(low, speed, 1.0);
  EXPECT_NEAR(rest.gap / full.h_min, 1.0, 0.02);
  EXPECT_EQ(run.state().statistics().recovering, static_cast<std::uint64_t>(rest.recovering));
}

// The shipped line shock, as stored: its load stepped from 364 to 310 kN/m used to be rolled back
// 3995 times in a row, until the load returned.
TEST(FilmRecovery, FollowsTheLoadStepThatFrozeTheLineShock) {
  constexpr double kCentralGap = 0.484476e-6, kSmallestGap = 0.419286e-6;  // full model, 310 kN/m
  Instance run =
      gen::open_model_file(std::string(MORTISE_TEST_DATA) + "/traces/line_shock_reduced.mrt");
  const Rest before = rest_at(&run, {364e3, 5.0365, 1.0}, 800);
  EXPECT_EQ(before.rolled_back, 0);
  std::vector<Real> u = {364e3, 5.0365, 1.0, 310e3, 5.0365, 1.0};
  std::vector<Real> y(static_cast<std::size_t>(run.dims().outputs));
  ASSERT_GE(run.model().view().input_ranges[0].maximum, u[0]);
  ASSERT_LE(run.model().view().input_ranges[0].minimum, u[3]);
  EXPECT_EQ(run.step(u.data(), y.data()) & status::kHELD, 0u);
  const Rest rest = rest_at(&run, {310e3, 5.0365, 1.0}, 1200);
  EXPECT_GE(rest.rolled_back, 1) << "the case is none";
  EXPECT_LE(rest.longest, kMostInARow);
  EXPECT_EQ(rest.last & (status::kRECOVERING | status::kROLLED_BACK), 0u);
  EXPECT_NEAR(rest.force / 310e3, 1.0, 1e-3);
  EXPECT_NEAR(rest.gap / kSmallestGap, 1.0, 0.02);
  std::copy(u.begin() + 3, u.end(), u.begin());
  (void)run.step(u.data(), y.data());
  EXPECT_NEAR(y[2] / kCentralGap, 1.0, 0.02);
}

// Where no share of the way can be gone the film starts anew from a steady one.
TEST(FilmRecovery, StartsAnewFromASteadyFilm) {
  for (const FilmScalar scalar : {FilmScalar::float64, FilmScalar::float32}) {
    const ReducedFilm film = fragile_line(1e-4);
    Instance run = line_of(film, scalar);
    for (const Real load : {film.inputs[0].maximum, film.inputs[0].minimum}) {
      for (const Real speed : {film.inputs[1].maximum, film.inputs[1].minimum}) {
        const Rest rest = rest_at(&run, {load, speed, 1.0}, 400);
        EXPECT_GE(rest.rolled_back, 1) << load;
        EXPECT_LE(rest.longest, kMostInARow) << load;
        EXPECT_NEAR(rest.force / load, 1.0, 0.02);
        const gen::FilmSteady full =
            gen::steady_truth(robustness::line_definition(17))(load, speed, 1.0);
        EXPECT_NEAR(rest.gap / full.h_min, 1.0, 0.02) << load << " N/m " << speed << " m/s";
      }
    }
  }
}

// Films of the table are steady ones of the model: nothing moves from there.
TEST(FilmRecovery, TheTableHoldsSteadyFilms) {
  const ReducedFilm film = robustness::line_film(17);
  const gen::SteadyFilmTable table = gen::steady_film_table(film);
  EXPECT_TRUE(table.findings.empty());
  ASSERT_EQ(table.films.size(), table.loads.size() * table.speeds.size() *
                                    static_cast<std::size_t>(film.initial.size()));
  Instance run = line_of(film);
  for (const std::size_t i : {std::size_t{0}, table.loads.size() - 1}) {
    const std::size_t j = table.speeds.size() - 1 - i;
    const Real load = table.loads[i] * film.problem.scales.load;
    const Real speed = std::clamp(table.speeds[j] * film.problem.speed_reference,
                                  film.inputs[1].minimum, film.inputs[1].maximum);
    const Real viscosity = table.speeds[j] * film.problem.speed_reference / speed;
    Real* inputs = run.state().at<Real>(run.model().view().layout.inputs);
    const Real wanted[] = {load, speed, viscosity, load, speed, viscosity};
    std::copy(wanted, wanted + 6, inputs);
    EXPECT_EQ(mortise_film_restart(reinterpret_cast<const mortise_model*>(&run.model()),
                                   reinterpret_cast<mortise_state*>(&run.state())),
              0u);
    std::vector<Real> first(static_cast<std::size_t>(run.dims().outputs)), last = first;
    EXPECT_EQ(run.step(wanted, first.data()) & status::kROLLED_BACK, 0u);
    for (int k = 0; k < 200; ++k) (void)run.step(wanted, last.data());
    EXPECT_NEAR(first[3] / last[3], 1.0, 1e-6);
    EXPECT_NEAR(first[0] / load, 1.0, 1e-6);
  }
}

// The short form of `mortise verify --endurance`.
TEST(FilmRecovery, EnduresRandomInputs) {
  const gen::SteadyTruth truth = gen::steady_truth(robustness::line_definition(17));
  gen::EnduranceSettings settings;
  settings.steps = 60000;
  for (const double limit : {0.5, 0.02}) {
    Instance run = line_of(fragile_line(limit), FilmScalar::float32);
    const gen::EnduranceResult r = gen::film_endurance(&run, settings, truth, {});
    EXPECT_TRUE(gen::endures(r, kMostInARow, 0.02))
        << r.longest_rolled_back << " rolled back in a row, gaps off by " << r.worst_gap << " at "
        << r.worst_load << " N/m " << r.worst_speed << " m/s";
    EXPECT_GE(r.rests, 10);
    if (limit < 0.1) {
      EXPECT_GE(r.rolled_back, 100) << "the case is none";
    }
    const FilmBasis& b = run.model().view().film.bases[0];
    EXPECT_LE(r.most_iterations, 2 * b.substeps * (b.iterations + 2 * b.repeat_iterations));
  }
}

// An impact whose film finds no solution: bodies that close part half as fast as they met.
TEST(FilmRecovery, BodiesPartWhereTheirFilmFails) {
  ReducedFilm film = robustness::point_film();
  for (gen::ReducedBasis& basis : film.bases) {
    basis.iterations = basis.repeat_iterations = 1;
    basis.step_limit = 1e-7;
  }
  gen::FilmBakeOptions options = robustness::film_options(film, "point");
  options.golden_steps = 0;
  Instance run(bake(film, options), "point");
  const std::vector<Real> u(static_cast<std::size_t>(run.model().input_values()), 9.81);
  std::vector<Real> y(static_cast<std::size_t>(run.dims().outputs));
  const std::vector<std::string> names = run.output_names();
  const auto velocity =
      static_cast<std::size_t>(std::find(names.begin(), names.end(), "velocity") - names.begin());
  int in_a_row = 0, longest = 0, parted = 0;
  Real met = 0;
  bool flying = true;
  for (int k = 0; k < 300000 && parted < 5; ++k) {
    const Status st = run.step(u.data(), y.data());
    const bool now_flying = run.state().film_.basis < 0;
    if (flying && !now_flying) met = -y[velocity];
    if (!flying && now_flying) {
      ++parted;
      EXPECT_NE(st & status::kRECOVERING, 0u);
      EXPECT_NEAR(y[velocity], 0.5 * met, 0.01 * met);  // gravity acts meanwhile
    }
    flying = now_flying;
    in_a_row = (st & status::kROLLED_BACK) != 0 ? in_a_row + 1 : 0;
    longest = std::max(longest, in_a_row);
  }
  EXPECT_EQ(parted, 5);
  EXPECT_GE(longest, 1) << "the case is none";
  EXPECT_LE(longest, kMostInARow);
}

}  // namespace
}  // namespace mortise::test
