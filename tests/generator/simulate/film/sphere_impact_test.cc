// Impact of a sphere on a lubricated plate with half-spaces and a point mass.
#include <cmath>

#include "generator/contact/film/contact_problem.hpp"
#include "generator/define/definition/definition.hpp"
#include "tests/generator/simulate/film/film_models.hpp"

namespace mortise::gen {
namespace {

void expect_reference(const FilmRun& run, const FilmContactSpec& d, const std::string& variant) {
  ASSERT_TRUE(run.completed) << run.stop_reason;
  const ImpactMeasures m = measure_impact(run, d.impact.velocity);
  const nlohmann::json r = film_reference("sphere_impact")[variant];
  const auto expect = [&](double value, const char* key, double share) {
    EXPECT_NEAR(value / r[key].get<double>(), 1.0, share) << key;
  };
  expect(m.force_max, "force_max_n", 1e-3);
  expect(m.t_force_max, "t_force_max_s", 1e-3);
  expect(m.p_first_peak, "p_first_peak_pa", 3e-3);
  expect(m.t_first_peak, "t_first_peak_s", 1e-3);
  expect(m.h_min, "h_min_m", 1e-3);
  expect(m.h_plateau, "h_plateau_m", 1e-3);
  expect(m.restitution, "restitution", 3e-3);
  expect(m.contact_duration, "contact_duration_s", 2e-3);
  expect(m.p_valley, "p_valley_pa", 1e-2);
  EXPECT_NEAR(m.t_second_peak, r["t_second_peak_s"].get<double>(), 0.3e-6);
}

TEST(SphereImpact, ReferenceNumbers) {
  const FilmContactSpec d = film_model("sphere_impact");
  expect_reference(simulate_film(d, {}, nullptr), d, "n503");
}

TEST(SphereImpact, ReferenceNumbersOnACoarseGrid) {
  const FilmContactSpec d = film_model("sphere_impact", {"grid.points=253"});
  expect_reference(simulate_film(d, {}, nullptr), d, "n253");
}

// A longer domain takes load away; the reference says how much.
TEST(SphereImpact, DomainIsPartOfTheCase) {
  const FilmContactSpec d =
      film_model("sphere_impact", {"grid.extent=2.7", "grid.points=438", "duration=170e-6"});
  const FilmRun run = simulate_film(d, {}, nullptr);
  ASSERT_TRUE(run.completed);
  double largest = 0.0;
  for (const FilmSample& s : run.trace) largest = std::max(largest, s.force);
  EXPECT_NEAR(largest, 371.5, 0.4);
}

TEST(SphereImpact, ImpulseChangesTheMomentum) {
  const FilmContactSpec d = film_model("sphere_impact", {"grid.points=253"});
  const FilmRun run = simulate_film(d, {}, nullptr);
  double impulse = 0.0;
  for (std::size_t k = 1; k < run.trace.size(); ++k) {
    impulse += 0.5 * (run.trace[k].force + run.trace[k - 1].force) *
               (run.trace[k].time - run.trace[k - 1].time);
  }
  const double change = d.impact.mass * (run.trace.back().velocity + d.impact.velocity +
                                         d.impact.acceleration * run.trace.back().time);
  EXPECT_NEAR(impulse / change, 1.0, 3e-3);
}

// The thinner the lubricant, the closer the impact is to the dry Hertz impact: the largest force
// approaches that of the energy balance, and nothing is lost.
TEST(SphereImpact, ThinLubricantApproachesTheDryImpact) {
  const FilmContactSpec d = film_model(
      "sphere_impact", {"grid.points=253", "lubricant.viscosity=0.0048", "duration=260e-6"});
  const FilmRun run = simulate_film(d, {}, nullptr);
  ASSERT_TRUE(run.completed) << run.stop_reason;
  const ImpactMeasures m = measure_impact(run, d.impact.velocity);
  EXPECT_NEAR(m.force_max / film_scales(d).load, 1.0, 0.03);
  EXPECT_GT(m.restitution, 0.97);
  EXPECT_LT(m.restitution, 1.0);
}

TEST(SphereImpact, MassConservingFilmBouncesAlike) {
  const FilmContactSpec d = film_model("sphere_impact", {"grid.points=253"});
  FilmContactSpec conserving = d;
  conserving.film.cavitation = Cavitation::mass_conserving;
  const ImpactMeasures a = measure_impact(simulate_film(d, {}, nullptr), d.impact.velocity);
  const ImpactMeasures b =
      measure_impact(simulate_film(conserving, {}, nullptr), d.impact.velocity);
  EXPECT_NEAR(a.force_max / b.force_max, 1.0, 1e-4);
  EXPECT_NEAR(a.restitution, b.restitution, 1e-3);
}

TEST(SphereImpact, RecordsProfilesAndIntervals) {
  const FilmContactSpec d =
      film_model("sphere_impact", {"grid.points=126", "duration=100e-6", "output.interval=1e-6",
                                   "output.profiles=[20e-6, 60e-6]"});
  const FilmRun run = simulate_film(d, {}, nullptr);
  ASSERT_EQ(run.trace.size(), 101U);
  EXPECT_NEAR(run.trace[40].time, 40e-6, 1e-15);
  ASSERT_EQ(run.profiles.size(), 2U);
  EXPECT_GE(run.profiles[0].time, 20e-6);
  EXPECT_EQ(run.profiles[1].x.size(), 126);
  EXPECT_NEAR(run.profiles[1].pressure[0], sample_at(run, 60e-6).p_central,
              0.2 * run.profiles[1].pressure[0]);
}

}  // namespace
}  // namespace mortise::gen
