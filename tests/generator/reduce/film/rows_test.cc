// The rows of the reduction against the equation they are taken from.
#include <gtest/gtest.h>

#include "generator/reduce/film/row_set.hpp"
#include "tests/generator/reduce/film/small_film.hpp"

namespace mortise::gen {
namespace {

struct RandomState {
  Vector P, H, start;
};

RandomState random_state(const FilmProblemData& p, unsigned seed) {
  const Eigen::Index n = p.x.size();
  RandomState s{random_vector(n, -0.05, 0.9, seed), random_vector(n, 0.05, 1.0, seed + 1),
                random_vector(n, 0.05, 1.0, seed + 2)};
  s.P[n - 1] = 0.0;
  if (p.first == 1) s.P[0] = 0.0;
  return s;
}

void expect_rows_of_reynolds(const FilmContactSpec& d, const FilmStage& stage) {
  ContactProblem full(d, nullptr);
  const FilmProblemData p = problem_data(d, &full, d.film.penalty);
  const FilmRowSet rows(p, all_rows(p));
  for (unsigned seed = 1; seed < 30; seed += 3) {
    const RandomState s = random_state(p, seed);
    StageTerms terms;
    terms.shift = stage.shift;
    terms.start = &s.start;
    terms.frame = stage.frame;
    terms.frame_rate = stage.frame_rate;
    Vector expected, f;
    full.reynolds()->residual(s.P, s.H, terms, &expected);
    rows.evaluate(rows.gather(s.P), rows.gather(s.H), stage, s.start.segment(p.first, p.unknowns),
                  &f, nullptr, nullptr);
    const Vector mine = f.cwiseProduct(Vector(p.rows.cell(rows.rows())));
    for (int k = 0; k < p.unknowns; ++k) {
      EXPECT_NEAR(mine[k], expected[p.first + k], 1e-11 * (1.0 + std::abs(expected[p.first + k])))
          << "node " << p.first + k;
    }
  }
}

FilmStage stage_with(double frame, double rate, double speed, double viscosity, double shift) {
  return {{frame, rate, speed, viscosity}, shift};
}

TEST(FilmRows, LineInTheMovingFrame) {
  // the wind stays from the left over the whole grid
  expect_rows_of_reynolds(small_film("line_shock", 61), stage_with(0.9, 0.2, 1.0, 1.0, 40.0));
}

TEST(FilmRows, SpeedAndViscosityFactor) {
  FilmContactSpec d = small_film("line_shock", 61);
  d.entrainment = 0.8 * d.reference_speed;
  d.lubricant.viscosity_factor = 1.2;
  expect_rows_of_reynolds(d, stage_with(1.0, -0.1, 0.8, 1.2, 25.0));
}

TEST(FilmRows, GradedGrid) {
  FilmContactSpec d = small_film("line_shock", 61);
  d.grid.refine = {{0.9, 4.0, 0.3}, {-1.0, 2.0, 0.5}};
  expect_rows_of_reynolds(d, stage_with(1.0, 0.0, 1.0, 1.0, 10.0));
}

TEST(FilmRows, AroundAnAxis) {
  expect_rows_of_reynolds(small_film("sphere_impact", 41), stage_with(1.0, 0.0, 0.0, 1.0, 100.0));
}

TEST(FilmRows, WindThatTurnsStaysWithTheValuesFromTheLeft) {
  const FilmContactSpec d = small_film("line_shock", 61);
  const FilmProblemData p = problem_data(d, 0.0, nullptr);
  const FilmRowSet rows(p, all_rows(p));
  // u - a' x < 0 left of x = -2: the content of a uniform film without pressure is still carried
  // nowhere, and a slope y = x gives -wind exactly
  const FilmStage stage = stage_with(1.0, -0.5, 1.0, 1.0, 0.0);
  const Vector P = Vector::Zero(61), H = 10.0 + p.x.array();
  Vector f;
  rows.evaluate(rows.gather(P), rows.gather(H), stage, Vector::Zero(59), &f, nullptr, nullptr);
  for (int k = 0; k < 59; ++k) EXPECT_NEAR(f[k], -(1.0 + 0.5 * p.x[k + 1]), 1e-11);
}

TEST(FilmRows, JacobianIsTheDerivative) {
  for (const char* name : {"line_shock", "sphere_impact"}) {
    const FilmProblemData p = problem_data(small_film(name, 41), 1e3, nullptr);
    const FilmRowSet rows(p, {p.first, p.first + 1, 7, 20, p.first + p.unknowns - 1});
    RandomState s = random_state(p, 5);
    s.P[0] = s.P[40] = 0.1;  // a difference across P = 0 would see its kink
    const FilmStage stage = stage_with(0.9, 0.1, p.loaded ? 1.0 : 0.0, 1.1, 30.0);
    const Vector start = Vector::Constant(rows.size(), 0.3);
    const auto P = rows.gather(s.P), H = rows.gather(s.H);
    Vector f;
    FilmRowSet::Stencil by_P, by_H;
    rows.evaluate(P, H, stage, start, &f, &by_P, &by_H);
    const auto difference = [&](const FilmRowSet::Stencil& dP, const FilmRowSet::Stencil& dH) {
      Vector up, down;
      rows.evaluate(P + dP, H + dH, stage, start, &up, nullptr, nullptr);
      rows.evaluate(P - dP, H - dH, stage, start, &down, nullptr, nullptr);
      return Vector((up - down) / 2e-6);
    };
    const FilmRowSet::Stencil none = FilmRowSet::Stencil::Zero(rows.size(), 4);
    for (int k = 0; k < 4; ++k) {
      FilmRowSet::Stencil one = none;
      one.col(k) = 1e-6;
      const Vector dP = difference(one, none), dH = difference(none, one);
      for (Eigen::Index j = 0; j < rows.size(); ++j) {
        EXPECT_NEAR(by_P(j, k), dP[j], 1e-5 * (1.0 + by_P.row(j).abs().maxCoeff())) << name << k;
        EXPECT_NEAR(by_H(j, k), dH[j], 1e-5 * (1.0 + by_H.row(j).abs().maxCoeff())) << name << k;
      }
    }
  }
}

}  // namespace
}  // namespace mortise::gen
