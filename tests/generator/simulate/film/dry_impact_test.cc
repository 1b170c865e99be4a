// Dry impact of a plane T-shaped body on a rigid plate: reduced against unreduced, and spurious
// oscillations (Schmidt 4.2).
#include <algorithm>
#include <cmath>

#include "generator/contact/film/contact_problem.hpp"
#include "generator/ground/text/error.hpp"
#include "generator/judge/analyses/reduction_study.hpp"
#include "tests/generator/simulate/film/film_models.hpp"

namespace mortise::gen {
namespace {

const std::vector<std::string> kSmall = {"bodies.upper.contact_elements=15", "step.size=96e-9"};

const ReductionCase& named(const std::vector<ReductionCase>& cases, const std::string& name) {
  for (const ReductionCase& c : cases) {
    if (c.name == name) return c;
  }
  throw std::out_of_range(name);
}

TEST(DryImpact, FixedInterfacesAndFeedthrough) {
  const std::vector<ReductionCase> cases =
      study_reductions(film_model("valve_dry", kSmall), {150e3}, true, {});
  const DryMeasures& full = named(cases, "full").measures;
  const ReductionCase& fixed = named(cases, "craig_bampton 150 kHz dynamic");
  const ReductionCase& free = named(cases, "craig_chang 150 kHz dynamic");
  const ReductionCase& feedthrough = named(cases, "craig_bampton 150 kHz feedthrough");
  const ReductionCase& damped = named(cases, "craig_bampton 150 kHz damped");

  EXPECT_GT(full.contact_time, 50e-6);
  EXPECT_NEAR(feedthrough.measures.contact_time / full.contact_time, 1.0, 0.02);
  EXPECT_NEAR(feedthrough.measures.separation / full.separation, 1.0, 0.02);
  EXPECT_NEAR(feedthrough.measures.rebound_velocity / full.rebound_velocity, 1.0, 0.02);

  // fixed-interface modes fit a body in contact better than free ones
  EXPECT_LT(fixed.force_error, 0.6 * free.force_error);
  EXPECT_LT(fixed.gap_error, 0.6 * free.gap_error);
  // artificial frequencies oscillate unless considered statically; damping costs energy
  EXPECT_LT(feedthrough.force_error, 0.4 * fixed.force_error);
  EXPECT_LT(feedthrough.force_error, 0.5 * damped.force_error);
  EXPECT_LT(damped.measures.rebound_velocity, full.rebound_velocity);
}

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

TEST(DryImpact, StudyRefusesFilms) {
  EXPECT_THROW(study_reductions(film_model("sphere_impact"), {150e3}, true, {}), Error);
}

}  // namespace
}  // namespace mortise::gen
