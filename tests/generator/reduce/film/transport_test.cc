// Films that are carried: the line of deposits, the elastic contact, and the whole against the full
// film and against the runtime.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "generator/bake/film/bake_film.hpp"
#include "generator/bake/play/instance.hpp"
#include "generator/reduce/film/reduce_film.hpp"
#include "generator/reduce/film/spline.hpp"
#include "generator/reduce/film/transport_stepper.hpp"
#include "generator/reduce/train/record_run.hpp"
#include "generator/simulate/film/simulate.hpp"
#include "tests/generator/reduce/film/prescribed_drive.hpp"
#include "tests/generator/reduce/film/small_film.hpp"
#include "tests/robustness/film_models.hpp"

namespace mortise::gen {
namespace {

TEST(DepositLine, CarriesStraightAndMonotoneFilms) {
  DepositLine line(40, 0.0, 0.1, 1.0);
  // the film that enters grows with time, a kink between
  const auto entered = [](double time) { return 1.0 + (time < 1.0 ? 0.0 : 0.3 * (time - 1.0)); };
  const double speed = 0.8, step = 0.125;
  for (int k = 1; k <= 20; ++k) line.deposit(speed * step, 0.0, entered(k * step));
  const double now = 20 * step;
  double before = 1e9;
  for (double x = 0.0; x < 2.2; x += 0.013) {
    double share = -1.0;
    const double y = line.at(x, 0.0, -0.05, 9.0, &share), wanted = entered(now - x / speed);
    EXPECT_NEAR(y, wanted, std::abs(now - x / speed - 1.0) < 1.01 * step ? 6e-3 : 1e-12) << x;
    EXPECT_LE(y, before + 1e-15);
    EXPECT_EQ(share, 0.0);
    before = y;
  }
}

TEST(DepositLine, TellsItsDerivativeForTheFilmThatEnters) {
  const DepositLine line(8, 0.0, 0.1, 1.0);
  double share = 0.0;
  const double low = line.at(0.05, 0.2, 0.02, 1.4, &share);
  const double high = line.at(0.05, 0.2, 0.02, 1.4 + 1e-6, nullptr);
  EXPECT_NEAR((high - low) / 1e-6, share, 1e-8);
  EXPECT_NEAR(share, (0.2 - 0.05) / (0.2 - 0.02), 1e-12);
}

TEST(Spline, IsExactForCubics) {
  const Vector knots = Vector::LinSpaced(9, -1.0, 1.0), places = Vector::LinSpaced(31, -1.0, 1.0);
  const auto cubic = [](double x) { return 0.3 - x + 2.0 * x * x - 0.7 * x * x * x; };
  const Vector found = spline_weights(knots, places) * knots.unaryExpr(cubic);
  EXPECT_LT((found - Vector(places.unaryExpr(cubic))).cwiseAbs().maxCoeff(), 1e-13);
}

// The line shock on a coarse grid, every node of inlet and outlet a shape: what is left is the
// formulation.
FilmContactSpec coarse_shock(int points, std::vector<std::string> more = {}) {
  more.emplace_back("film.upwind=third_order");
  more.emplace_back("film.penalty=1e3");
  return small_film("line_shock", points, more);
}

constexpr double kSoftness = 0.03;  // a H^ rho'/rho in the middle of the contact

TEST(TransportStepper, StandsWhereTheFullFilmStands) {
  const FilmContactSpec d = coarse_shock(401);
  const ReducedFilm film = robustness::carried_film(d, {-0.87, -0.8, 0.85}, kSoftness, 28);
  ContactProblem full(d, nullptr);
  const FilmSample truth =
      full.sample(0.0, full.system().state_of(full.steady(0.0), Vector()), nullptr, 0.0);
  TransportStepper stepper(&film);
  ASSERT_TRUE(stepper.start(film.initial, prescribed_drive(d, film.problem.scales)(0.0)));
  const ReducedOutputs out = stepper.outputs();
  EXPECT_NEAR(out.force, d.load.base * std::acos(-1.0) / 2, 1e-9) << "the load is carried";
  EXPECT_NEAR(out.central_gap * film.problem.scales.film / truth.h_central, 1.0, 0.01);
  EXPECT_NEAR(out.minimum_gap * film.problem.scales.film / truth.h_min, 1.0, 0.02);
  EXPECT_NEAR(out.central_pressure * film.problem.scales.pressure / truth.p_central, 1.0, 0.005);
}

// Kinks on steps: the film that enters is of second order in time, and follows the full one.
TEST(TransportStepper, FollowsAShockInSecondOrder) {
  const FilmContactSpec d =
      coarse_shock(201, {"step.size=1.3093541930904345e-6", "duration=1.7022e-4"});
  const ReducedFilm film = robustness::carried_film(d, {-0.87, -0.8, 0.85}, kSoftness, 28);
  const ReducedDriveFunction drive = prescribed_drive(d, film.problem.scales);
  std::vector<ReducedOutputs> followed;
  const auto entered = [&](double step, bool keep) {
    TransportStepper stepper(&film);
    EXPECT_TRUE(stepper.start(film.initial, drive(0.0)));
    double sum = 0.0;
    for (int k = 0; k < std::lround(0.8 / step); ++k) EXPECT_TRUE(stepper.step(drive, step));
    sum = stepper.unknowns()[stepper.unknowns().size() - 1];
    for (int k = 0; keep && k < std::lround(1.8 / step); ++k) {
      EXPECT_TRUE(stepper.step(drive, step));
      followed.push_back(stepper.outputs());
    }
    return sum;
  };
  const double coarse = entered(0.1, false), middle = entered(0.05, false),
               fine = entered(0.025, true), finest = entered(0.0125, false);
  EXPECT_LT(std::abs(fine - finest), std::abs(coarse - middle) / 4.0);
  const FilmRun full = simulate_film(d, {}, nullptr);
  double worst = 0.0, largest = 0.0;
  for (const FilmSample& s : full.trace) {
    const double time = s.time / film.problem.scales.time - 0.8;
    const auto k = static_cast<std::size_t>(std::lround(time / 0.025)) - 1;
    if (time < 0.1 || k >= followed.size()) continue;
    largest = std::max(largest, s.h_central);
    worst =
        std::max(worst, std::abs(followed[k].central_gap * film.problem.scales.film - s.h_central));
  }
  ASSERT_GT(largest, 0.0);
  EXPECT_LT(worst, 0.05 * largest) << "201 nodes smear the front of the full film";
}

// The runtime's step in double precision is this one.
TEST(TransportStepper, IsWhatTheRuntimeSteps) {
  const ReducedFilm film = robustness::carried_film();
  FilmBakeOptions options = robustness::film_options(film, "carried");
  options.hold = FilmHold::linear;
  Instance run(bake(film, options), "carried");
  TransportStepper stepper(&film);
  const double w = film.problem.scales.load, step = film.step / film.problem.scales.time;
  const auto driven = [&](double load, double rate, double speed, double viscosity) {
    ReducedDrive d;
    d.frame = std::sqrt(load);
    d.frame_rate = 0.5 * rate / d.frame;
    d.load = std::acos(-1.0) / 2;
    d.speed = speed;
    d.viscosity_factor = viscosity;
    return d;
  };
  ASSERT_TRUE(stepper.start(film.initial, driven(0.8, 0.0, 1.0, 1.0)));
  double load = 0.8, speed = 1.0, viscosity = 1.0, worst = 0.0;
  const Vector random = random_vector(600, -1.0, 1.0, 4);
  std::vector<Real> y(static_cast<std::size_t>(run.dims().outputs));
  for (int k = 0; k < 200; ++k) {
    const double next = std::clamp(load + 0.025 * random[3 * k], 0.6, 1.1);
    const double faster = std::clamp(speed + 0.02 * random[3 * k + 1], 0.8, 1.2);
    const double thinner = std::clamp(viscosity + 0.02 * random[3 * k + 2], 0.8, 1.2);
    const Real u[] = {w * load, 4.0 * speed, viscosity, w * next, 4.0 * faster, thinner};
    ASSERT_EQ(run.step(u, y.data()) & status::kROLLED_BACK, 0u) << k;
    const double from = stepper.time(), rate = (next - load) / step;
    ASSERT_TRUE(stepper.step(
        [&](double t) {
          const double share = (t - from) / step;
          return driven(load + rate * (t - from), rate, speed + share * (faster - speed),
                        viscosity + share * (thinner - viscosity));
        },
        step));
    const ReducedOutputs out = stepper.outputs();
    worst = std::max({worst, std::abs(y[0] / (out.force * film.problem.force) - 1.0),
                      std::abs(y[1] / (out.central_pressure * film.problem.scales.pressure) - 1.0),
                      std::abs(y[2] / (out.central_gap * film.problem.scales.film) - 1.0)});
    load = next;
    speed = faster;
    viscosity = thinner;
  }
  EXPECT_LT(worst, 3e-5) << "the combinations of samples that rows see are cut off";
}

// A film that has been trained within `reach` of its steady one alone.
struct NarrowFilm {
  NarrowFilm(double reach, double trust_limit) : NarrowFilm(narrowed(reach, trust_limit)) {}
  // One step from a load to the next, over the reference.
  Status step(double load, double next) {
    const Real u[] = {unit * load, 4.0, 1.0, unit * next, 4.0, 1.0};
    return run.step(u, y.data());
  }

  Instance run;
  double unit;
  std::vector<Real> y;

 private:
  explicit NarrowFilm(const ReducedFilm& film)
      : run(bake(film, options(film)), "carried"),
        unit(film.problem.scales.load),
        y(static_cast<std::size_t>(run.dims().outputs)) {}
  static ReducedFilm narrowed(double reach, double trust_limit) {
    ReducedFilm film = robustness::carried_film();
    film.transport.middle = film.initial.head(film.transport.middle.size());
    film.transport.reach.setConstant(reach);
    film.trust_limit = trust_limit;
    return film;
  }
  static FilmBakeOptions options(const ReducedFilm& film) {
    FilmBakeOptions options = robustness::film_options(film, "carried");
    options.hold = FilmHold::linear;
    return options;
  }
};

// Shapes far beyond training solve the rows and are no film: such steps take those of a steady
// film, and the film finds back to the one that training knows.
TEST(TransportStepper, AFilmFarBeyondTrainingIsNone) {
  NarrowFilm film(0.006, 2.0);
  double load = 0.8;
  Status seen = 0;
  const auto go = [&](double to, int steps) {
    const double rise = (to - load) / steps;
    for (int k = 0; k < steps; ++k, load += rise) {
      seen |= film.step(load, load + rise);
      ASSERT_TRUE(std::isfinite(film.y[2]));
    }
  };
  go(0.8, 600);
  EXPECT_EQ(seen & (status::kREPEATED | status::kUNTRUSTED), 0u);
  const double gap = film.y[2];
  go(1.1, 20);
  EXPECT_NE(seen & status::kREPEATED, 0u);
  EXPECT_NE(seen & status::kRECOVERING, 0u);
  go(0.8, 20);
  go(0.8, 600);
  seen = 0;
  go(0.8, 40);
  EXPECT_EQ(seen & (status::kREPEATED | status::kUNTRUSTED | status::kRECOVERING), 0u);
  EXPECT_NEAR(film.y[2], gap, 1e-4 * gap);
}

// A step that takes the film beyond its training is made again in halves, once: one that is there
// already goes on.
TEST(TransportStepper, AStepThatLeavesTrainingIsHalved) {
  NarrowFilm film(0.02, 1.0);
  bool trusted = true;
  int left = 0, stayed = 0;
  double load = 0.8;
  for (int k = 0; k < 120; ++k) {
    const double next = std::min(load + 0.005, 1.1);
    const Status st = film.step(load, next);
    ASSERT_EQ(st & status::kRECOVERING, 0u) << k;
    const bool beyond = (st & status::kUNTRUSTED) != 0, halved = (st & status::kREPEATED) != 0;
    if (!trusted || beyond) {
      EXPECT_EQ(halved, trusted) << k;
    }
    left += beyond && trusted;
    stayed += beyond && !trusted;
    trusted = !beyond;
    load = next;
  }
  EXPECT_GE(left, 1);
  EXPECT_GE(stayed, 5);
}

// Inlet and outlet leave their training while a front passes, and start anew; the contact between
// them goes on with what the line brings, in time.
TEST(TransportStepper, AFilmThatLosesItsOutletKeepsItsLine) {
  ReducedFilm film = robustness::carried_film();
  FilmBakeOptions options = robustness::film_options(film, "carried");
  options.hold = FilmHold::linear;
  Instance free(bake(film, options), "carried");
  const double w = film.problem.scales.load, step = film.step / film.problem.scales.time;
  const Eigen::Index shapes = film.transport.middle.size();
  TransportStepper stepper(&film);
  const auto resting = [&](double load) {
    ReducedDrive d;
    d.frame = std::sqrt(load);
    d.load = std::acos(-1.0) / 2;
    d.speed = 1.0;
    d.viscosity_factor = 1.0;
    EXPECT_TRUE(stepper.start(film.initial, d));
    for (int k = 0; k < 400; ++k) EXPECT_TRUE(stepper.step([&](double) { return d; }, step));
    return Vector(stepper.unknowns().head(shapes));
  };
  const Vector low = resting(0.8), high = resting(1.0);
  film.transport.middle = 0.5 * (low + high);
  film.transport.reach = (0.5 / 2.0 * (high - low).cwiseAbs()).cwiseMax(1e-3);
  film.trust_limit = 3.9;  // of both ends 2: they may stay
  Instance narrow(bake(film, options), "carried");
  std::vector<Real> wanted(static_cast<std::size_t>(free.dims().outputs)), y = wanted;
  Status seen = 0;
  double worst = 0.0;
  for (int k = 0; k < 1200; ++k) {
    const auto load = [&](int at) {
      return w * (0.8 + 0.2 * std::clamp((at - 40) / 10.0, 0.0, 1.0));
    };
    const Real u[] = {load(k), 4.0, 1.0, load(k + 1), 4.0, 1.0};
    EXPECT_EQ(free.step(u, wanted.data()) & status::kRECOVERING, 0u);
    seen |= narrow.step(u, y.data());
    EXPECT_NEAR(y[0] / wanted[0], 1.0, 1e-6) << k << ": the load is followed";
    worst = std::max(worst, std::abs(y[2] / wanted[2] - 1.0));
  }
  EXPECT_NE(seen & status::kRECOVERING, 0u);
  EXPECT_EQ(seen & status::kROLLED_BACK, 0u);
  EXPECT_LT(worst, 0.1);
  EXPECT_NEAR(y[2] / wanted[2], 1.0, 1e-4);
}

// Beyond what is trusted and short of failing: a film that rests there is not left there.
TEST(TransportStepper, AFilmThatRestsUntrustedStartsAnew) {
  NarrowFilm film(0.02, 1.0);
  Status rested = 0;
  for (int k = 0; k < 400; ++k) {
    const auto load = [](int at) { return 0.8 + 0.3 * std::clamp(at / 40.0, 0.0, 1.0); };
    const Status st = film.step(load(k), load(k + 1));
    if (k > 60) rested |= st;
  }
  EXPECT_EQ(rested & status::kREPEATED, 0u);
  EXPECT_NE(rested & status::kUNTRUSTED, 0u);
  EXPECT_NE(rested & status::kRECOVERING, 0u);
}

}  // namespace
}  // namespace mortise::gen
