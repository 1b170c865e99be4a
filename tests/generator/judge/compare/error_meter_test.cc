// How far a run of a film is from a full one.
#include <gtest/gtest.h>

#include <cmath>

#include "generator/judge/compare/film_errors.hpp"

namespace mortise::gen {
namespace {

FilmRun two_samples() {
  FilmRun run;
  run.trace = {{0.0, 10.0, 100.0, 0.0, 4.0, 2.0, 0.0}, {1.0, 20.0, 200.0, 0.0, 2.0, 1.0, 0.0}};
  return run;
}

TEST(ErrorMeter, LineContactsAreJudgedByTheLargestValues) {
  const FilmRun full = two_samples();
  ErrorMeter meter(&full, FilmKind::line);
  meter.add({0.5, 15.0, 152.0, 0.0, 3.0, 1.5, 0.0});
  EXPECT_NEAR(meter.worst().central_pressure, 0.01, 1e-14);
  EXPECT_NEAR(meter.worst().film(), 0.0, 1e-14);
  const FilmErrors now = meter.add({1.0, 20.0, 200.0, 0.0, 2.4, 0.8, 0.0});
  EXPECT_NEAR(now.central_gap, 0.1, 1e-14);
  EXPECT_NEAR(now.minimum_gap, 0.1, 1e-14);
  meter.add({2.0, 0.0, 0.0, 0.0, 9.0, 9.0, 0.0});  // beyond the end
  EXPECT_NEAR(meter.worst().film(), 0.1, 1e-14);
  EXPECT_NEAR(meter.worst().central_pressure, 0.01, 1e-14);
  // what is no number is no small error
  meter.add({0.5, 15.0, std::nan(""), 0.0, 3.0, 1.5, 0.0});
  meter.add({0.6, 16.0, 160.0, 0.0, 2.8, 1.4, 0.0});
  EXPECT_TRUE(std::isnan(meter.worst().central_pressure));
}

TEST(ErrorMeter, ImpactsAreJudgedPointwiseWhileTheyLast) {
  FilmRun full;
  for (int k = 0; k <= 10; ++k) {
    FilmSample s;
    s.time = k;
    s.force = k < 2 || k > 8 ? 0.0 : 100.0;
    s.h_central = s.h_min = 1.0 + k;
    s.p_central = k > 9 ? 5000.0 : 50.0;
    full.trace.push_back(s);
  }
  ErrorMeter meter(&full, FilmKind::point);
  FilmSample off = full.trace[1];
  off.h_central = 7.0;
  meter.add(off);
  off = full.trace[10];
  off.h_central = 7.0;
  meter.add(off);
  EXPECT_EQ(meter.worst().film(), 0.0);
  off = full.trace[4];
  off.h_central *= 1.02;
  off.force = 99.0;
  off.p_central = 50.5;
  meter.add(off);
  EXPECT_NEAR(meter.worst().central_pressure, 0.01, 1e-14);  // no spike behind it counts
  EXPECT_NEAR(meter.worst().film(), 0.02, 1e-14);
  EXPECT_NEAR(meter.worst().force, 0.01, 1e-14);
}

}  // namespace
}  // namespace mortise::gen
