// Several films on the same bodies, in one Newton: closed forms, momentum, and films that are one.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <memory>

#include "generator/ground/text/error.hpp"
#include "tests/physics/squeeze_film.hpp"
#include "tests/robustness/film_models.hpp"

namespace mortise::test {
namespace {

using namespace gen;

constexpr double kThick = 4.7e-10, kThin = 1.3e-10;  // C of films [N s m^2]
constexpr double kOpen = 1e-4;                       // their gaps at the start [m]

// Gap of a film that has taken this impulse [N s]: C/2 (1/h^2 - 1/h0^2).
double film_after(double constant, double impulse) {
  return 1 / std::sqrt(2 * impulse / constant + 1 / (kOpen * kOpen));
}

// A (1 kg, .2 m/s) - film - B (light) - film - C (light) - film - wall.
struct FilmsInRow {
  Assembly bodies;
  BakeOptions options;

  FilmsInRow(double light, double h)
      : bodies(lumps({{1.0, 0.0, 0.0}, {light, 0.0, 0.0}, {light, 0.0, 0.0}})),
        options(assembly_options(h)) {
    add_film(&bodies, &options, "front", {1, -1, 0}, squeeze_film(kThick, kOpen));
    add_film(&bodies, &options, "middle", {0, 1, -1}, squeeze_film(kThin, kOpen));
    add_film(&bodies, &options, "back", {0, 0, 1}, squeeze_film(kThick, kOpen));
    bodies.start({0, 0, 0}, {-0.2, 0, 0});
    bodies.energy_outputs();
  }
};

// Once all is at rest each film has taken the whole momentum of A, whatever the masses between
// them, and all together its energy.
TEST(FilmPairs, FilmsInRowTakeTheMomentumEach) {
  const double front = film_after(kThick, 0.2), middle = film_after(kThin, 0.2);
  for (const double light : {0.1, 1e-2, 1e-3, 1e-4}) {
    double before = 0;
    for (const double h : {2e-5, 1e-5, 5e-6}) {
      SCOPED_TRACE(std::to_string(light) + " kg, h " + std::to_string(1e6 * h) + " us");
      const FilmsInRow films(light, h);
      const FilmRun out = run_film(films.bodies, films.options, 4e-3);
      EXPECT_EQ(out.seen, status::kOk);
      const double a = out.x[0], b = out.x[1], c = out.x[2];
      const double error = std::hypot((kOpen + a - b) / front - 1, (kOpen + b - c) / middle - 1,
                                      (kOpen + c) / front - 1);
      if (before > 0) {
        EXPECT_NEAR(before / error, 4, 0.8);
      }
      before = error;
      EXPECT_LE(out.most, 5u);
      EXPECT_LE(out.passes, 2.3);
      EXPECT_NEAR(out.y[0] + out.y[5], 0.02, 1e-11);
      EXPECT_NEAR(out.y[7] + out.y[9] + out.y[11], out.y[5], 1e-15);
    }
    EXPECT_LT(before, 2e-5);
  }
}

// Plates come from both sides: the light body between them stays where it is, and each plate is
// braked as by a wall.
TEST(FilmPairs, BodyBetweenEqualFilmsStaysInTheMiddle) {
  Assembly bodies = lumps({{1.0, 0.0, 0.0}, {1e-3, 0.0, 0.0}, {1.0, 0.0, 0.0}});
  BakeOptions options = assembly_options(5e-6);
  add_film(&bodies, &options, "right", {1, -1, 0}, squeeze_film(kThick, kOpen));
  add_film(&bodies, &options, "left", {0, 1, -1}, squeeze_film(kThick, kOpen));
  bodies.start({0, 0, 0}, {-0.2, 0, 0.2});
  bodies.energy_outputs();
  bodies.film_outputs(0);
  bodies.film_outputs(1);
  for (const double until : {2e-4, 5e-4, 2e-3}) {
    const FilmRun out = run_film(bodies, options, until);
    EXPECT_EQ(out.seen, status::kOk);
    EXPECT_LE(out.most, 4u);
    EXPECT_LT(std::abs(out.x[1]), 1e-18);
    EXPECT_LT(std::abs(out.x[0] + out.x[2]), 1e-16);
    const double film = film_after(kThick, 0.2 + out.v[0]);
    EXPECT_NEAR(kOpen + out.x[0], film, 2e-5 * film);
    EXPECT_NEAR(out.y[11], kOpen + out.x[0], 1e-12);
    EXPECT_NEAR(out.y[10], out.y[13], 1e-9 * out.y[10] + 1e-8);
    const double lost = 0.02 - 0.5 * out.v[0] * out.v[0];
    EXPECT_NEAR(out.y[7], lost, 1e-12);
    EXPECT_NEAR(out.y[9], lost, 1e-12);
  }
}

// What films do to each other stays between their bodies.
TEST(FilmPairs, MomentumOfUnequalBodiesStays) {
  Assembly bodies = lumps({{1.0, 0.0, 0.0}, {1e-3, 0.0, 0.0}, {0.4, 0.0, 0.0}});
  BakeOptions options = assembly_options(1e-5);
  add_film(&bodies, &options, "right", {1, -1, 0}, squeeze_film(kThick, kOpen));
  add_film(&bodies, &options, "left", {0, 1, -1}, squeeze_film(kThin, kOpen));
  bodies.start({0, 0, 0}, {-0.2, 0, 0.1});
  bodies.energy_outputs();
  for (const double until : {1e-4, 4e-4, 4e-3}) {
    const FilmRun out = run_film(bodies, options, until);
    EXPECT_NEAR(out.v[0] + 1e-3 * out.v[1] + 0.4 * out.v[2], -0.16, 1e-10);
    EXPECT_NEAR(out.y[0] + out.y[5], 0.022, 1e-11);
  }
}

// Two bodies with two films between them or with one of twice the width, beside a stop and a
// slider: the same motion, and a half of the loss each.
TEST(FilmPairs, FilmsSideBySideAreOneOfTheirSum) {
  for (const bool slides : {false, true}) {
    for (const double light : {1.0, 1e-3}) {
      FilmRun out[2];
      for (const int films : {1, 2}) {
        Assembly bodies = lumps({{1.0, 0.0, 0.0}, {light, 0.0, 0.0}});
        BakeOptions options = assembly_options(5e-6);
        for (int k = 0; k < films; ++k)
          add_film(&bodies, &options, "film" + std::to_string(k), {1, -1},
                   squeeze_film(2 * kThick / films, kOpen));
        bodies.stop("stop", {0, 1}, 2e-5, 0);
        if (slides) bodies.slider("slider", {0, 1}, 1e6, 2);
        bodies.force({-200, 0});
        bodies.start({0, 0}, {-0.2, 0});
        bodies.energy_outputs();
        out[films - 1] = run_film(bodies, options, 1e-3);
        EXPECT_EQ(out[films - 1].seen, status::kOk);
      }
      EXPECT_EQ(out[1].most, out[0].most);
      for (std::size_t k = 0; k < 2; ++k) {
        EXPECT_NEAR(out[1].x[k], out[0].x[k], 1e-15);
        EXPECT_NEAR(out[1].v[k], out[0].v[k], 1e-11);
      }
      for (std::size_t k = 0; k < 6; ++k) EXPECT_NEAR(out[1].y[k], out[0].y[k], 1e-12) << k;
      EXPECT_GT(out[0].y[4], 1e-5);  // the stop was met
      EXPECT_NEAR(out[1].y[7], 0.5 * out[0].y[7], 1e-12);
      EXPECT_NEAR(out[1].y[9], 0.5 * out[0].y[7], 1e-12);
    }
  }
}

// A plate is thrown from a film to one on its other side and back, with one film, both or none at
// it: nothing of its energy is lost but to them.
TEST(FilmPairs, PlateBetweenSpheresKeepsItsBooks) {
  ReducedFilm film = robustness::point_film();
  for (ReducedBasis& b : film.bases) {
    b.substeps = 1;
    b.tolerance = 1e-8;
    b.iterations = b.repeat_iterations = 30;
  }
  const FilmProblemData& p = film.problem;
  Assembly bodies = lumps({{0.02, 0.0, 0.0}, {0.5, 300.0, 0.0}});
  BakeOptions options = assembly_options(film.step);
  ReducedFilm wider = film;
  wider.problem.geometry.array() += 1e-6 / p.scales.film;
  add_film(&bodies, &options, "below", {1, 0}, {film, FilmScalar::float64});
  add_film(&bodies, &options, "above", {-1, 1}, {wider, FilmScalar::float64});
  bodies.start({0, 0}, {-0.05, 0});
  bodies.energy_outputs();
  bodies.film_outputs(0);
  bodies.film_outputs(1);
  Instance run(bake(bodies.system(), options), "thrown");
  std::vector<double> y(static_cast<std::size_t>(run.dims().outputs));
  int with[2][2] = {};
  for (int k = 0; k < 1500; ++k) {
    EXPECT_EQ(run.step(nullptr, y.data()) & status::kROLLED_BACK, status::kOk);
    ++with[y[12] >= 0][y[15] >= 0];
    EXPECT_NEAR(y[0] + y[1] + y[2] + y[4] + y[5], 0.5 * 0.02 * 0.05 * 0.05, 1e-15) << k;
  }
  for (const int below : {0, 1})
    for (const int above : {0, 1}) EXPECT_GT(with[below][above], 100);
}

// Two spheres carry a plate as one does a plate of half the mass, of piezoviscous oil between
// elastic bodies: it lands, is thrown back and leaves both.
TEST(FilmPairs, SpheresCarryTheirSharesAndAreLeft) {
  ReducedFilm film = robustness::point_film();
  for (ReducedBasis& b : film.bases) {
    b.substeps = 1;
    b.iterations = b.repeat_iterations = 30;
  }
  const FilmProblemData& p = film.problem;
  const FilmModes& m = p.modes;
  Eigen::Index at = 0;
  p.weights.maxCoeff(&at);
  const double time2 = p.scales.time * p.scales.time, length = p.scales.film;
  const double mass =
      p.force * p.weights[at] * time2 / (length * m.shapes(at, 0) * m.excitation(0, at));
  std::unique_ptr<Instance> run[2];
  for (const int films : {1, 2}) {
    Assembly bodies = lumps({{films * mass, 0.0, 0.0}, {1.0, 100.0, 0.0}});
    BakeOptions options = assembly_options(film.step);
    for (int k = 0; k < films; ++k) {
      for (ReducedBasis& b : film.bases) b.tolerance = k == 0 ? 1e-8 : 1e-4;
      add_film(&bodies, &options, "film" + std::to_string(k), {1, 0},
               {film, k == 0 ? FilmScalar::float64 : FilmScalar::float32});
      bodies.film_outputs(k);
    }
    bodies.stop("far", {0, 1}, 1.0, 0);
    bodies.force({films * mass * length / time2 * m.constant[0] * m.shapes(at, 0), 0});
    bodies.start({length * m.shapes(at, 0) * m.initial_q[0], 0},
                 {length / p.scales.time * m.shapes(at, 0) * m.initial_v[0], 0});
    run[films - 1] = std::make_unique<Instance>(bake(bodies.system(), options), "spheres");
  }
  double most = 0, force_error = 0, gap_error = 0;
  int in_film = 0;
  bool left = false;
  for (int k = 0; k < 1200; ++k) {
    double one[3], two[6];
    EXPECT_EQ(run[0]->step(nullptr, one), status::kOk);
    EXPECT_EQ(run[1]->step(nullptr, two), status::kOk);
    most = std::max(most, one[0]);
    for (const int f : {0, 3}) {
      force_error = std::max(force_error, std::abs(two[f] - one[0]));
      gap_error = std::max(gap_error, std::abs(two[f + 1] - one[1]) / std::abs(one[1]));
    }
    in_film += one[2] >= 0;
    left = left || (in_film > 0 && one[2] < 0 && two[2] < 0 && two[5] < 0);
  }
  EXPECT_GT(in_film, 50);
  EXPECT_TRUE(left);
  EXPECT_LT(force_error, 1e-5 * most);
  EXPECT_LT(gap_error, 1e-4);
}

// Whatever a solve that is cut short leaves undone: no step makes energy, and the books say where
// it went.
TEST(FilmPairs, CutShortTheyMakeNoEnergy) {
  for (const int cap : {1, 2}) {
    for (const double light : {0.1, 1e-3}) {
      SCOPED_TRACE(std::to_string(light) + " kg, cap " + std::to_string(cap));
      FilmsInRow films(light, 2e-5);
      for (AssemblyFilm& film : films.options.films)
        film.film.bases[0].iterations = film.film.bases[0].repeat_iterations = cap;
      Instance run(bake(films.bodies.system(), films.options), "cut");
      expect_kept_energy(&run, 0.02, 200);
      EXPECT_GT(run.state().statistics().capped, 10u);
    }
  }
}

// Films that see each other open as one: others are refused, with the names of both.
TEST(FilmPairs, FilmsThatTiltAreRefused) {
  FilmsInRow films(0.1, 1e-5);
  films.bodies.system().interfaces[1].as<FilmPlace>()->gaps.row(1) *= 1.5;
  try {
    bake(films.bodies.system(), films.options);
    FAIL();
  } catch (const Error& e) {
    const std::string what = e.what();
    EXPECT_NE(what.find("middle"), std::string::npos) << what;
    EXPECT_NE(what.find("'front'"), std::string::npos) << what;
  }
}

}  // namespace
}  // namespace mortise::test
