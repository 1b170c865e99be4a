// Errors of a reduced film against a full one, on traces made of formulas.
#include <gtest/gtest.h>

#include <cmath>

#include "generator/judge/certify/compare_films.hpp"

namespace mortise::gen {
namespace {

using Trace = std::vector<FilmSample>;

FilmSample line_sample(double t) {
  FilmSample s;
  s.time = t;
  s.force = 2.0 + t;
  s.p_central = 4.0 - t;
  s.h_central = 1.0 + 0.5 * t;
  s.h_min = 0.5;
  return s;
}

Trace line_trace(int count, double step) {
  Trace trace;
  for (int k = 0; k < count; ++k) trace.push_back(line_sample(step * k));
  return trace;
}

TEST(CompareFilms, EqualLinesHaveNoErrorWhateverTheirSteps) {
  const Measured e = compare_films(FilmKind::line, line_trace(11, 0.1), line_trace(5, 0.25));
  for (const double error : {e[Measure::force].value(), e[Measure::central_pressure].value(),
                             e[Measure::central_gap].value(), e[Measure::minimum_gap].value()})
    EXPECT_NEAR(error, 0.0, 1e-12);
  EXPECT_FALSE(e[Measure::restitution]);
}

TEST(CompareFilms, LinesAreComparedOverTheLargestValue) {
  Trace reduced = line_trace(11, 0.1);
  reduced[3].force += 0.03;
  reduced[9].p_central -= 0.2;
  reduced[5].h_central += 0.03;
  reduced[0].h_min -= 0.1;
  const Measured e = compare_films(FilmKind::line, reduced, line_trace(5, 0.25));
  EXPECT_NEAR(e[Measure::force].value(), 0.03 / 3.0, 1e-12);
  EXPECT_NEAR(e[Measure::central_pressure].value(), 0.2 / 4.0, 1e-12);
  EXPECT_NEAR(e[Measure::central_gap].value(), 0.03 / 1.5, 1e-12);
  EXPECT_NEAR(e[Measure::minimum_gap].value(), 0.1 / 0.5, 1e-12);
}

TEST(CompareFilms, WhatIsNotFiniteIsOverEveryLimit) {
  Trace reduced = line_trace(11, 0.1);
  reduced[4].h_min = std::nan("");
  const Measured e = compare_films(FilmKind::line, reduced, line_trace(5, 0.25));
  EXPECT_GT(e[Measure::minimum_gap].value(), 1e9);
  EXPECT_TRUE(std::isfinite(e[Measure::minimum_gap].value()));
}

// Two impacts of half a sine each; the second one after a flight of `flight`. The gap is 1 at the
// peaks and larger around them.
Trace impacts(double restitution, double flight, double gap_factor) {
  Trace trace;
  const double step = 0.002;
  for (int k = 0; k <= 2500; ++k) {
    FilmSample s;
    s.time = step * k;
    for (const double begin : {1.0, 2.0 + flight}) {
      const double phase = s.time - begin;
      if (phase > 0.0 && phase < 1.0) s.force = std::sin(M_PI * phase);
    }
    s.p_central = 2.0 * s.force;
    s.h_central = s.h_min = gap_factor * (2.0 - s.force);
    const double fall = 1.0;
    s.velocity = s.time < 1.5 ? -fall : restitution;
    if (s.time >= 2.0 + 0.5 * flight) s.velocity = -restitution;
    if (s.time >= 2.5 + flight) s.velocity = restitution * restitution;
    trace.push_back(s);
  }
  return trace;
}

TEST(CompareFilms, EqualImpactsHaveNoError) {
  const Trace t = impacts(0.6, 0.8, 1.0);
  const Measured e = compare_films(FilmKind::point, t, t);
  for (const double error : {e[Measure::force].value(), e[Measure::central_pressure].value(),
                             e[Measure::central_gap].value(), e[Measure::minimum_gap].value(),
                             e[Measure::restitution].value()})
    EXPECT_NEAR(error, 0.0, 1e-12);
}

TEST(CompareFilms, ImpactsAreComparedPointwiseWhileTheForceIsLarge) {
  const Measured e =
      compare_films(FilmKind::point, impacts(0.63, 0.8, 1.02), impacts(0.6, 0.8, 1.0));
  EXPECT_NEAR(e[Measure::central_gap].value(), 0.02, 1e-9);
  EXPECT_NEAR(e[Measure::minimum_gap].value(), 0.02, 1e-9);
  EXPECT_NEAR(e[Measure::restitution].value(), 0.05, 1e-9);
  EXPECT_NEAR(e[Measure::force].value(), 0.0, 1e-9);
}

// Behind an impact, its force gone, the ring of pressure meets on the axis.
TEST(CompareFilms, PressureIsComparedOverItsLargestValueWithinTheImpacts) {
  Trace full = impacts(0.6, 0.8, 1.0), reduced = full;
  for (Trace* trace : {&full, &reduced})
    for (FilmSample& s : *trace)
      if (s.time > 2.001 && s.time < 2.01) s.p_central = 100.0;
  for (FilmSample& s : reduced)
    if (s.time > 1.4 && s.time < 1.6) s.p_central += 0.02;
  const Measured e = compare_films(FilmKind::point, reduced, full);
  EXPECT_NEAR(e[Measure::central_pressure].value(), 0.01, 1e-6);
}

TEST(CompareFilms, ALaterImpactIsComparedFromItsOwnBeginning) {
  const Measured e =
      compare_films(FilmKind::point, impacts(0.6, 0.81, 1.0), impacts(0.6, 0.8, 1.0));
  EXPECT_LT(e[Measure::force].value(), 1e-3);
  EXPECT_LT(e[Measure::central_gap].value(), 1e-3);
}

TEST(CompareFilms, AMissingImpactIsAnError) {
  Trace once = impacts(0.6, 0.8, 1.0);
  for (FilmSample& s : once)
    if (s.time > 2.4) s.force = 0.0;
  const Measured e = compare_films(FilmKind::point, once, impacts(0.6, 0.8, 1.0));
  EXPECT_EQ(e[Measure::force].value(), 1.0);
  EXPECT_EQ(e[Measure::restitution].value(), 1.0);
}

}  // namespace
}  // namespace mortise::gen
