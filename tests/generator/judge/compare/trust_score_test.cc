// The flag UNTRUSTED scored step by step under random loads inside the training box.
#include "generator/judge/compare/trust_score.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "generator/bake/film/bake_film.hpp"
#include "generator/contact/film/load_history.hpp"
#include "generator/reduce/film/problem_data.hpp"
#include "generator/simulate/film/simulate.hpp"
#include "tests/robustness/film_models.hpp"

namespace mortise::gen {
namespace {

FilmContactSpec trained_line() {
  FilmContactSpec d = robustness::line_definition(17);
  const double time = film_scales(d).time;
  TrainSpec t;
  t.duration = 8.0 * time;
  t.load = {0.6, 1.1};
  t.ramp = {time, 2.0 * time};
  t.entrainment = {3.0, 5.0};
  t.viscosity_factor = {0.75, 1.5};
  d.train = t;
  d.step.control = StepControl::fixed;
  d.step.scheme = FilmScheme::sdirk2;
  d.step.size = 0.05 * time;
  return d;
}

double unit_of_time(const FilmContactSpec& d) { return film_scales(d).time; }

TEST(RandomLoads, LieInTheBoxAndRepeat) {
  const FilmContactSpec d = trained_line();
  const TrainSpec& t = *d.train;
  const std::vector<ScenarioSpec> loads = random_loads(d, unit_of_time(d), 60, 7);
  const double steepest = (t.load.maximum - t.load.minimum) / t.ramp.minimum;
  double lowest = 2.0, highest = 0.0, fastest = 0.0;
  for (const ScenarioSpec& scenario : loads) {
    const LoadHistory load(film_scenario(reducible(d), scenario).load);
    const FilmDrive& s = scenario.film;
    fastest = std::max(fastest, load.largest_rate());
    for (std::size_t k = 0; k < s.load_times.size(); ++k) {
      lowest = std::min(lowest, s.load_values[k]);
      highest = std::max(highest, s.load_values[k]);
      if (k > 0) {
        EXPECT_GT(s.load_times[k], s.load_times[k - 1]);
      }
    }
    EXPECT_GE(s.entrainment, t.entrainment.minimum);
    EXPECT_LE(s.entrainment, t.entrainment.maximum);
    EXPECT_GE(s.viscosity_factor, t.viscosity_factor.minimum);
    EXPECT_LE(s.viscosity_factor, t.viscosity_factor.maximum);
  }
  EXPECT_GE(lowest, t.load.minimum);
  EXPECT_LE(highest, t.load.maximum);
  EXPECT_LT(lowest, 0.62);  // and all of the box is used
  EXPECT_GT(highest, 1.08);
  EXPECT_LE(fastest, steepest * (1.0 + 1e-9));
  EXPECT_GT(fastest, 0.9 * steepest);
  const std::vector<ScenarioSpec> again = random_loads(d, unit_of_time(d), 10, 7);
  EXPECT_EQ(again[9].film.load_values,
            loads[9].film.load_values);  // fewer loads are the first ones of more
  EXPECT_NE(random_loads(d, unit_of_time(d), 1, 8)[0].film.load_values, loads[0].film.load_values);
}

// A film of the full model's every node is nowhere late; against a trace that leaves it for a while
// the late steps are those of that while, and whether they are caught is the film's flag alone.
TEST(TrustScore, CountsLateStepsAndFlags) {
  const FilmContactSpec d = trained_line();
  const ReducedFilm film = robustness::line_film(17);
  const double time = unit_of_time(d);
  const ScenarioSpec load = random_loads(d, time, 2, 3)[1];
  const FilmContactSpec run = film_scenario(reducible(d), load);
  std::vector<FilmSample> full = simulate_film(run, {}, nullptr).trace;
  const auto score = [&](double trust_limit, const std::vector<FilmSample>& trace) {
    ReducedFilm judged = film;
    judged.trust_limit = trust_limit;
    FilmBakeOptions options = robustness::film_options(judged, "line");
    Instance instance(bake(judged, options), "line");
    return score_trust(&instance, d, load, trace, 0.03);
  };
  const TrustScore good = score(1e30, full);
  EXPECT_EQ(good.steps, std::lround(load.duration / film.step));
  EXPECT_EQ(good.late, 0);
  EXPECT_LT(good.worst, 0.03);
  EXPECT_EQ(good.outside, 0);
  EXPECT_EQ(good.rolled_back, 0);

  double largest = 0.0;
  for (const FilmSample& s : full) largest = std::max(largest, s.h_central);
  for (FilmSample& s : full) {
    const double at = s.time / time;
    if ((at > 2.0 && at < 2.5) || (at > 5.0 && at < 6.0)) s.h_central += 0.1 * largest;
  }
  const TrustScore silent = score(1e30, full);
  EXPECT_NEAR(static_cast<double>(silent.late), 1.5 * time / film.step, 4.0);
  EXPECT_EQ(silent.stretches, 2);
  EXPECT_EQ(silent.flagged, good.flagged);
  const TrustScore alarmed = score(1e-30, full);
  EXPECT_GT(alarmed.flagged, alarmed.steps * 9 / 10);
  EXPECT_EQ(alarmed.late, silent.late);
  EXPECT_GT(alarmed.caught, alarmed.late * 9 / 10);
  EXPECT_EQ(alarmed.warned, alarmed.late);
  EXPECT_EQ(alarmed.stretches_met, 2);
  EXPECT_EQ(alarmed.worst_unwarned, 0.0);
  // more than one unit of time from both: before, between and behind
  EXPECT_NEAR(static_cast<double>(alarmed.about_nothing), (1.0 + 0.5 + 1.0) * time / film.step,
              static_cast<double>(alarmed.steps) * 0.05);
  const TrustScore both = all_of({silent, alarmed});
  EXPECT_EQ(both.steps, 2 * silent.steps);
  EXPECT_EQ(both.late, 2 * silent.late);
  EXPECT_EQ(both.worst, std::max(silent.worst, alarmed.worst));
}

}  // namespace
}  // namespace mortise::gen
