// The smallest gap of carried films, held against a finer grid.
#include "generator/reduce/film/finer_gap.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "generator/bake/film/bake_film.hpp"
#include "generator/bake/play/instance.hpp"
#include "generator/ground/text/error.hpp"
#include "generator/reduce/film/problem_data.hpp"
#include "generator/simulate/film/simulate.hpp"
#include "tests/generator/reduce/film/small_film.hpp"
#include "tests/robustness/film_models.hpp"

namespace mortise::gen {
namespace {

FilmContactSpec shock(int points) {
  return small_film("line_shock", points, {"film.upwind=third_order", "film.penalty=1e3"});
}

ReducedFilm carried(const FilmContactSpec& d) {
  ReducedFilm film = robustness::carried_film(d, {-0.87, -0.8, 0.85}, 0.03, 28);
  for (ReducedFilm::Input& in : film.inputs) {
    in.trained_minimum = in.name == "load" ? 0.7 * d.load.reference : 0.9 * in.default_value;
    in.trained_maximum = in.name == "load" ? 1.1 * d.load.reference : 1.1 * in.default_value;
  }
  return film;
}

double smallest(const FilmContactSpec& d, int points, double load, double speed) {
  FilmCase film = reducible(d);
  film.grid.points = points;
  return steady_film(at_rest(film, load, speed)).h_min;
}

// Films that none of the nine was: their gap comes nearer to one of four times the nodes.
TEST(FinerGap, MendsSteadyFilmsItHasNotSeen) {
  const FilmContactSpec d = shock(201);
  ReducedFilm film = carried(d);
  hold_gap_against_finer(d, &film);
  const double scale = film.transport.gap_scale;
  EXPECT_GT(std::abs(scale - 1.0), 1e-3);
  EXPECT_LT(std::abs(scale - 1.0), 0.1);
  double before = 0.0, after = 0.0;
  for (const double load : {0.76, 0.83, 0.97, 1.06}) {
    for (const double speed : {0.93, 1.04}) {
      const double u = speed * d.entrainment;
      const double own = smallest(d, 201, load, u), fine = smallest(d, 801, load, u);
      before += std::pow(own / fine - 1.0, 2);
      after += std::pow(scale * own / fine - 1.0, 2);
    }
  }
  EXPECT_LT(after, 0.5 * before);
  ASSERT_FALSE(film.findings.empty());
  EXPECT_NE(film.findings.back().find("smallest gap: times"), std::string::npos);
}

// A grid that does not see the constriction cannot tell what it lacks.
TEST(FinerGap, RefusesGridsThatCannotTell) {
  const FilmContactSpec d = shock(201);
  ReducedFilm film = carried(d);
  for (ReducedFilm::Input& in : film.inputs)
    if (in.name == "entrainment") in.trained_maximum = 60.0 * in.default_value;
  try {
    hold_gap_against_finer(d, &film);
    FAIL() << film.findings.back();
  } catch (const Error& e) {
    EXPECT_NE(std::string(e.what()).find("reduce.finer_gap"), std::string::npos) << e.what();
  }
}

TEST(FinerGap, ScalesTheSmallestGapOfTheFileAlone) {
  ReducedFilm film = robustness::carried_film();
  FilmBakeOptions options = robustness::film_options(film, "carried");
  options.hold = FilmHold::linear;
  Instance plain(bake(film, options), "plain");
  film.transport.gap_scale = 1.25;
  Instance scaled(bake(film, options), "scaled");
  const auto outputs = static_cast<std::size_t>(plain.dims().outputs);
  std::vector<Real> a(outputs), b(outputs);
  const std::vector<std::string> names = plain.output_names();
  const double w = film.problem.scales.load;
  for (int k = 0; k < 20; ++k) {
    const Real u[] = {w * (0.8 + 0.01 * k), 4.0, 1.0, w * (0.81 + 0.01 * k), 4.0, 1.0};
    plain.step(u, a.data());
    scaled.step(u, b.data());
    for (std::size_t j = 0; j < outputs; ++j) {
      const bool gap = names[j] == "h_min";
      EXPECT_NEAR(b[j], gap ? 1.25 * a[j] : a[j], gap ? 1e-14 : 0.0) << j;
    }
  }
}

}  // namespace
}  // namespace mortise::gen
