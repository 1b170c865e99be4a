// Dry impact of a plane T-shaped body on a rigid plate (Schmidt 4.2).
#include <algorithm>
#include <cmath>

#include "generator/contact/film/contact_problem.hpp"
#include "generator/ground/text/error.hpp"
#include "tests/generator/simulate/film/film_models.hpp"

namespace mortise::gen {
namespace {

const std::vector<std::string> kSmall = {"bodies.upper.contact_elements=15", "step.size=96e-9"};

TEST(DryImpact, NoPenetrationBeyondThePenalty) {
  const FilmContactSpec d = film_model("valve_dry", kSmall);
  const FilmRun run = simulate_film(d, {}, nullptr);
  ASSERT_TRUE(run.completed) << run.stop_reason;
  expect_finite(run);
  double deepest = 0.0, pressure = 0.0;
  for (const FilmSample& s : run.trace) {
    deepest = std::min(deepest, s.h_min);
    pressure = std::max(pressure, s.p_max);
    EXPECT_GE(s.p_central, -1e-6 * s.p_max - 1.0);
  }
  const FilmScales s = film_scales(d);
  // P = gamma H^2
  EXPECT_NEAR(deepest, -s.film * std::sqrt(pressure / s.pressure / d.film.penalty),
              0.05 * std::abs(deepest));
  EXPECT_LT(-deepest, 1e-8);
  // an elastic body gives back less than it brought: vibration keeps the rest
  EXPECT_GT(run.trace.back().velocity, 0.3 * d.impact.velocity);
  EXPECT_LT(run.trace.back().velocity, d.impact.velocity);
}

}  // namespace
}  // namespace mortise::gen
