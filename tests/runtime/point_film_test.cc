// A film between bodies that meet, rebound and fly: landing, the bases an impact passes, leaving.
#include <gtest/gtest.h>

#include <cmath>

#include "generator/bake/play/instance.hpp"
#include "generator/simulate/film/simulate.hpp"
#include "tests/generator/reduce/oracle/reduced_stepper.hpp"
#include "tests/robustness/film_models.hpp"

namespace mortise {
namespace {

using gen::Instance;
using gen::ReducedFilm;
using gen::Vector;
using robustness::film_options;
using robustness::point_film;

constexpr int kForce = 0, kPressure = 1, kGap = 2, kMinimum = 3, kVelocity = 4;

struct Point {
  explicit Point(const ReducedFilm& film) : run(bake(film, film_options(film, "point")), "p") {
    names = run.output_names();
    y.resize(names.size());
    u[0] = u[1] = 9.81;
    EXPECT_EQ(names[kVelocity], "velocity");
  }
  Status step() { return run.step(u, y.data()); }
  int basis() const { return static_cast<int>(y.back() + (y.back() < 0 ? -0.5 : 0.5)); }
  Instance run;
  std::vector<std::string> names;
  std::vector<Real> y;
  Real u[2];
};

TEST(PointFilm, PassesThroughFlightFilmAndRebound) {
  const ReducedFilm film = point_film();
  Point point(film);
  ASSERT_EQ(point.names.back(), "basis");
  std::vector<int> order;
  Real before = -0.2, force = 0;
  for (int k = 0; k < 2000 && !(order.size() == 4 && point.y[kMinimum] > 1e-6); ++k) {
    ASSERT_EQ(point.step() & (status::kROLLED_BACK | status::kREPEATED), 0u) << k;
    if (order.empty() || order.back() != point.basis()) order.push_back(point.basis());
    if (point.basis() < 0) {
      EXPECT_EQ(point.y[kForce], 0);
      EXPECT_EQ(point.y[kPressure], 0);
      EXPECT_NEAR(point.y[kVelocity] - before, -9.81 * film.step, 1e-9) << "free fall";
    }
    before = point.y[kVelocity];
    force = std::max(force, point.y[kForce]);
  }
  EXPECT_EQ(order, (std::vector<int>{-1, 0, 1, -1}));
  EXPECT_GT(force, 50) << "[N]";
  EXPECT_GT(before, 0.05) << "it rebounds";
  EXPECT_LT(before, 0.2) << "and not faster than it came";
}

TEST(PointFilm, FollowsTheFullOrderSimulation) {
  ReducedFilm film = point_film(1.001);  // in the film from the start, as the full order is
  for (gen::ReducedBasis& basis : film.bases) {
    basis.iterations = 30;
    basis.tolerance = 1e-9;
    basis.substeps = 1;
  }
  film.every_stage = true;
  gen::FilmContactSpec d = robustness::point_definition();
  d.step.size = film.step;
  d.duration = 100 * film.step;
  const gen::FilmRun full = simulate_film(d, {}, nullptr);
  ASSERT_TRUE(full.completed) << full.stop_reason;
  ASSERT_EQ(full.trace.size(), 101u);
  Point point(film);
  Real peak = 0, force = 0, velocity = 0, gap = 0, last = 0;
  for (int k = 1; k <= 100; ++k) {
    const gen::FilmSample& f = full.trace[static_cast<std::size_t>(k)];
    ASSERT_EQ(point.step() & status::kROLLED_BACK, 0u) << k;
    ASSERT_EQ(point.basis(), k == 1 || last <= f.force || f.force > 0.9 * peak ? 0 : point.basis());
    last = f.force;
    peak = std::max(peak, f.force);
    force = std::max(force, std::abs(point.y[kForce] - f.force));
    velocity = std::max(velocity, std::abs(point.y[kVelocity] - f.velocity));
    gap = std::max(gap, std::abs(point.y[kGap] / f.h_central - 1));
  }
  EXPECT_GT(peak, 50);
  EXPECT_LT(force, 1e-4 * peak);
  EXPECT_LT(velocity, 1e-4 * 0.2);
  EXPECT_LT(gap, 1e-4);
}

TEST(PointFilm, AccelerationPullsInFlightAndInTheFilm) {
  const ReducedFilm film = point_film();
  Point point(film);
  point.u[0] = point.u[1] = 400;
  Real before = -0.2;
  ASSERT_EQ(point.step(), status::kOk);
  EXPECT_NEAR(point.y[kVelocity] - before, -400 * film.step, 1e-9);
  point.u[1] = 200;  // a ramp over the step: the scheme is exact for it
  before = point.y[kVelocity];
  ASSERT_EQ(point.step(), status::kOk);
  EXPECT_NEAR(point.y[kVelocity] - before, -300 * film.step, 1e-9);
}

// The mean of the acceleration of every later step is the force.
TEST(PointFilm, ForceIsWhatTurnsTheBodyRound) {
  Point point(point_film());
  const Real mass = robustness::point_definition().impact.mass, h = point.run.model().step_size();
  Real impulse = 0, last = 0, start = 0, end = 0;
  int steps = 0;
  while (point.basis() <= 0 && point.y[kVelocity] <= 0 && steps < 5000) {
    (void)point.step();
    if (steps++ == 0) start = point.y[kVelocity];
    if (steps > 1) impulse += 0.5 * h * (last + point.y[kForce]);
    last = point.y[kForce];
    end = point.y[kVelocity];
  }
  EXPECT_NEAR(impulse, mass * (end - start + 9.81 * h * (steps - 1)), 0.01 * impulse);
}

TEST(PointFilm, ForksAndRestoresInTheMiddleOfAnImpact) {
  for (const gen::FilmScalar scalar : {gen::FilmScalar::float64, gen::FilmScalar::float32}) {
    const ReducedFilm film = point_film();
    Instance run(bake(film, film_options(film, "point", scalar)), "point");
    const Real u[2] = {9.81, 9.81};
    std::vector<Real> y(static_cast<std::size_t>(run.dims().outputs)), z = y;
    for (int k = 0; k < 60; ++k) (void)run.step(u, y.data());
    gen::AlignedBytes arena(run.model().arena_bytes());
    std::memcpy(arena.data(), &run.state(), arena.size());
    State& copy = *reinterpret_cast<State*>(arena.data());
    for (int k = 0; k < 60; ++k) {
      const Status a = run.step(u, y.data());
      const Status b = step(run.model(), copy, u, z.data());
      ASSERT_EQ(hash_step(kFnvStart, run.model(), run.state(), y.data(), a),
                hash_step(kFnvStart, run.model(), copy, z.data(), b))
          << k;
    }
    EXPECT_EQ(std::memcmp(arena.data(), &run.state(), arena.size()), 0);
  }
}

// The reference takes the same steps, lengths and bases by a rule of its own.
TEST(PacedFilm, FollowsItsReference) {
  ReducedFilm film = robustness::paced_film(1.001);
  film.every_stage = true;
  gen::ReducedStepper reference(&film);
  reference.start(Vector::Zero(film.bases[0].pressure.cols()), film.problem.modes.initial_q,
                  film.problem.modes.initial_v, {});
  Point paced(film);
  const gen::FilmScales& scales = film.problem.scales;
  std::vector<int> order;
  Real peak = 0;
  for (int k = 0; k < 60; ++k) {
    ASSERT_EQ(paced.step() & (status::kROLLED_BACK | status::kREPEATED), 0u) << k;
    ASSERT_TRUE(reference.step([](double) { return gen::ReducedDrive(); })) << k;
    const gen::SteppedOutputs out = reference.outputs();
    if (order.empty() || order.back() != out.basis) order.push_back(out.basis);
    peak = std::max(peak, paced.y[kForce]);
    // a basis that takes over at the end of a step holds another pressure
    if (out.basis == paced.basis()) {
      ASSERT_NEAR(paced.y[kForce], film.problem.force * out.force, 1e-7 * peak) << k;
    }
    ASSERT_NEAR(paced.y[kVelocity], out.velocity * scales.film / scales.time, 1e-9) << k;
    ASSERT_NEAR(paced.y[kMinimum], scales.film * out.minimum_gap, 1e-12) << k;
  }
  EXPECT_EQ(order, (std::vector<int>{0, 1, 2, -1}));
}

// Long steps are fewer, and bounded; what comes of them is what ticks make.
TEST(PacedFilm, TakesFewerStepsToTheSameImpact) {
  const ReducedFilm paced = robustness::paced_film();
  ReducedFilm ticks = paced;
  for (gen::ReducedBasis& basis : ticks.bases) basis.gap_share = 0;  // the bases still take turns
  struct Impact {
    Real force = 0, velocity = 0;
    std::uint64_t iterations = 0;
  };
  const auto fall = [](const ReducedFilm& film) {
    Point point(film);
    Impact impact;
    for (int k = 0; k < 100; ++k) {
      EXPECT_EQ(point.step() & (status::kROLLED_BACK | status::kREPEATED), 0u) << k;
      impact.force = std::max(impact.force, point.y[kForce]);
    }
    EXPECT_EQ(point.basis(), -1);
    impact.velocity = point.y[kVelocity];
    impact.iterations = point.run.state().statistics().iterations;
    EXPECT_LE(point.run.state().statistics().iterations_max,
              point.run.model().root()->cost()->iterations_worst());
    return impact;
  };
  const Impact few = fall(paced), many = fall(ticks);
  EXPECT_LT(few.iterations, many.iterations * 3 / 4);
  EXPECT_NEAR(few.force, many.force, 0.01 * many.force);
  EXPECT_NEAR(few.velocity, many.velocity, 0.01 * many.velocity);
  EXPECT_GT(many.velocity, 0.05) << "it rebounds";
}

TEST(PointFilm, EveryInstructionSetGivesTheSameBits) {
  for (const gen::FilmScalar scalar : {gen::FilmScalar::float64, gen::FilmScalar::float32}) {
    for (const ReducedFilm& film : {point_film(), robustness::paced_film()}) {
      const gen::AlignedBytes bytes = bake(film, film_options(film, "point", scalar));
      std::uint64_t expected = 0;
      int compared = 0;
      for (const char* set : {"baseline", "avx2", "avx512"}) {
        Model model;
        ASSERT_EQ(Model::open(bytes.data(), bytes.size(), &model, nullptr), LoadError::kOK);
        if (!model.select_instruction_set(set)) continue;
        gen::AlignedBytes arena(model.arena_bytes());
        State* state = State::make(model, arena.data(), arena.size(), nullptr);
        std::vector<Real> y(static_cast<std::size_t>(model.dims().outputs));
        const Real u[2] = {9.81, 9.81};
        std::uint64_t hash = kFnvStart;
        for (int k = 0; k < 400; ++k) {
          const Status st = step(model, *state, u, y.data());
          hash = hash_step(hash, model, *state, y.data(), st);
        }
        EXPECT_GT(state->statistics().steps_in_contact, 20u);
        if (compared++ == 0) expected = hash;
        EXPECT_EQ(hash, expected) << set;
      }
    }
  }
}

}  // namespace
}  // namespace mortise
