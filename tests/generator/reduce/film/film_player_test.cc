// The runtime's step with a basis of all nodes, its model packed in memory, is the full model's.
#include "generator/reduce/film/film_player.hpp"

#include <gtest/gtest.h>

#include "generator/ground/integrate/stepper.hpp"
#include "tests/generator/reduce/film/small_film.hpp"
#include "tests/robustness/film_models.hpp"

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

Vector pressure_of(const ReducedFilm& film, const FilmPlayer& player, double frame) {
  const Matrix& shapes = film.bases[0].pressure;
  return frame * (shapes * player.unknowns().head(shapes.cols()));
}

Vector gap_of(const ReducedFilm& film, const FilmPlayer& player, double frame) {
  const FilmProblemData& p = film.problem;
  Vector gap =
      frame * frame * p.geometry + p.compliance * (frame * pressure_of(film, player, frame));
  if (p.loaded) return gap.array() + player.unknowns()[film.bases[0].pressure.cols()];
  return gap + p.modes.shapes * player.q();
}

TEST(FilmPlayer, AllShapesAreTheFullLine) {
  const FilmContactSpec d = small_film("line_shock", 121, {"film.penalty=1e3"});
  ContactProblem full(d, nullptr);
  ReducedFilm film = film_of(d, &full, 0.05);
  const Vector z = full.initial_state();
  Stepper reference(&full.system(), &alexander());
  const FilmLayout& layout = full.system().layout();
  const auto at = [&](double T) {
    PlayedInputs in;
    in.load = full.load().value(T * full.scales().time);
    return in;
  };
  const auto frame = [&](double T) { return full.system().frame().scale(T); };
  Vector unknowns(120);
  unknowns << layout.unknowns(z).segment(1, 119) / frame(0.0), layout.approach(z);

  // all rows by their own T, and the whole grid
  for (const bool whole : {false, true}) {
    reference.reset(0.0, z);
    FilmPlayer reduced(film, whole);
    reduced.start(unknowns, Vector(), Vector(), at(0.0));
    for (int k = 0; k < 16; ++k) {  // through the ramp, 0.5 to 1
      ASSERT_TRUE(reference.attempt(0.05));
      reference.commit();
      ASSERT_TRUE(reduced.step(at(0.05 * (k + 1))));
    }
    EXPECT_NEAR(reduced.time(), reference.time(), 1e-12);
    const Vector P = layout.unknowns(reference.state()), H = layout.gap(reference.state());
    const double a = frame(reference.time());
    EXPECT_LT((pressure_of(film, reduced, a) - P).cwiseAbs().maxCoeff(), 1e-6);
    EXPECT_LT((gap_of(film, reduced, a) - H).cwiseAbs().maxCoeff(), 1e-7);
    const ReducedOutputs out = reduced.outputs();
    EXPECT_NEAR(out.minimum_gap, H.segment(1, 119).minCoeff(), 1e-7);
    EXPECT_NEAR(out.central_gap, full.grid().central(H), 1e-7);
    EXPECT_NEAR(out.central_pressure, full.grid().central(P), 1e-6);
    EXPECT_NEAR(out.force,
                0.5 * std::acos(-1.0) * full.load().value(0.8 * film.problem.scales.time), 1e-9);
  }
}

TEST(FilmPlayer, SteadyStateIsTheFullOne) {
  const FilmContactSpec d = small_film("line_shock", 121, {"film.penalty=1e3"});
  ContactProblem full(d, nullptr);
  const ReducedFilm film = film_of(d, &full, 0.05);
  const FilmUnknowns steady = full.steady(0.0);
  const double load = full.load().value(0.0), frame = std::sqrt(load);
  Vector guess(120);
  guess << 0.97 * steady.U.segment(1, 119) / frame, steady.approach + 0.02;
  const Vector found = SteadyPlayer(film).at({load, 1.0}, guess);
  EXPECT_LT((frame * found.head(119) - steady.U.segment(1, 119)).cwiseAbs().maxCoeff(), 1e-6);
  EXPECT_NEAR(found[119], steady.approach, 1e-6);
  // where it stays
  FilmPlayer player(film);
  const PlayedInputs still{load, 1.0, 1.0, 0.0};
  player.start(found, Vector(), Vector(), still);
  for (int k = 0; k < 20; ++k) ASSERT_TRUE(player.step(still));
  EXPECT_LT((player.unknowns() - found).cwiseAbs().maxCoeff(), 1e-8);
}

TEST(FilmPlayer, AllShapesAreTheFullImpact) {
  const FilmContactSpec d = small_film("sphere_impact", 61, {"film.penalty=1e3"});
  ContactProblem full(d, nullptr);
  const ReducedFilm film = film_of(d, &full, 0.02);
  const Vector z = full.initial_state();
  const FilmLayout& layout = full.system().layout();
  Stepper reference(&full.system(), &alexander());
  reference.reset(0.0, z);
  FilmPlayer reduced(film);
  const PlayedInputs still;
  reduced.start(Vector::Zero(60), layout.states(z).head(1), layout.states(z).tail(1), still);
  for (int k = 0; k < 150; ++k) {  // to the first peak of the pressure, about 150 us
    ASSERT_TRUE(reference.attempt(0.02));
    reference.commit();
    ASSERT_TRUE(reduced.step(still)) << k;
  }
  const Vector P = layout.unknowns(reference.state()), H = layout.gap(reference.state());
  EXPECT_GT(P.maxCoeff(), 0.5);  // there is something to compare
  EXPECT_LT((pressure_of(film, reduced, 1.0) - P).cwiseAbs().maxCoeff(), 1e-6);
  EXPECT_LT((gap_of(film, reduced, 1.0) - H).cwiseAbs().maxCoeff(), 1e-7);
  EXPECT_NEAR(reduced.v()[0], layout.states(reference.state())[1], 1e-7);
}

// Free flight is a parabola, which the scheme integrates exactly; the bodies land where the film
// is.
TEST(FilmPlayer, FliesAndLands) {
  const FilmContactSpec d = small_film("sphere_impact", 61);
  ContactProblem full(d, nullptr);
  ReducedFilm film = film_of(d, &full, 0.1);
  film.landing_gap = 1.0;
  const double g = film.problem.modes.constant[0];
  FilmPlayer reduced(film);
  const PlayedInputs still;
  reduced.start(Vector(), Vector::Constant(1, 1.5), Vector::Constant(1, -1.0), still);
  EXPECT_EQ(reduced.basis(), -1);
  double flown = 0.0;
  while (reduced.basis() < 0 && flown < 2.0) {
    ASSERT_TRUE(reduced.step(still));
    flown = reduced.time();
  }
  EXPECT_NEAR(reduced.q()[0], 1.5 - flown + 0.5 * g * flown * flown, 1e-12);
  EXPECT_EQ(reduced.basis(), 0);
  EXPECT_LE(reduced.q()[0], 1.0);
  EXPECT_GT(reduced.q()[0], 0.85);
  EXPECT_EQ(reduced.outputs().force, 0.0);
  // opening bodies do not land
  reduced.start(Vector(), Vector::Constant(1, 1.2), Vector::Constant(1, 1.0), still);
  for (int k = 0; k < 5; ++k) ASSERT_TRUE(reduced.step(still));
  EXPECT_EQ(reduced.basis(), -1);
}

// Bases take turns within a step, which tells the largest residual of them all over their scales:
// whatever these are, every basis has its own, and the film moves alike.
TEST(FilmPlayer, EveryBasisOfAStepHasItsOwnResidual) {
  ReducedFilm film = robustness::paced_film(1.001);
  for (ReducedBasis& basis : film.bases) {
    basis.rows.insert(basis.rows.end(), {3, 9});
    basis.watched = 2;
    basis.gap_share = 0.0;  // in ticks, of which any may be the last one of a basis
  }
  ReducedFilm scaled = film;
  scaled.bases[0].residual_scale = 1e-3;
  scaled.bases[1].residual_scale = 50.0;
  scaled.bases[2].residual_scale = 0.2;
  const FilmModes& m = film.problem.modes;
  const PlayedInputs fall{1.0, 1.0, 1.0, 9.81};
  FilmPlayer player(film), other(scaled);
  for (FilmPlayer* one : {&player, &other})
    one->start(Vector::Zero(film.bases[0].pressure.cols()), m.initial_q, m.initial_v, fall);
  int several = 0;
  for (int k = 0; k < 60; ++k) {
    ASSERT_TRUE(player.step(fall)) << k;
    ASSERT_TRUE(other.step(fall)) << k;
    EXPECT_EQ(player.outputs().force, other.outputs().force) << k;
    EXPECT_EQ(player.q(), other.q()) << k;
    int seen = 0;
    double largest = 0.0;
    for (std::size_t basis = 0; basis < 3; ++basis) {
      const double residual = player.residuals()[basis];
      EXPECT_NEAR(other.residuals()[basis], residual, 1e-12 * residual) << k;
      largest = std::max(largest, residual);
      seen += residual > 0.0 ? 1 : 0;
    }
    EXPECT_NEAR(player.residual(), largest, 1e-12 * largest) << k;
    several += seen > 1 ? 1 : 0;
  }
  EXPECT_GT(several, 0);
}

}  // namespace
}  // namespace mortise::gen
