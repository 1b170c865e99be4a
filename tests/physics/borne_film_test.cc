// Carried films that bodies bear: against the same film under a prescribed load, statics, the books
// of the energy, and what stands in beyond training.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "generator/ground/numbers/dice.hpp"
#include "tests/physics/squeeze_film.hpp"
#include "tests/robustness/film_models.hpp"

namespace mortise::test {
namespace {

using namespace gen;

constexpr double kWidth = 0.01, kReference = 1e5 * kWidth;  // [m], load of the film at share 1 [N]
constexpr double kLight = 1e-7;                             // follows its forces at once [kg]

// A mass on a rolling film, pressed with 80 % of its reference load and at rest.
struct Rolling {
  Assembly bodies;
  BakeOptions options;

  explicit Rolling(double mass, double tolerance = 0.2)
      : bodies(lumps({{mass, 0.0, 0.0}})), options(assembly_options(1e-6)) {
    film("track", 1.0, tolerance);
    options.step = options.films[0].film.step;
    bodies.force({-0.8 * kReference});
    bodies.input({-1.0});
    bodies.start({robustness::borne_opening()}, {0.0});
  }
  // side: along which it opens; clearance of undeformed bodies at x = 0
  void film(const std::string& name, double side, double tolerance, double clearance = 0.0) {
    AssemblyFilm oil = robustness::borne_film();
    oil.film.bases[0].tolerance = tolerance;
    FilmPlace place;
    place.film = static_cast<int>(options.films.size());
    place.opening = bodies.functional({side});
    place.clearance = clearance;
    place.width = kWidth;
    options.films.push_back(oil);
    place_film(&options.films.back(), &place);
    bodies.film(name, place);
  }
  void outputs(int film) {
    using Q = OutputQuantity;
    for (const Q q : {Q::film_force, Q::central_gap, Q::minimum_gap, Q::film_basis})
      bodies.system().outputs.push_back(
          {"film" + std::to_string(bodies.system().outputs.size()), "N", q, 0, film});
  }
};

struct Course {
  std::vector<std::vector<Real>> y;
  std::vector<Status> status;
  double passes = 0.0;  // mean
};

// more(k): force beyond 80 % after k steps [N].
template <class More>
Course run(const Rolling& rolling, int steps, const More& more) {
  Instance instance(bake(rolling.bodies.system(), rolling.options), "rolling");
  Course out;
  std::vector<Real> y(static_cast<std::size_t>(instance.dims().outputs));
  for (int k = 0; k < steps; ++k) {
    const Real u[] = {more(k), more(k + 1)};
    out.status.push_back(instance.step(u, y.data()));
    out.y.push_back(y);
    out.passes +=
        group_report(instance.model(), instance.state(), 0).iterations / static_cast<double>(steps);
  }
  return out;
}

// Shares of the reference load over steps of 1/20 unit: up, rest, down, rest.
double share_of(int k) {
  const auto ramp = [](double from, double to, double part) {
    return from + (to - from) * std::clamp(part, 0.0, 1.0);
  };
  return k < 60 ? ramp(0.8, 1.05, (k - 10) / 20.0) : ramp(1.05, 0.65, (k - 60) / 30.0);
}

// In [-1, 1], the same at every call.
Vector random_pushes(int count) {
  Dice dice(7);
  Vector all(count);
  for (double& x : all) x = dice.between(-1.0, 1.0);
  return all;
}

TEST(BorneFilm, ALightBodyPassesItsLoadOn) {
  Rolling rolling(kLight);
  rolling.outputs(0);
  const int steps = 160;
  const Course borne = run(rolling, steps, [](int k) { return (share_of(k) - 0.8) * kReference; });
  const ReducedFilm film = robustness::carried_film();
  FilmBakeOptions options = robustness::film_options(film, "loaded");
  options.hold = FilmHold::linear;
  Instance loaded(bake(film, options), "loaded");
  std::vector<Real> y(static_cast<std::size_t>(loaded.dims().outputs));
  for (int k = 0; k < steps; ++k) {
    const Real u[] = {1e5 * share_of(k), 4.0, 1.0, 1e5 * share_of(k + 1), 4.0, 1.0};
    loaded.step(u, y.data());
    const std::vector<Real>& b = borne.y[static_cast<std::size_t>(k)];
    EXPECT_NEAR(b[0], share_of(k + 1) * kReference, 2e-3 * kReference) << k;
    EXPECT_NEAR(b[1], y[2], 5e-3 * y[2]) << k;
    EXPECT_NEAR(b[2], y[3], 5e-3 * y[3]) << k;
    EXPECT_EQ(b[3], 0.0) << k;
  }
}

TEST(BorneFilm, RestsWhereItStarts) {
  Rolling rolling(0.02);
  rolling.outputs(0);
  const Course course = run(rolling, 200, [](int) { return 0.0; });
  for (const std::vector<Real>& y : course.y)
    EXPECT_NEAR(y[0], 0.8 * kReference, 5e-3 * kReference);
  const double last = course.y.back()[0];
  EXPECT_NEAR(last, 0.8 * kReference, 1e-3 * kReference);
  for (const Status st : course.status)
    EXPECT_EQ(st & (status::kUNTRUSTED | status::kREPEATED | status::kCAPPED), status::kOk);
  EXPECT_LE(course.passes, 1.1);
}

// Nothing that a step does makes energy, and the books say where it went.
TEST(BorneFilm, BooksClose) {
  Rolling rolling(0.02);
  rolling.bodies.start({robustness::borne_opening() + 3e-7}, {0.01});
  rolling.bodies.energy_outputs();
  Instance instance(bake(rolling.bodies.system(), rolling.options), "rolling");
  std::vector<Real> y(static_cast<std::size_t>(instance.dims().outputs));
  const double start = 0.5 * 0.02 * 0.01 * 0.01;
  for (int k = 0; k < 400; ++k) {
    ASSERT_EQ(instance.step(nullptr, y.data()) & status::kROLLED_BACK, status::kOk);
    EXPECT_NEAR(y[0] + y[1] + y[2] + y[4] + y[5], start + y[3], 1e-12 + 1e-6 * start) << k;
  }
}

// A stop takes what the film no longer does; one pass gives what many give.
TEST(BorneFilm, AStopBesideIt) {
  const auto course = [](double tolerance) {
    Rolling rolling(0.02, tolerance);
    rolling.bodies.stop("stop", {1.0}, 2e-7 - robustness::borne_opening(), 0.0);
    rolling.outputs(0);
    rolling.bodies.system().outputs.push_back({"stop", "N", OutputQuantity::contact_force, 0, 1});
    return run(rolling, 300, [](int k) { return std::min(k / 100.0, 1.0) * 0.3 * kReference; });
  };
  const Course once = course(0.2), often = course(1e-9);
  for (std::size_t k = 0; k < once.y.size(); ++k) {
    EXPECT_NEAR(once.y[k][0], often.y[k][0], 1e-3 * kReference) << k;
    EXPECT_NEAR(once.y[k][1], often.y[k][1], 1e-3 * often.y[k][1]) << k;
  }
  const std::vector<Real>& last = once.y.back();
  EXPECT_GT(last[4], 0.1 * kReference) << "the stop takes its share";
  EXPECT_NEAR(last[0] + last[4], 1.1 * kReference, 2e-3 * kReference);
  EXPECT_LT(once.passes, 1.5);
  EXPECT_GT(often.passes, 2.0);
}

// A body between two films, in one Newton: both alike until something pushes it, then the films
// differ by what does.
TEST(BorneFilm, TwoFilmsShareABody) {
  Rolling rolling(0.02);
  rolling.film("roof", -1.0, 0.2, 2 * robustness::borne_opening());
  rolling.bodies.force({0.0});
  rolling.outputs(0);
  rolling.outputs(1);
  const double pushed = 0.15 * kReference;
  const Course course =
      run(rolling, 600, [&](int k) { return pushed * std::clamp((k - 20) / 100.0, 0.0, 1.0); });
  double difference = 0.0;
  for (std::size_t k = 0; k < course.y.size(); ++k) {
    const std::vector<Real>& y = course.y[k];
    if (k < 20) {
      EXPECT_NEAR(y[1], y[5], 1e-6 * y[1]) << k;
    }
    if (k >= 300) difference += (y[0] - y[4]) / 300.0;
    EXPECT_EQ(course.status[k] & status::kROLLED_BACK, status::kOk);
  }
  EXPECT_NEAR(difference, pushed, 0.03 * pushed);
}

// Loads far beyond training: steady films stand in, the film is back when it has rested within.
TEST(BorneFilm, SteadyFilmsStandInBeyondTraining) {
  Rolling rolling(0.02);
  rolling.bodies.damping(Vector::Constant(1, 3e4));  // steady films have none
  rolling.outputs(0);
  const auto force = [](int k) {
    const double share =
        k < 100 ? 0.8 + 1.7 * k / 100.0 : std::max(0.8, 2.5 - 1.7 * (k - 100) / 200.0);
    return (share - 0.8) * kReference;
  };
  const Course course = run(rolling, 600, force);
  int stood_in = 0;
  for (std::size_t k = 0; k < course.y.size(); ++k) {
    EXPECT_EQ(course.status[k] & status::kROLLED_BACK, status::kOk) << k;
    const double pressed = 0.8 * kReference + force(static_cast<int>(k) + 1);
    EXPECT_NEAR(course.y[k][0], pressed, 0.25 * kReference) << k;
    EXPECT_GT(course.y[k][2], 0.0) << k;
    if (course.y[k][3] >= 0.0) continue;
    ++stood_in;
    EXPECT_NE(course.status[k] & status::kUNTRUSTED, status::kOk) << k;
  }
  EXPECT_GT(stood_in, 100);
  EXPECT_EQ(course.y.back()[3], 0.0);
  EXPECT_EQ(course.status.back() & status::kUNTRUSTED, status::kOk);
  EXPECT_NEAR(course.y.back()[0], 0.8 * kReference, 0.01 * kReference);
}

// A body that leaves the film falls back: nothing is held while they are apart, no step fails. A
// bounce on steady films is elastic but for the error of its steps, which takes energy as a whole;
// the corners of their force may give some in a single one.
TEST(BorneFilm, BodiesMayLeave) {
  Rolling rolling(0.02);
  rolling.bodies.start({robustness::borne_opening()}, {1.0});
  rolling.outputs(0);
  rolling.bodies.energy_outputs();
  rolling.bodies.system().outputs.push_back({"x", "m", OutputQuantity::displacement, 0, -1});
  const Course course = run(rolling, 4000, [](int) { return 0.0; });
  const auto energy = [](const std::vector<Real>& y) {
    return y[4] + 0.8 * kReference * (y.back() - robustness::borne_opening());
  };
  std::vector<double> flights;  // energy of each [J]
  bool apart = false;
  for (std::size_t k = 0; k < course.y.size(); ++k) {
    EXPECT_EQ(course.status[k] & status::kROLLED_BACK, status::kOk) << k;
    const bool was_apart = apart;
    apart = course.y[k][0] == 0.0;
    if (apart && !was_apart) flights.push_back(energy(course.y[k]));
  }
  ASSERT_GT(flights.size(), 10u);
  for (std::size_t k = 1; k < flights.size(); ++k)
    EXPECT_LE(flights[k], (1.0 + 1e-4) * flights[k - 1]) << k;
  EXPECT_LT(flights.back(), flights.front());
}

// Whatever pushes, with a stop beside it: finite, never rolled back, and flagged where no film is.
TEST(BorneFilm, BearsWhateverPushes) {
  const Vector random = random_pushes(3000);
  for (const double size : {0.5, 3.0, 30.0}) {
    Rolling rolling(0.02);
    rolling.bodies.stop("stop", {1.0}, 2e-6 - robustness::borne_opening(), 0.3);
    rolling.outputs(0);
    const Course course = run(rolling, 20000, [&](int k) {
      const int at = k / 7;
      const double share = (k % 7) / 7.0;
      return size * kReference * (random[at] + share * (random[at + 1] - random[at]));
    });
    int stood_in = 0;
    for (std::size_t k = 0; k < course.y.size(); ++k) {
      ASSERT_EQ(course.status[k] & status::kROLLED_BACK, status::kOk) << size << " " << k;
      for (const Real y : course.y[k]) ASSERT_TRUE(std::isfinite(y)) << size << " " << k;
      if (course.y[k][3] >= 0.0) continue;
      ++stood_in;
      ASSERT_NE(course.status[k] & status::kUNTRUSTED, status::kOk) << size << " " << k;
      ASSERT_GE(course.y[k][0], 0.0) << "steady films do not pull";
    }
    EXPECT_GT(stood_in, size > 1.0 ? 1000 : -1);
  }
}

}  // namespace
}  // namespace mortise::test
