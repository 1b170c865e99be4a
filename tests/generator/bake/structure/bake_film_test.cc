// A baked film does in the runtime what the reduced film does in plain arithmetic.
#include <gtest/gtest.h>

#include "generator/bake/film/bake_film.hpp"
#include "generator/bake/play/instance.hpp"
#include "generator/ground/text/error.hpp"
#include "mortise_generated.h"
#include "small_films.hpp"
#include "tests/generator/reduce/oracle/reduced_stepper.hpp"

namespace mortise::gen {
namespace {

FilmBakeOptions options(FilmScalar scalar) {
  FilmBakeOptions o;
  o.name = "small";
  o.provenance = {"0", "0", {}, {}};
  o.scalar = scalar;
  o.hold = FilmHold::linear;
  o.golden_steps = 40;
  return o;
}

// Load of the line contact over its reference: up within a unit of time, and down again.
double load_share(double time) {
  const double rise = std::min(1.0, std::max(0.0, time - 0.1));
  const double fall = std::min(1.0, std::max(0.0, time - 1.5));
  return 2.0 / 3 + (rise - fall) / 3;
}

// Largest difference of the central gap over its largest value, over `steps` steps.
double line_difference(const ReducedFilm& film, FilmScalar scalar, int steps) {
  Instance run(bake(film, options(scalar)), "small");
  ReducedStepper reference(&film);
  const double dT = film.step / film.problem.scales.time, w = film.problem.scales.load;
  int now = 0;
  const auto drive = [&](double time) {
    // within the step along a straight line, as the runtime is told
    const double from = load_share(now * dT), to = load_share((now + 1) * dT);
    const double load = from + (time / dT - now) * (to - from);
    ReducedDrive at;
    at.frame = std::sqrt(load);
    at.frame_rate = 0.5 * (to - from) / dT / at.frame;
    at.load = reduced_load(load, at.frame);
    at.speed = 1.0;
    return at;
  };
  reference.start(film.initial, Vector(), Vector(), drive(0.0));
  std::vector<double> y(static_cast<std::size_t>(run.dims().outputs));
  double largest = 0.0, difference = 0.0;
  for (int k = 0; k < steps; ++k) {
    now = k;
    const double u[6] = {w * load_share(k * dT),       film.problem.speed_reference, 1.0,
                         w * load_share((k + 1) * dT), film.problem.speed_reference, 1.0};
    EXPECT_EQ(run.step(u, y.data()) & status::kROLLED_BACK, 0u);
    EXPECT_TRUE(reference.step(drive));
    const double gap = film.problem.scales.film * reference.outputs().central_gap;
    largest = std::max(largest, gap);
    difference = std::max(difference, std::abs(y[2] - gap));
  }
  return difference / largest;
}

TEST(BakeFilm, LineContactStepsAsThePlainReference) {
  ReducedFilm film = nodal_line();
  film.every_stage = true;
  EXPECT_LT(line_difference(film, FilmScalar::float64, 120), 1e-9);
}

TEST(BakeFilm, FloatsFollowTheSameFilm) {
  ReducedFilm film = nodal_line();
  film.every_stage = true;
  EXPECT_LT(line_difference(film, FilmScalar::float32, 120), 2e-3);
}

TEST(BakeFilm, ImpactPassesBothBasesAndBouncesAsThePlainReference) {
  ReducedFilm film = nodal_impact();
  film.every_stage = true;
  Instance run(bake(film, options(FilmScalar::float64)), "small");
  ReducedStepper reference(&film);
  reference.start_flight(film.problem.modes.initial_q, film.problem.modes.initial_v);
  const double u[4] = {film.inputs[0].default_value, 1.0, film.inputs[0].default_value, 1.0};
  std::vector<double> y(static_cast<std::size_t>(run.dims().outputs));
  bool seen[3] = {};
  double peak = 0.0, difference = 0.0;
  for (int k = 0; k < 3000; ++k) {
    EXPECT_EQ(run.step(u, y.data()) & status::kROLLED_BACK, 0u) << "step " << k;
    EXPECT_TRUE(reference.step([](double) { return ReducedDrive{}; }));
    const int basis = run.state().film_.basis;  // of the next step, the output is of this one
    EXPECT_EQ(basis, reference.outputs().basis) << "step " << k;
    seen[basis + 1] = true;
    if (seen[2] && basis < 0) break;
    const double force = film.problem.force * reference.outputs().force;
    peak = std::max(peak, force);
    difference = std::max(difference, std::abs(y[0] - force));
  }
  EXPECT_TRUE(seen[0] && seen[1] && seen[2]);
  EXPECT_GT(peak, 0.0);
  EXPECT_LT(difference / peak, 1e-6);
  EXPECT_GT(y[4], 0.0) << "the sphere moves away";
}

TEST(BakeFilm, ScenariosStartFromTheSteadyFilmOfTheirFirstInputs) {
  const ReducedFilm film = nodal_line();
  FilmBakeOptions o = options(FilmScalar::float64);
  ScenarioOptions scenario;
  scenario.name = "heavier";
  scenario.duration = 50 * film.step;
  scenario.ramps.push_back({0, {0.0}, {0.9 * film.problem.scales.load}});
  o.scenarios = {scenario};
  Instance run(bake(film, o), "small");
  ScenarioPlayer player;
  ASSERT_TRUE(player.start(run.model(), 0, &run.state()));
  std::vector<double> u(6), y(static_cast<std::size_t>(run.dims().outputs));
  double first = 0.0, difference = 0.0;
  for (int k = 0; k < 50; ++k) {
    player.next(run.model(), u.data());
    EXPECT_EQ(run.step(u.data(), y.data()), 0u);
    if (k == 0) first = y[3];
    difference = std::max(difference, std::abs(y[3] - first));
  }
  EXPECT_LT(difference / first, 1e-6);
  EXPECT_NEAR(y[0], 0.9 * film.problem.scales.load, 1e-6 * y[0]);
}

TEST(BakeFilm, TheSameFilmGivesTheSameBytes) {
  const ReducedFilm film = nodal_line();
  const AlignedBytes a = bake(film, options(FilmScalar::float32));
  const AlignedBytes b = bake(film, options(FilmScalar::float32));
  ASSERT_EQ(a.size(), b.size());
  EXPECT_EQ(std::memcmp(a.data(), b.data(), a.size()), 0);
}

TEST(BakeFilm, FileSaysWhatItIs) {
  const ReducedFilm film = nodal_impact();
  const Instance run(bake(film, options(FilmScalar::float64)), "small");
  const schema::Model& root = *run.model().root();
  EXPECT_EQ(root.scheme(), schema::Scheme::sdirk2);
  EXPECT_EQ(root.modes(), 1u);
  EXPECT_EQ(root.step(), film.step);
  EXPECT_EQ(
      run.output_names(),
      (std::vector<std::string>{"force", "p_central", "h_central", "h_min", "velocity", "residual",
                                "distance.acceleration", "distance.viscosity_factor", "basis"}));
  ASSERT_EQ(root.training_box()->size(), 2u);
  EXPECT_EQ(root.training_box()->Get(1)->maximum(), 1.25);
  EXPECT_GT(root.cost()->flops_worst(), root.cost()->flops_free());
  EXPECT_LT(root.cost()->arena_bytes_float(), root.cost()->arena_bytes());
  ReducedFilm patient = film;
  ++patient.bases[0].repeat_iterations;
  const Instance longer(bake(patient, options(FilmScalar::float64)), "longer");
  EXPECT_GT(longer.model().root()->cost()->flops_worst(), root.cost()->flops_worst())
      << "the worst step is a repeated one";
}

TEST(BakeFilm, ArraysThatDoNotFitAreRefused) {
  ReducedFilm film = nodal_line();
  film.bases[0].test.conservativeResize(3, 3);
  EXPECT_THROW(bake(film, options(FilmScalar::float64)), Error);
  film = nodal_line();
  film.bases[0].rows[0] = 0;  // its pressure is prescribed
  EXPECT_THROW(bake(film, options(FilmScalar::float64)), Error);
  film = nodal_line();
  film.initial.resize(3);
  EXPECT_THROW(bake(film, options(FilmScalar::float64)), Error);
  film = nodal_line();
  film.inputs[0].name = "temperature";
  EXPECT_THROW(bake(film, options(FilmScalar::float64)), Error);
}

}  // namespace
}  // namespace mortise::gen
