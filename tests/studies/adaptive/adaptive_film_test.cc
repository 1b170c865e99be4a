#include <gtest/gtest.h>

#include <cmath>

#include "generator/define/definition/definition.hpp"
#include "generator/ground/text/error.hpp"
#include "generator/simulate/film/impacts.hpp"
#include "tests/studies/adaptive/adaptive_film.hpp"

namespace mortise::gen {
namespace {

FilmContactSpec definition(const std::string& name, std::vector<std::string> overrides) {
  return *read_definition(std::string(MORTISE_MODELS) + "/" + name + "/" + name + ".toml",
                          overrides)
              .film;
}

void expect_same_impacts(const FilmRun& run, const FilmRun& full, double tolerance) {
  const std::vector<Impact> found = find_impacts(run.trace, kBounces),
                            wanted = find_impacts(full.trace, kBounces);
  ASSERT_EQ(found.size(), wanted.size());
  for (std::size_t k = 0; k < found.size(); ++k) {
    EXPECT_NEAR(found[k].force / wanted[k].force, 1.0, tolerance) << "impact " << k;
    EXPECT_NEAR(found[k].rebound / wanted[k].rebound, 1.0, tolerance) << "impact " << k;
  }
}

TEST(AdaptiveFilm, BouncesLikeTheFullModel) {
  // two impacts and the flight between them
  const FilmContactSpec d = definition("multi_impact", {"grid.points=127", "duration=1250e-6"});
  const FilmRun full = simulate_film(d, {}, nullptr);
  const AdaptiveRun adaptive = simulate_adaptive(d, {}, {}, nullptr);
  ASSERT_TRUE(full.completed && adaptive.run.completed);
  EXPECT_EQ(find_impacts(full.trace, kBounces).size(), 2u);
  expect_same_impacts(adaptive.run, full, 2e-3);
  const AdaptiveCounts& c = adaptive.counts;
  EXPECT_GT(c.reduced, 20 * c.full);
  EXPECT_LE(c.worst_accepted, AdaptiveOptions{}.accept);
  EXPECT_GT(c.worst_accepted, 0.0);
  EXPECT_LT(c.mean_modes + c.mean_free, 0.5 * 127);
}

TEST(AdaptiveFilm, MovesBodiesWithModes) {
  const FilmContactSpec d = definition(
      "sphere_impact", {"grid.points=127", "structure.kind=condensed", "duration=250e-6",
                        "bodies.lower.contact_elements=30", "bodies.upper.contact_elements=30"});
  const AdaptiveRun adaptive = simulate_adaptive(d, {}, {}, nullptr);
  expect_same_impacts(adaptive.run, simulate_film(d, {}, nullptr), 2e-3);
  EXPECT_GT(adaptive.counts.reduced, 10 * adaptive.counts.full);
}

TEST(AdaptiveFilm, IsTheFullModelWhereNothingIsAccepted) {
  const FilmContactSpec d = definition("sphere_impact", {"grid.points=64", "duration=60e-6"});
  AdaptiveOptions strict;
  strict.accept = 0.0;
  const AdaptiveRun adaptive = simulate_adaptive(d, strict, {}, nullptr);
  EXPECT_EQ(adaptive.counts.reduced, 0);
  EXPECT_GT(adaptive.counts.full, 0);
  const FilmRun full = simulate_film(d, {}, nullptr);
  EXPECT_NEAR(adaptive.run.trace.back().force / full.trace.back().force, 1.0, 1e-4);
}

TEST(AdaptiveFilm, TighterAcceptanceIsNearer) {
  const FilmContactSpec d = definition("sphere_impact", {"grid.points=127", "duration=130e-6"});
  const double wanted = simulate_film(d, {}, nullptr).trace.back().force;
  const auto error = [&](double accept) {
    AdaptiveOptions o;
    o.accept = accept;
    o.enlarge = 0.3 * accept;
    return std::abs(simulate_adaptive(d, o, {}, nullptr).run.trace.back().force / wanted - 1.0);
  };
  EXPECT_LT(error(0.01), 0.3 * error(3.0));
}

TEST(AdaptiveFilm, RefusesWhatItCannotFollow) {
  EXPECT_THROW(simulate_adaptive(definition("line_shock", {}), {}, {}, nullptr), Error);
  EXPECT_THROW(simulate_adaptive(definition("sphere_impact", {"film.cavitation=mass_conserving"}),
                                 {}, {}, nullptr),
               Error);
}

}  // namespace
}  // namespace mortise::gen
