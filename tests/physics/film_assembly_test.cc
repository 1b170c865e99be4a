// A film beside stops and sliders on the same bodies. Numbers of the light body: its equations
// solved to 1e-11 by an offline code (Radau), and the runs of the same scheme by another one.
#include <gtest/gtest.h>

#include <cmath>

#include "mortise/groups.hpp"
#include "tests/physics/squeeze_film.hpp"
#include "tests/robustness/film_models.hpp"

namespace mortise::test {
namespace {

using namespace gen;

constexpr double kSqueeze = 4.7e-10, kFilmGap = 1e-4;

// A (1 kg) - film - B (light) - stop 20 um behind B; A comes at .2 m/s.
struct FilmOnStop {
  Assembly bodies;
  BakeOptions options;
  int outputs = 0;

  FilmOnStop(double light, double h, double push = 0, double slider = 0, double limit = 0)
      : bodies(lumps({{1.0, 0.0, 0.0}, {light, 0.0, 0.0}})), options(assembly_options(h)) {
    add_film(&bodies, &options, "film", {1, -1}, squeeze_film(kSqueeze, kFilmGap));
    bodies.stop("stop", {0, 1}, 2e-5, 0);
    if (slider > 0) bodies.slider("slider", {0, 1}, slider, limit);
    if (push > 0) bodies.force({-push, 0});
    bodies.start({0, 0}, {-0.2, 0});
    bodies.energy_outputs();
  }
};

double gap_of(const FilmRun& run) { return kFilmGap + run.x[0] - run.x[1]; }

TEST(FilmInAssembly, LightBodyBetweenFilmAndStopIsOfOrderTwo) {
  const struct {
    double light, h, film_end, loss_stop;
  } cases[] = {{0.1, 1e-6, 3.242611908e-05, 0.001192762376},
               {0.1, 5e-6, 3.242577343e-05, 0.001221686128},
               {0.1, 2e-5, 3.242048822e-05, 0.00135526685},
               {0.01, 1e-6, 3.242611836e-05, 0.0002063738331},
               {0.01, 5e-6, 3.242575925e-05, 0.0002221972264},
               {0.01, 2e-5, 3.241982042e-05, 0.0003134209397}};
  for (const auto& c : cases) {
    SCOPED_TRACE(std::to_string(c.light) + " kg, h " + std::to_string(1e6 * c.h) + " us");
    const FilmOnStop film(c.light, c.h);
    const FilmRun out = run_film(film.bodies, film.options, 2e-3);
    EXPECT_EQ(out.seen, status::kOk);
    EXPECT_NEAR(gap_of(out), c.film_end, 1e-7 * c.film_end);
    EXPECT_NEAR(out.y[4], c.loss_stop, 1e-6 * c.loss_stop);
    EXPECT_LE(out.most, 5u);
    EXPECT_LE(out.passes, 3.0);
    // the whole motion is lost in film and stop
    EXPECT_NEAR(out.y[0] + out.y[4] + out.y[5], 0.02, 1e-10);
  }
}

// A preloaded light body that a slider holds: no error of the end film is larger than those of
// scheme a3 in the table of a code that solves film, stop and slider by nested secants, and Newton
// stays bounded at every mass.
TEST(FilmInAssembly, PressedFilmWithSliderConvergesAtEveryMass) {
  for (const double light : {1.0, 0.1, 0.01, 0.001}) {
    double end[3];
    const double steps[] = {2.5e-7, 5e-6, 2e-5}, allowed[] = {0, 2e-5, 1e-3};
    for (int k = 0; k < 3; ++k) {
      SCOPED_TRACE(std::to_string(light) + " kg, h " + std::to_string(1e6 * steps[k]) + " us");
      const FilmOnStop film(light, steps[k], 200, 1e6, 2);
      const FilmRun out = run_film(film.bodies, film.options, 2e-3);
      end[k] = gap_of(out);
      EXPECT_EQ(out.seen, status::kOk);
      EXPECT_LE(out.most, 7u);
      EXPECT_LE(out.passes, 3.3);
      EXPECT_NEAR(end[k], end[0], allowed[k] * end[0]);
      // energy: 0.02 J and the work of the press
      EXPECT_NEAR(out.y[0] + out.y[1] + out.y[2] + out.y[4] + out.y[5] - out.y[3], 0.02, 1e-10);
    }
  }
}

// Nothing but the film brakes: M w0 = C/2 (1/h_end^2 - 1/h0^2), and the film takes all of it.
TEST(FilmInAssembly, FilmAloneKeepsItsInvariant) {
  const double h_end = 1 / std::sqrt(2 * 0.2 / kSqueeze + 1 / (kFilmGap * kFilmGap));
  double before = 0;
  for (const double h : {4e-5, 2e-5, 1e-5}) {
    Assembly bodies = lumps({{1.0, 0.0, 0.0}, {1e6, 0.0, 0.0}});
    BakeOptions options = assembly_options(h);
    add_film(&bodies, &options, "film", {1, 0}, squeeze_film(kSqueeze, kFilmGap));
    bodies.stop("far", {0, 1}, 1.0, 0);
    bodies.start({0, 0}, {-0.2, 0});
    bodies.energy_outputs();
    const FilmRun out = run_film(bodies, options, 2e-3);
    const double error = std::abs(kFilmGap + out.x[0] - h_end);
    EXPECT_EQ(out.seen, status::kOk);
    if (before > 0) {
      EXPECT_NEAR(before / error, 4, 0.6) << h;
    }
    before = error;
    EXPECT_NEAR(out.y[5], 0.02, 1e-12);
  }
  EXPECT_LT(before, 2e-4 * h_end);
}

// The closed form of one mass that meets a stop with restitution .5 through its film.
TEST(FilmInAssembly, MassMeetsStopThroughItsFilm) {
  const double h = 1e-6;
  Assembly bodies = lumps({{1.0, 0.0, 0.0}, {1e6, 0.0, 0.0}});
  BakeOptions options = assembly_options(h);
  add_film(&bodies, &options, "film", {1, 0}, squeeze_film(kSqueeze, kFilmGap));
  bodies.stop("stop", {1, 0}, 6e-5, 0.5);  // at a film of 40 um
  bodies.start({0, 0}, {-0.2, 0});
  bodies.energy_outputs();
  const FilmRun early = run_film(bodies, options, 3e-4);
  EXPECT_NEAR(kFilmGap + early.x[0], 4.836077558e-05, 1e-9 * 48);
  const FilmRun out = run_film(bodies, options, 3.9e-4);
  EXPECT_NEAR(out.v[0], 0.0383125, 5e-3 * 0.0383125);
  EXPECT_NEAR(out.y[4], 0.002201771484, 1e-2 * 0.0022);
  EXPECT_NEAR(out.y[5], 0.01706430469, 1e-3 * 0.017);
}

// A sphere that falls on an oiled plate, as a model of its own and as an assembly of a mass and a
// film: it lands in the film, is thrown back and leaves it, with the same forces and gaps.
TEST(FilmInAssembly, SphereLandsAndLeavesAsInAModelOfItsOwn) {
  ReducedFilm film = robustness::point_film();
  for (ReducedBasis& b : film.bases) {
    b.substeps = 1;
    b.tolerance = 1e-8;
    b.iterations = b.repeat_iterations = 30;
  }
  Instance alone(bake(film, robustness::film_options(film, "alone")), "alone");

  const FilmProblemData& p = film.problem;
  const FilmModes& m = p.modes;
  Eigen::Index at = 0;
  p.weights.maxCoeff(&at);
  const double time2 = p.scales.time * p.scales.time, length = p.scales.film;
  const double mass =
      p.force * p.weights[at] * time2 / (length * m.shapes(at, 0) * m.excitation(0, at));
  Assembly bodies = lumps({{mass, 0.0, 0.0}, {1.0, 100.0, 0.0}});
  BakeOptions options = assembly_options(film.step);
  add_film(&bodies, &options, "film", {1, 0}, {film, FilmScalar::float64});
  bodies.stop("far", {0, 1}, 1.0, 0);
  bodies.force({mass * length / time2 * m.constant[0] * m.shapes(at, 0), 0});
  bodies.start({length * m.shapes(at, 0) * m.initial_q[0], 0},
               {length / p.scales.time * m.shapes(at, 0) * m.initial_v[0], 0});
  bodies.film_outputs(0);
  Instance run(bake(bodies.system(), options), "together");

  std::vector<double> y(static_cast<std::size_t>(alone.dims().outputs)), z(3);
  const std::vector<std::string> names = alone.output_names();
  const auto place = [&](const char* name) {
    return static_cast<std::size_t>(std::find(names.begin(), names.end(), name) - names.begin());
  };
  const std::size_t force = place("force"), gap = place("h_min"), basis = place("basis");
  double most_force = 0, force_error = 0, gap_error = 0;
  int differing = 0, in_film = 0;
  bool left = false;
  for (int k = 0; k < 1200; ++k) {
    std::vector<double> u = {film.inputs[0].default_value, film.inputs[0].default_value};
    EXPECT_EQ(alone.step(u.data(), y.data()) & status::kROLLED_BACK, status::kOk);
    EXPECT_EQ(run.step(nullptr, z.data()), status::kOk);
    most_force = std::max(most_force, y[force]);
    force_error = std::max(force_error, std::abs(z[0] - y[force]));
    gap_error = std::max(gap_error, std::abs(z[1] - y[gap]) / std::abs(y[gap]));
    differing += z[2] != y[basis];
    in_film += z[2] >= 0;
    left = left || (in_film > 0 && z[2] < 0);
  }
  EXPECT_GT(in_film, 50);
  EXPECT_TRUE(left);
  EXPECT_EQ(differing, 0);
  EXPECT_LT(force_error, 2e-5 * most_force);
  EXPECT_LT(gap_error, 1e-5);
}

// A real film between a sphere and a plate that a spring holds, of piezoviscous oil between elastic
// bodies: errors fall with the square of the step.
TEST(FilmInAssembly, ElasticFilmOnASpringIsOfOrderTwo) {
  std::vector<double> ends;
  for (const int divisions : {1, 2, 4, 8}) {
    ReducedFilm film = robustness::point_film(1e6);
    for (ReducedBasis& b : film.bases) {
      b.tolerance = 1e-8;
      b.iterations = b.repeat_iterations = 30;
    }
    film.bases.resize(1);
    film.bases[0].leave_fraction = 0;
    const double h = 2 * film.step / divisions;
    FilmProblemData& p = film.problem;
    p.geometry.array() += 5e-6 / p.scales.film;
    Assembly bodies = lumps({{0.05, 0.0, 0.0}, {0.02, 3000.0, 0.1}});
    BakeOptions options = assembly_options(h);
    add_film(&bodies, &options, "film", {1, -1}, {film, FilmScalar::float64});
    bodies.slider("slider", {0, 1}, 1e5, 1e6);
    bodies.start({0, 0}, {-0.1, 0});
    Instance run(bake(bodies.system(), options), "spring");
    const int steps = 60 * divisions;
    double passes = 0;
    for (int k = 0; k < steps; ++k) {
      EXPECT_EQ(run.step(nullptr, nullptr), status::kOk);
      passes += group_report(run.model(), run.state(), 0).iterations;
    }
    EXPECT_LT(passes / steps, 6);
    ends.push_back(run.state().q(run.model())[8]);
  }
  const double first = std::abs(ends[0] - ends[1]), second = std::abs(ends[1] - ends[2]),
               third = std::abs(ends[2] - ends[3]);
  EXPECT_NEAR(first / second, 4, 1);
  EXPECT_NEAR(second / third, 4, 1);
  EXPECT_LT(third, 1e-3 * std::abs(ends[3]));
}

// Whatever moves all nodes alike is answered once for all rows; the same film whose gaps differ in
// the last digits is answered row by row.
TEST(FilmInAssembly, FilmsThatOpenAsOneAnswerAsOthers) {
  for (const double apart : {0.0, 1e-13}) {
    FilmOnStop film(0.1, 5e-6, 200, 1e6, 2);
    gen::ReducedInterface& oil = film.bodies.system().interfaces.front();
    ASSERT_TRUE(oil.as<FilmPlace>());
    oil.as<FilmPlace>()->gaps.row(1) *= 1 + apart;
    const Instance run(bake(film.bodies.system(), film.options), "film");
    EXPECT_EQ(static_cast<const AssemblyView&>(run.model().view()).interface[0].film.opens_as_one,
              apart == 0);
    const FilmRun out = run_film(film.bodies, film.options, 2e-3);
    static double first;
    if (apart == 0) first = gap_of(out);
    EXPECT_EQ(out.seen, status::kOk);
    EXPECT_NEAR(gap_of(out), first, 1e-11 * first);
  }
}

// Rows that nobody holds say how far a film is to be trusted, and change nothing.
TEST(FilmInAssembly, WatchedRowsChangeNothing) {
  std::vector<double> gaps;
  for (const bool watches : {false, true}) {
    FilmOnStop film(0.1, 5e-6);
    gen::ReducedBasis& b = film.options.films.front().film.bases.front();
    if (watches) {
      b.rows = {2, 1, 3};
      b.watched = 2;
    }
    const FilmRun out = run_film(film.bodies, film.options, 2e-3);
    EXPECT_EQ(out.seen & status::kROLLED_BACK, 0u);
    gaps.push_back(gap_of(out));
  }
  EXPECT_EQ(gaps[0], gaps[1]);
}

// kappa of a closed film and a closed stop on m, M on the other side of the film.
TEST(FilmInAssembly, CouplingIsThatOfMassesAlone) {
  for (const double light : {1.0, 0.1, 0.01}) {
    const FilmOnStop film(light, 1e-5);
    const Instance run(bake(film.bodies.system(), film.options), "film");
    EXPECT_NEAR(group_coupling(run.model(), 0), 1 / (1 + light), 1e-10);
  }
}

// Whatever is left undone by a solve that is cut short: no step makes energy, and the books say
// where it went.
TEST(FilmInAssembly, CutShortItMakesNoEnergy) {
  for (const int cap : {1, 2}) {
    for (const double light : {0.1, 0.01, 0.001}) {
      SCOPED_TRACE(std::to_string(light) + " kg, cap " + std::to_string(cap));
      FilmOnStop film(light, 2e-5, 0, 1e6, 2);
      ReducedBasis& b = film.options.films[0].film.bases[0];
      b.iterations = b.repeat_iterations = cap;
      Instance run(bake(film.bodies.system(), film.options), "cut");
      expect_kept_energy(&run, 0.02, 200);
      EXPECT_GT(run.state().statistics().capped, 10u);
    }
  }
}

}  // namespace
}  // namespace mortise::test
