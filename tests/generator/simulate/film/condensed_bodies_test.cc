// Films between condensed finite-element bodies: against half-spaces, between shapes.
#include <algorithm>
#include <cmath>

#include "generator/contact/film/contact_problem.hpp"
#include "tests/generator/simulate/film/film_models.hpp"

namespace mortise::gen {
namespace {

const std::vector<std::string> kCoarse = {"grid.points=253", "bodies.lower.contact_elements=70",
                                          "bodies.upper.contact_elements=75"};

std::vector<std::string> coarse_and(const std::vector<std::string>& more) {
  std::vector<std::string> all = kCoarse;
  all.insert(all.end(), more.begin(), more.end());
  return all;
}

ImpactMeasures impact_of(const FilmContactSpec& d, FilmRun* run) {
  *run = simulate_film(d, {}, nullptr);
  EXPECT_TRUE(run->completed) << run->stop_reason;
  return measure_impact(*run, d.impact.velocity);
}

double central_pressure_at(const FilmRun& run, double time) {
  std::size_t k = 1;
  while (k + 1 < run.trace.size() && run.trace[k].time < time) ++k;
  const FilmSample &a = run.trace[k - 1], &b = run.trace[k];
  return a.p_central + (time - a.time) / (b.time - a.time) * (b.p_central - a.p_central);
}

// A compact body of steel on glass: the half-space with a point mass says nearly the same.
TEST(CondensedBodies, SphereBehavesLikeTheHalfSpace) {
  FilmRun conventional, extended;
  const ImpactMeasures a = impact_of(film_model("sphere_impact", kCoarse), &conventional);
  const ImpactMeasures b =
      impact_of(film_model("sphere_impact", coarse_and({"structure.kind=condensed"})), &extended);
  EXPECT_NEAR(b.restitution / a.restitution, 1.0, 0.03);
  EXPECT_NEAR(b.contact_duration / a.contact_duration, 1.0, 0.03);
  EXPECT_NEAR(b.force_max / a.force_max, 1.0, 0.03);
  EXPECT_NEAR(b.h_min / a.h_min, 1.0, 0.03);
  for (double t = 0.0; t < 220e-6; t += 1e-6) {
    EXPECT_NEAR(central_pressure_at(extended, t), central_pressure_at(conventional, t),
                0.03 * a.p_first_peak)
        << "at " << t;
  }
}

// The momentum that the film takes from condensed bodies is that of their centre of mass.
TEST(CondensedBodies, ImpulseChangesTheMomentum) {
  FilmRun run;
  const FilmContactSpec d =
      film_model("valve_impact", coarse_and({"duration=120e-6", "impact.acceleration=0"}));
  run = simulate_film(d, {}, nullptr);
  ASSERT_TRUE(run.completed);
  double impulse = 0.0;
  for (std::size_t k = 1; k < run.trace.size(); ++k) {
    impulse += 0.5 * (run.trace[k].force + run.trace[k - 1].force) *
               (run.trace[k].time - run.trace[k - 1].time);
  }
  constexpr double kMass = 0.066;  // [kg], the valve has the volume of the sphere
  const double change = kMass * (run.trace.back().velocity + d.impact.velocity);
  EXPECT_NEAR(impulse / change, 1.0, 5e-3);
}

// Half-spaces cannot tell the pairs apart; condensed bodies can: the more flexible the valve, the
// longer the contact (Schmidt 4.3.2).
TEST(CondensedBodies, FlexibleValvesStayLonger) {
  const std::vector<std::vector<std::string>> pairs = {
      {"bodies.lower.E=70e9", "bodies.lower.nu=0.25", "bodies.upper.E=210e9",
       "bodies.upper.nu=0.3"},
      {"bodies.lower.E=102.67293485560779e9", "bodies.lower.nu=0.3",
       "bodies.upper.E=102.67293485560779e9", "bodies.upper.nu=0.3"},
      {"bodies.lower.E=210e9", "bodies.lower.nu=0.3", "bodies.upper.E=70e9",
       "bodies.upper.nu=0.25"}};
  FilmRun run;
  const ImpactMeasures sphere =
      impact_of(film_model("sphere_impact", coarse_and({"structure.kind=condensed"})), &run);
  double before = sphere.contact_duration;
  for (const std::vector<std::string>& pair : pairs) {
    const double duration =
        impact_of(film_model("valve_impact", coarse_and(pair)), &run).contact_duration;
    EXPECT_GT(duration, 1.03 * before);
    before = duration;
  }

  // of half-spaces it is the same number on any grid
  const std::string points = "grid.points=126";
  const double half_space =
      impact_of(film_model("sphere_impact", coarse_and({points})), &run).contact_duration;
  for (const std::vector<std::string>& pair : pairs) {
    std::vector<std::string> settings = coarse_and(pair);
    settings.insert(settings.end(), {"structure.kind=half_space", "duration=250e-6", points});
    const double duration = impact_of(film_model("valve_impact", settings), &run).contact_duration;
    EXPECT_NEAR(duration / half_space, 1.0, 1e-6);
  }
}

TEST(CondensedBodies, GridRatioFollowsTheFinerBody) {
  const FilmContactSpec d = film_model(
      "sphere_impact", {"structure.kind=condensed", "duration=2e-6", "grid.ratio=2",
                        "bodies.lower.contact_elements=70", "bodies.upper.contact_elements=75"});
  const FilmRun run = simulate_film(d, {}, nullptr);
  // 1.38 mm in 75 elements of two intervals each; the film spans 3.1 b
  const double spacing = 2.0 * 1.38e-3 / 150.0;
  const double width = 3.1 * film_scales(d).length;
  EXPECT_EQ(run.points, 1 + static_cast<int>(std::ceil(width / spacing - 1e-6)));
}

}  // namespace
}  // namespace mortise::gen
