// The reduced step with a basis of all nodes is the full model's.
#include "generator/reduce/film/reduced_stepper.hpp"

#include <gtest/gtest.h>

#include "generator/ground/integrate/stepper.hpp"
#include "generator/reduce/film/inputs.hpp"
#include "generator/reduce/film/reduce_film.hpp"
#include "tests/generator/reduce/film/small_film.hpp"

namespace mortise::gen {
namespace {

ReducedFilm film_of(const FilmContactSpec& d, ContactProblem* full, double step) {
  ReducedFilm film;
  film.problem = problem_data(d, full, d.film.penalty);
  film.bases.push_back(whole_basis(film.problem));
  film.step = step * film.problem.scales.time;
  film.gap_floor = 1e-8;
  return film;
}

ReducedDriveFunction drive_of(ContactProblem* full) {
  return [full](double T) {
    ReducedDrive d;
    const double w = full->load().value(T * full->scales().time);
    d.frame = full->system().frame().scale(T);
    d.frame_rate = full->system().frame().rate(T);
    d.load = reduced_load(w, d.frame);
    d.speed = 1.0;
    return d;
  };
}

TEST(ReducedStepper, AllShapesAreTheFullLine) {
  const FilmContactSpec d = small_film("line_shock", 121, {"film.penalty=1e3"});
  ContactProblem full(d, nullptr);
  ReducedFilm film = film_of(d, &full, 0.05);
  const Vector z = full.initial_state();
  Stepper reference(&full.system(), &alexander());
  reference.reset(0.0, z);
  const FilmLayout& layout = full.system().layout();
  const ReducedDriveFunction drive = drive_of(&full);
  const double a = drive(0.0).frame;
  Vector unknowns(120);
  unknowns << layout.unknowns(z).segment(1, 119) / a, layout.approach(z);

  // all rows by their own T, and the whole grid
  for (const bool whole : {false, true}) {
    reference.reset(0.0, z);
    ReducedStepper reduced(&film, whole);
    reduced.start(unknowns, Vector(), Vector(), drive(0.0));
    for (int k = 0; k < 16; ++k) {  // through the ramp, 0.5 to 1
      ASSERT_TRUE(reference.attempt(0.05));
      reference.commit();
      ASSERT_TRUE(reduced.step(drive));
    }
    EXPECT_NEAR(reduced.time(), reference.time(), 1e-12);
    const Vector P = layout.unknowns(reference.state()), H = layout.gap(reference.state());
    EXPECT_LT((reduced.pressure() - P).cwiseAbs().maxCoeff(), 1e-6);
    EXPECT_LT((reduced.gap() - H).cwiseAbs().maxCoeff(), 1e-7);
    const ReducedOutputs out = reduced.outputs();
    EXPECT_NEAR(out.minimum_gap, H.segment(1, 119).minCoeff(), 1e-7);
    EXPECT_NEAR(out.central_gap, full.grid().central(H), 1e-7);
    EXPECT_NEAR(out.central_pressure, full.grid().central(P), 1e-6);
    EXPECT_NEAR(out.force,
                0.5 * std::acos(-1.0) * full.load().value(0.8 * film.problem.scales.time), 1e-9);
  }
}

TEST(ReducedStepper, SteadyStateIsTheFullOne) {
  const FilmContactSpec d = small_film("line_shock", 121, {"film.penalty=1e3"});
  ContactProblem full(d, nullptr);
  const ReducedFilm film = film_of(d, &full, 0.05);
  const FilmUnknowns steady = full.steady(0.0);
  const ReducedDrive at = drive_of(&full)(0.0);
  Vector guess(120);
  guess << 0.97 * steady.U.segment(1, 119) / at.frame, steady.approach + 0.02;
  const Vector found =
      steady_reduced(film.problem, film.bases[0], guess, at.frame, at.load, 1.0, false);
  EXPECT_LT((at.frame * found.head(119) - steady.U.segment(1, 119)).cwiseAbs().maxCoeff(), 1e-6);
  EXPECT_NEAR(found[119], steady.approach, 1e-6);
}

TEST(ReducedStepper, AllShapesAreTheFullImpact) {
  const FilmContactSpec d = small_film("sphere_impact", 61, {"film.penalty=1e3"});
  ContactProblem full(d, nullptr);
  const ReducedFilm film = film_of(d, &full, 0.02);
  const Vector z = full.initial_state();
  const FilmLayout& layout = full.system().layout();
  Stepper reference(&full.system(), &alexander());
  reference.reset(0.0, z);
  ReducedStepper reduced(&film);
  const ReducedDrive still;
  reduced.start(Vector::Zero(60), layout.states(z).head(1), layout.states(z).tail(1), still);
  for (int k = 0; k < 150; ++k) {  // to the first peak of the pressure, about 150 us
    ASSERT_TRUE(reference.attempt(0.02));
    reference.commit();
    ASSERT_TRUE(reduced.step([&](double) { return still; })) << k;
  }
  const Vector P = layout.unknowns(reference.state()), H = layout.gap(reference.state());
  EXPECT_GT(P.maxCoeff(), 0.5);  // there is something to compare
  EXPECT_LT((reduced.pressure() - P).cwiseAbs().maxCoeff(), 1e-6);
  EXPECT_LT((reduced.gap() - H).cwiseAbs().maxCoeff(), 1e-7);
  EXPECT_NEAR(reduced.outputs().velocity, layout.states(reference.state())[1], 1e-7);
}

// Free flight is a parabola, which the scheme integrates exactly; the bodies land where the film
// is.
TEST(ReducedStepper, FliesAndLands) {
  const FilmContactSpec d = small_film("sphere_impact", 61);
  ContactProblem full(d, nullptr);
  ReducedFilm film = film_of(d, &full, 0.1);
  film.landing_gap = 1.0;
  const double g = film.problem.modes.constant[0];
  ReducedStepper reduced(&film);
  reduced.start_flight(Vector::Constant(1, 1.5), Vector::Constant(1, -1.0));
  EXPECT_EQ(reduced.basis(), -1);
  const auto drive = [](double) { return ReducedDrive(); };
  double flown = 0.0;
  while (reduced.basis() < 0 && flown < 2.0) {
    ASSERT_TRUE(reduced.step(drive));
    flown = reduced.time();
  }
  EXPECT_NEAR(reduced.point().q[0], 1.5 - flown + 0.5 * g * flown * flown, 1e-12);
  EXPECT_EQ(reduced.basis(), 0);
  EXPECT_LE(reduced.point().q[0], 1.0);
  EXPECT_GT(reduced.point().q[0], 0.85);
  EXPECT_EQ(reduced.outputs().force, 0.0);
  // opening bodies do not land
  ReducedStepper leaving(&film);
  leaving.start_flight(Vector::Constant(1, 1.2), Vector::Constant(1, 1.0));
  for (int k = 0; k < 5; ++k) ASSERT_TRUE(leaving.step(drive));
  EXPECT_EQ(leaving.basis(), -1);
}

}  // namespace
}  // namespace mortise::gen
