// Far from the reference cases a run converges, or stops with its reason and the last good state.
#include <cmath>

#include "generator/contact/film/contact_problem.hpp"
#include "generator/define/definition/definition.hpp"
#include "generator/ground/text/error.hpp"
#include "tests/generator/simulate/film/film_models.hpp"

namespace mortise::gen {
namespace {

FilmContactSpec scaled_impact(double speed, double viscosity) {
  FilmContactSpec d = film_model("sphere_impact", {"grid.points=126"});
  d.impact.velocity *= speed;
  d.lubricant.viscosity *= viscosity;
  const FilmScales s = film_scales(d);
  d.duration = d.impact.height / d.impact.velocity + 6.0 * s.time;
  d.step.size = 1e-4 * s.time;
  return d;
}

TEST(FilmRobustness, ImpactsOverDecades) {
  for (const double speed : {0.1, 1.0, 10.0}) {
    for (const double viscosity : {0.01, 1.0, 100.0}) {
      if (speed == 10.0 && viscosity == 0.01) continue;  // too thin for this grid, see below
      const FilmContactSpec d = scaled_impact(speed, viscosity);
      const FilmRun run = simulate_film(d, {}, nullptr);
      expect_finite(run);
      EXPECT_TRUE(run.completed) << speed << " " << viscosity << ": " << run.stop_reason;
      // no energy from nowhere: the fall through the first gap counts
      const double fastest =
          std::sqrt(std::pow(d.impact.velocity, 2) + 2.0 * d.impact.acceleration * d.impact.height);
      EXPECT_LT(run.trace.back().velocity, fastest);
      if (viscosity <= 1.0 && speed >= 1.0) {
        EXPECT_GT(run.trace.back().velocity, 0.0);
      }
    }
  }
}

TEST(FilmRobustness, SteadyFilmsUpToThreeGigapascal) {
  for (const double hertz : {0.3, 1.0, 2.0, 3.0}) {
    for (const double viscosity : {0.01, 1.0, 100.0}) {
      FilmContactSpec d = film_model("line_shock", {"grid.points=251"});
      d.load.reference *= std::pow(hertz / 1.0543973, 2);
      d.load.base = 1.0;
      d.load.step = 0.0;
      d.lubricant.viscosity *= viscosity;
      try {
        const FilmSteady steady = steady_film(d);
        EXPECT_NEAR(steady.p_hertz / (hertz * 1e9), 1.0, 1e-3);
        EXPECT_GT(steady.h_min, 0.0);
        EXPECT_GE(steady.h_central, steady.h_min);
        EXPECT_TRUE(std::isfinite(steady.p_central));
      } catch (const Error& e) {
        // films of a few nanometres need finer grids; nothing else may fail
        EXPECT_LE(viscosity, 0.01) << e.what();
        EXPECT_GE(hertz, 2.0) << e.what();
        EXPECT_NE(std::string(e.what()).find("remedy: the film is too thin for the grid"),
                  std::string::npos)
            << e.what();
      }
    }
  }
}

// The constriction closes between two nodes: nothing a smaller step could mend.
TEST(FilmRobustness, StopsWithTheReasonAndTheLastGoodState) {
  const FilmContactSpec d = scaled_impact(10.0, 0.01);
  const FilmRun run = simulate_film(d, {}, nullptr);
  EXPECT_FALSE(run.completed);
  EXPECT_NE(run.stop_reason.find("stopped at t = "), std::string::npos) << run.stop_reason;
  EXPECT_NE(run.stop_reason.find("surfaces"), std::string::npos) << run.stop_reason;
  expect_finite(run);
  EXPECT_GT(run.trace.back().time, 0.0);
  EXPECT_LT(run.trace.back().time, d.duration);
  EXPECT_GT(run.trace.back().h_min, 0.0);
}

TEST(FilmRobustness, OverlappingSurfacesAreRefused) {
  FilmContactSpec d = film_model("sphere_impact", {"grid.points=126"});
  d.impact.height = -1e-6;
  EXPECT_THROW(simulate_film(d, {}, nullptr), Error);
}

}  // namespace
}  // namespace mortise::gen
