// A film under a prescribed load: what the step makes of inputs, failures and doubts.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>

#include "generator/bake/play/instance.hpp"
#include "generator/simulate/film/simulate.hpp"
#include "tests/robustness/film_models.hpp"

namespace mortise {
namespace {

using gen::FilmBakeOptions;
using gen::FilmHold;
using gen::Instance;
using gen::ReducedFilm;
using robustness::film_options;
using robustness::line_film;

constexpr Real kNaN = std::numeric_limits<Real>::quiet_NaN();

// A line film, its channels by name, and inputs that are the same at both ends of a step.
struct Line {
  explicit Line(const ReducedFilm& film, FilmHold hold = FilmHold::linear) : run(make(film, hold)) {
    names = run.output_names();
    y.resize(names.size());
    reset();
  }
  static Instance make(const ReducedFilm& film, FilmHold hold) {
    FilmBakeOptions options = film_options(film, "line");
    options.hold = hold;
    options.golden_steps = 0;
    return {bake(film, options), "line"};
  }
  void reset() {
    run.state().reset(run.model());
    for (int k = 0; k < 3; ++k) u[k] = u[3 + k] = run.model().view().input_ranges[k].default_value;
  }
  Status step() { return run.step(u, y.data()); }
  Status step(Real load) {
    u[0] = u[3];
    u[3] = load;
    return step();
  }
  Real out(const std::string& name) const {
    for (std::size_t k = 0; k < names.size(); ++k)
      if (names[k] == name) return y[k];
    ADD_FAILURE() << "no output " << name;
    return kNaN;
  }
  Instance run;
  std::vector<std::string> names;
  std::vector<Real> y;
  Real u[6];
};

TEST(LineFilm, StaysAtRestUnderItsDefaultLoad) {
  Line line(line_film());
  Status seen = status::kOk;
  for (int k = 0; k < 50; ++k) seen |= line.step();
  EXPECT_EQ(seen, status::kOk);
  const Real gap = line.out("h_min");
  for (int k = 0; k < 50; ++k) seen |= line.step();
  EXPECT_EQ(seen, status::kOk);
  EXPECT_NEAR(line.out("h_min"), gap, 1e-9 * gap);
  EXPECT_NEAR(line.out("force"), 8e4, 1e-6);
  EXPECT_EQ(line.out("basis"), 0);
  EXPECT_LE(line.run.state().statistics().rebuilds, 2u) << "at rest a Jacobian is kept";
}

// The film carries the load of the end of the step, however it got there.
TEST(LineFilm, CarriesTheLoadAtTheEndOfEveryStep) {
  for (const FilmHold hold : {FilmHold::zero_order, FilmHold::linear, FilmHold::cubic}) {
    ReducedFilm film = line_film();
    film.load_slope = 0;
    Line line(film, hold);
    const bool zero = hold == FilmHold::zero_order;
    EXPECT_EQ(line.run.model().input_values(), zero ? 3 : 6);
    for (int k = 0; k < 40; ++k) {
      const Real load = 8e4 + 1e4 * std::sin(0.3 * (k + 1));
      line.u[0] = zero ? load : line.u[3];
      line.u[3] = load;
      ASSERT_EQ(line.step() & ~status::kOUTSIDE_TRAINING, status::kOk) << k;
      ASSERT_NEAR(line.out("force"), load, 1e-9 * load) << k;
    }
  }
}

// Grid, scheme and steps are the same and shapes lose nothing: Newton's tolerances are all that is
// left. The load has no corner inside of the run, where rounding would decide on which side of it a
// stage lies.
TEST(LineFilm, FollowsTheFullOrderSimulation) {
  ReducedFilm film = line_film();
  film.bases[0].iterations = 12;
  film.bases[0].tolerance = 1e-9;
  film.every_stage = true;
  film.load_slope = 0;
  const double h = film.step;
  for (const double end : {1.2, 0.5}) {
    gen::FilmContactSpec d = robustness::line_definition();
    d.load.times = {0, 80 * h};
    d.load.values = {0.8, end};
    d.step.size = h;
    d.duration = 60 * h;
    const gen::FilmRun full = simulate_film(d, {}, nullptr);
    ASSERT_TRUE(full.completed) << full.stop_reason;
    ASSERT_EQ(full.trace.size(), 61u);
    Line line(film);
    double pressure = 0, central = 0, smallest = 0;
    for (std::size_t k = 1; k <= 60; ++k) {
      const double load = (0.8 + (end - 0.8) * static_cast<double>(k) / 80) * d.load.reference;
      ASSERT_EQ(line.step(load) & ~status::kOUTSIDE_TRAINING, status::kOk) << k;
      const gen::FilmSample& f = full.trace[k];
      pressure = std::max(pressure, std::abs(line.out("p_central") / f.p_central - 1));
      central = std::max(central, std::abs(line.out("h_central") / f.h_central - 1));
      smallest = std::max(smallest, std::abs(line.out("h_min") / f.h_min - 1));
    }
    EXPECT_LT(pressure, 1e-7) << end;
    EXPECT_LT(central, 1e-7) << end;
    EXPECT_LT(smallest, 1e-7) << end;
    EXPECT_GT(std::abs(line.out("p_central") / full.trace[0].p_central - 1), 0.05) << "it moved";
  }
}

TEST(LineFilm, LoadFollowsAtTheLargestRate) {
  ReducedFilm film = line_film();
  film.load_slope = 2e3 / film.step;  // 2 kN/m per step
  for (const FilmHold hold : {FilmHold::zero_order, FilmHold::linear}) {
    Line line(film, hold);
    line.u[0] = line.u[3] = 8.5e4;  // a jump at once
    for (const Real expected : {8.2e4, 8.4e4}) {
      EXPECT_EQ(line.step(), status::kRATE_LIMITED);
      EXPECT_NEAR(line.out("force"), expected, 1e-4);
    }
    EXPECT_EQ(line.step(), status::kOk) << "the rest is within the rate";
    EXPECT_NEAR(line.out("force"), 8.5e4, 1e-4);
    line.u[0] = line.u[3] = 8e4;
    EXPECT_EQ(line.step(), status::kRATE_LIMITED);
    EXPECT_NEAR(line.out("force"), 8.3e4, 1e-4);
    EXPECT_EQ(line.run.state().statistics().rate_limited, 3u);
  }
}

TEST(LineFilm, BadInputsAreHeld) {
  Line line(line_film()), calm(line_film());
  for (int k = 0; k < 5; ++k) {
    (void)line.step();
    (void)calm.step();
  }
  for (const Real bad : {kNaN, Real(1e300), Real(-1), Real(0)}) {
    for (int k = 0; k < 6; ++k) {
      const Real kept = line.u[k];
      line.u[k] = bad;
      EXPECT_EQ(line.step(), status::kHELD) << bad << " as input " << k;
      EXPECT_EQ(calm.step(), status::kOk);
      EXPECT_EQ(line.y, calm.y);
      line.u[k] = kept;
    }
  }
}

TEST(LineFilm, TellsHowFarInputsAreOutsideOfTheTraining) {
  Line line(line_film());
  line.u[1] = line.u[4] = 5.5;  // trained 3..5
  EXPECT_EQ(line.step(), status::kOUTSIDE_TRAINING);
  EXPECT_NEAR(line.out("distance.entrainment"), 0.25, 1e-12);
  EXPECT_EQ(line.out("distance.load"), 0);
  line.u[1] = line.u[4] = 2.5;
  EXPECT_EQ(line.step(), status::kOUTSIDE_TRAINING);
  EXPECT_NEAR(line.out("distance.entrainment"), 0.25, 1e-12);
  line.u[1] = line.u[4] = 5.0;
  EXPECT_EQ(line.step(), status::kOk);
}

TEST(LineFilm, ThickerOilAndFasterBodiesOpenTheGap) {
  Line line(line_film());
  const auto settled = [&](int input, Real value) {
    line.reset();
    line.u[input] = line.u[3 + input] = value;
    for (int k = 0; k < 200; ++k) (void)line.step();
    return line.out("h_central");
  };
  const Real plain = settled(0, 8e4), thick = settled(2, 1.3), fast = settled(1, 4.8);
  // h ~ (eta u)^0.6..0.7 in every regression of line contacts
  EXPECT_GT(thick, plain * std::pow(1.3, 0.5));
  EXPECT_LT(thick, plain * std::pow(1.3, 0.8));
  EXPECT_GT(fast, plain * std::pow(1.2, 0.5));
  EXPECT_LT(fast, plain * std::pow(1.2, 0.8));
}

TEST(LineFilm, FailedStepIsRepeatedWithHalfSteps) {
  ReducedFilm film = line_film();
  film.bases[0].iterations = 1;
  film.bases[0].step_limit = 0.03;  // a single correction must not be larger
  film.load_slope = 0;
  Line line(film);
  for (int k = 0; k < 3; ++k) ASSERT_EQ(line.step(8e4), status::kOk);
  EXPECT_EQ(line.step(1.05e5), status::kREPEATED);
  EXPECT_NEAR(line.out("force"), 1.05e5, 1e-3) << "the repetition found the film";
  EXPECT_EQ(line.run.state().statistics().repeated, 1u);
  EXPECT_EQ(line.run.state().statistics().rolled_back, 0u);
}

// However far the failed attempt came.
TEST(LineFilm, RepetitionStartsFromWhatWasCommitted) {
  ReducedFilm film = line_film();
  film.bases[0].step_limit = 0.012;  // two corrections are too few
  film.load_slope = 0;
  film.bases[0].iterations = 1;
  Line near(film);
  film.bases[0].iterations = 2;
  Line far(film);
  for (int k = 0; k < 3; ++k) ASSERT_EQ(near.step(8e4), status::kOk);
  ASSERT_EQ(near.run.model().arena_bytes(), far.run.model().arena_bytes());
  std::memcpy(static_cast<void*>(&far.run.state()), &near.run.state(),
              near.run.model().arena_bytes());
  far.run.state().fingerprint_ = far.run.model().view().fingerprint;  // of the other file
  std::copy(near.u, near.u + 6, far.u);
  ASSERT_EQ(near.step(1.05e5), status::kREPEATED);
  ASSERT_EQ(far.step(1.05e5), status::kREPEATED);
  EXPECT_EQ(near.y, far.y);
}

TEST(LineFilm, StepWithoutResultIsRolledBack) {
  ReducedFilm film = line_film();
  film.guard = 1e-9;  // every correction that matters is a failure
  film.load_slope = 0;
  Line line(film);
  ASSERT_EQ(line.step() & status::kROLLED_BACK, 0u);
  const Instance& run = line.run;
  const auto memory = [&] {
    return hash_step(kFnvStart, run.model(), run.state(), line.y.data(), 0);
  };
  const std::uint64_t before = memory();
  constexpr Status kFailed = status::kREPEATED | status::kROLLED_BACK | status::kRECOVERING;
  EXPECT_EQ(line.step(9e4), kFailed);
  EXPECT_EQ(line.step(kNaN), kFailed | status::kHELD);
  EXPECT_EQ(memory(), before) << "state and outputs are those of the last good step";
  EXPECT_EQ(run.state().steps(), 3u);
  EXPECT_EQ(run.state().statistics().rolled_back, 2u);
  const ModelView& m = run.model().view();
  const auto* film_memory = run.state().at<unsigned char>(m.layout.film_history);
  EXPECT_EQ(std::memcmp(film_memory + m.film_layout.memory[0],
                        film_memory + m.film_layout.memory[1], m.film_layout.memory_bytes),
            0)
      << "the next step starts from what was committed";
  line.u[3] = 8e4;
  EXPECT_EQ(line.step(8e4), status::kRECOVERING) << "and it goes on from there";
}

TEST(LineFilm, CapAndDoubtAreTold) {
  ReducedFilm film = line_film();
  film.bases[0].iterations = 1;
  film.bases[0].tolerance = 1e-12;
  Line plain(film);
  (void)plain.step(8.1e4);
  const double residual = plain.out("residual");
  film.bases[0].residual_scale = residual / 5;
  Line line(film);
  const Status st = line.step(8.1e4);
  EXPECT_TRUE(st & status::kCAPPED);
  EXPECT_TRUE(st & status::kUNTRUSTED);
  EXPECT_GT(line.out("residual"), film.trust_limit);
  EXPECT_EQ(line.run.state().statistics().untrusted, 1u);
  // ten times the largest residual of training is no solution
  film.bases[0].residual_scale = residual / 11;
  EXPECT_TRUE(Line(film).step(8.1e4) & status::kREPEATED);
}

TEST(LineFilm, ScenarioStartsFromItsOwnFilm) {
  const ReducedFilm film = line_film();
  FilmBakeOptions options = film_options(film, "line");
  gen::Vector initial = film.initial;
  initial[5] += 0.01;
  options.scenarios[0].initial_film = initial;
  options.scenarios[0].ramps = {{0, {0.0}, {9e4}}};
  Instance run(bake(film, options), "line");
  ScenarioPlayer player;
  ASSERT_TRUE(player.start(run.model(), 0, &run.state()));
  const ModelView& m = run.model().view();
  const Real* b = run.state().at<Real>(m.layout.film_history + m.film_layout.memory[0] +
                                       m.film_layout.unknowns);
  for (int k = 0; k < initial.size(); ++k) EXPECT_EQ(b[k], initial[k]);
  std::vector<Real> u(6), y(static_cast<std::size_t>(run.dims().outputs));
  player.next(run.model(), u.data());
  EXPECT_EQ(run.step(u.data(), y.data()), status::kOk)
      << "the load is 9e4 from the start, not ramped up from the default";
  EXPECT_NEAR(y[0], 9e4, 1e-4);
}

TEST(LineFilm, ProfileAgreesWithTheOutputs) {
  const ReducedFilm film = line_film();
  for (const gen::FilmScalar scalar : {gen::FilmScalar::float64, gen::FilmScalar::float32}) {
    Instance run(bake(film, film_options(film, "line", scalar)), "line");
    ScenarioPlayer player;
    ASSERT_TRUE(player.start(run.model(), 0, &run.state()));
    std::vector<Real> u(6), y(static_cast<std::size_t>(run.dims().outputs));
    for (int k = 0; k < 40; ++k) {
      player.next(run.model(), u.data());
      ASSERT_EQ(run.step(u.data(), y.data()) & status::kROLLED_BACK, 0u);
    }
    const std::size_t points = static_cast<std::size_t>(film.problem.x.size());
    std::vector<Real> p(points), h(points), x(points);
    ASSERT_EQ(film_profile(run.model(), run.state(), p.data(), h.data(), x.data()),
              static_cast<std::int32_t>(points));
    const Real tolerance = scalar == gen::FilmScalar::float64 ? 1e-10 : 1e-4;
    Real force = 0;
    for (std::size_t i = 1; i < points; ++i) force += 0.5 * (p[i] + p[i - 1]) * (x[i] - x[i - 1]);
    EXPECT_NEAR(force / y[0], 1, tolerance);
    EXPECT_NEAR(*std::min_element(h.begin(), h.end()) / y[3], 1, tolerance);
    EXPECT_NEAR(x.back(),
                film.problem.x[film.problem.x.size() - 1] * film.problem.scales.length *
                    std::sqrt(y[0] / film.problem.scales.load),
                tolerance * x.back());
    EXPECT_EQ(film_profile(run.model(), run.state(), nullptr, nullptr),
              static_cast<std::int32_t>(points));
  }
}

TEST(LineFilm, GoldenTraceNoticesEveryNumberOfTheFilm) {
  const ReducedFilm film = line_film();
  ReducedFilm other = film;
  other.initial[3] *= 1 + 1e-12;
  const Instance a(bake(film, film_options(film, "a")), "a");
  const Instance b(bake(other, film_options(other, "a")), "b");
  EXPECT_NE(hash_operators(a.model()), hash_operators(b.model()));
  Instance run(a.bytes(), "run");
  const SelfTest t = run_selftest(run.model(), run.state());
  EXPECT_TRUE(t.passed);
  EXPECT_TRUE(t.operators_match);
}

}  // namespace
}  // namespace mortise
