// Random impacts inside of the training box, and how a model file follows them.
#include "generator/judge/compare/film_draws.hpp"

#include <gtest/gtest.h>

#include "generator/bake/film/bake_film.hpp"
#include "generator/reduce/film/problem_data.hpp"
#include "generator/simulate/film/simulate.hpp"
#include "tests/robustness/film_models.hpp"

namespace mortise::gen {
namespace {

constexpr int kNodes = 16;

FilmContactSpec trained_impact() {
  FilmContactSpec d = robustness::point_definition(kNodes);
  TrainSpec t;
  t.velocity = {0.15, 0.25};
  t.viscosity_factor = {0.9, 1.1};
  t.acceleration = {d.impact.acceleration, d.impact.acceleration};
  d.train = t;
  return d;
}

TEST(ImpactDraws, LieInTheBoxAndRepeat) {
  const FilmContactSpec d = trained_impact();
  const std::vector<FilmDraw> draws = draw_films(d, 1e-5, 1e-6, 40, 3),
                              again = draw_films(d, 1e-5, 1e-6, 40, 3);
  double slowest = 1.0, fastest = 0.0;
  for (std::size_t k = 0; k < draws.size(); ++k) {
    EXPECT_EQ(draws[k].kind, DrawnLoad::impact);
    const FilmDrive &s = draws[k].run.film, &other = again[k].run.film;
    EXPECT_EQ(s.velocity, other.velocity);
    EXPECT_EQ(s.viscosity_factor, other.viscosity_factor);
    EXPECT_GE(s.viscosity_factor, 0.9);
    EXPECT_LE(s.viscosity_factor, 1.1);
    EXPECT_EQ(s.acceleration, d.impact.acceleration);
    EXPECT_EQ(s.height, d.impact.height);
    slowest = std::min(slowest, s.velocity);
    fastest = std::max(fastest, s.velocity);
  }
  EXPECT_GE(slowest, 0.15);
  EXPECT_LE(fastest, 0.25);
  EXPECT_LT(slowest, 0.16);  // and all of the box is used
  EXPECT_GT(fastest, 0.24);
}

// With all shapes and the steps of the full model it is the full model, however fast the bodies of
// the draw are; where the last basis is left, the rest of the impulse is lost.
TEST(ImpactDraws, AllShapesFollowTheFullImpact) {
  FilmContactSpec d = trained_impact();
  ReducedFilm film = robustness::point_film(1.001, kNodes);
  for (ReducedBasis& basis : film.bases) {
    basis.iterations = 30;
    basis.tolerance = 1e-9;
    basis.substeps = 1;
  }
  film.every_stage = true;
  film.inputs.push_back({"viscosity_factor", "1", 0.8, 1.2, 1.0, 0.9, 1.1});
  d.train->duration = 250 * film.step;
  d.step.size = film.step;
  Instance instance(bake(film, robustness::film_options(film, "point", FilmScalar::float64)),
                    "point");
  for (const FilmDraw& draw : draw_films(d, film.problem.scales.time, film.step, 3, 5)) {
    const FilmRun full = simulate_film(film_scenario(reducible(d), draw.run), {}, nullptr);
    ASSERT_TRUE(full.completed) << full.stop_reason;
    const JudgedDraw judged = judge_draw(&instance, d, draw, full.trace);
    EXPECT_FALSE(judged.failed);
    EXPECT_LT(judged.force, 1e-3);
    EXPECT_LT(judged.pressure, 1e-3);
    EXPECT_LT(judged.gap, 1e-3);
    EXPECT_LT(judged.smallest, 1e-3);
    EXPECT_LT(judged.restitution, 0.02);
    const JudgedDraw alone = judge_draw(&instance, d, draw, {});
    EXPECT_FALSE(alone.failed);
    EXPECT_EQ(alone.steps, judged.steps);
    EXPECT_EQ(alone.repeated, judged.repeated);
    EXPECT_EQ(alone.untrusted, judged.untrusted);
    EXPECT_EQ(alone.pressure + alone.gap + alone.restitution, 0.0) << "nothing to compare with";
  }
}

}  // namespace
}  // namespace mortise::gen
