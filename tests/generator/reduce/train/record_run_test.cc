// Snapshots are what their equations say: put back into them, nothing is left.
#include "generator/reduce/train/record_run.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "generator/contact/film/contact_problem.hpp"
#include "generator/ground/numbers/constants.hpp"
#include "generator/ground/text/error.hpp"
#include "generator/reduce/train/training_run.hpp"
#include "tests/generator/reduce/train/film_texts.hpp"

namespace mortise::gen {
namespace {

// Residual of Reynolds' equation at a snapshot, over its largest term, as a stage of any length.
double residual(ContactProblem* problem, const FilmSnapshots& s, Eigen::Index k, double shift,
                const Vector& H) {
  const Reynolds& law = *problem->reynolds();
  const Vector P = s.frame[k] * s.pressure.col(k);
  const Vector y = law.content(P, H);
  const Vector start = y - s.content_rate.col(k) / shift;
  StageTerms terms;
  terms.shift = shift;
  terms.start = &start;
  terms.frame = s.frame[k];
  terms.frame_rate = s.frame_rate[k];
  Vector f, squeeze;
  law.residual(P, H, terms, &f);
  const Vector rest = y;  // the same equation without its squeeze term
  terms.start = &rest;
  law.residual(P, H, terms, &squeeze);
  return f.cwiseAbs().maxCoeff() / std::max(1e-3, squeeze.cwiseAbs().maxCoeff());
}

TEST(RecordRun, LinesKeepSolvedStages) {
  const FilmCase run = training_run(small_line(), 1);
  const FilmSnapshots s = record_run(run, 3, {}, nullptr);
  ContactProblem problem(run, nullptr);
  // 40 steps at least, two stages each, every third one
  EXPECT_GE(s.count(), 27);
  EXPECT_LE(s.count(), 32);
  EXPECT_EQ(s.points(), 81);
  EXPECT_EQ(s.modal.rows(), 0);
  EXPECT_EQ(s.run, std::vector<int>(static_cast<std::size_t>(s.count()), 0));
  const GapEquations gap = *problem.system().gap().equations();
  const Vector weights = problem.grid().weights();
  bool moved = false;
  for (Eigen::Index k = 0; k < s.count(); ++k) {
    EXPECT_GT(s.time[k], k > 0 ? s.time[k - 1] : 0.0);
    const double a = s.frame[k];
    EXPECT_DOUBLE_EQ(a * a, s.load[k]);
    EXPECT_NEAR(weights.dot(s.pressure.col(k)), kPi / 2.0 * s.load[k] / (a * a), 1e-7);
    const Vector H =
        (a * a * (gap.geometry + gap.compliance * s.pressure.col(k))).array() + s.approach[k];
    for (const double shift : {1.0, 500.0}) EXPECT_LT(residual(&problem, s, k, shift, H), 1e-5);
    moved = moved || s.content_rate.col(k).cwiseAbs().maxCoeff() > 1e-2;
    EXPECT_EQ(s.speed[k], run.entrainment / run.reference_speed);
    EXPECT_EQ(s.viscosity_factor[k], run.lubricant.viscosity_factor);
  }
  EXPECT_TRUE(moved);
  const double ramp = run.load.times[1] - run.load.times[0];
  EXPECT_NEAR(s.largest_slope, 0.3 / ramp * problem.scales().time, 1e-9);
}

TEST(RecordRun, ImpactsKeepWhatMovesTheGap) {
  const FilmCase run = training_run(small_impact(), 2);
  const FilmSnapshots s = record_run(run, 2, {}, nullptr);
  ContactProblem problem(run, nullptr);
  ASSERT_EQ(s.modal.rows(), 1);
  const GapEquations gap = *problem.system().gap().equations();
  for (Eigen::Index k = 0; k < s.count(); ++k) {
    const Vector H = (gap.geometry + gap.compliance * s.pressure.col(k)).array() + s.modal(0, k);
    EXPECT_LT(residual(&problem, s, k, 100.0, H), 1e-5) << k;
    EXPECT_EQ(s.frame[k], 1.0);
    EXPECT_EQ(s.acceleration[k], run.impact.acceleration);
    EXPECT_EQ(s.approach[k], 0.0);
  }
  EXPECT_GT(s.pressure.maxCoeff(), 0.3);  // the impact was seen
}

TEST(RecordRun, AViscousLubricantFollowsItsFactor) {
  FilmCase thin = training_run(small_line(), 0), thick = thin;
  thick.lubricant.viscosity *= 1.5;
  thin.lubricant.viscosity_factor *= 1.5;
  thin.lubricant.viscosity_law = thick.lubricant.viscosity_law = ViscosityLaw::barus;
  const FilmSnapshots a = record_run(thin, 9, {}, nullptr), b = record_run(thick, 9, {}, nullptr);
  // the same film: the factor is all that the scales leave of the viscosity
  EXPECT_LT((a.pressure - b.pressure).cwiseAbs().maxCoeff(), 1e-9);
}

TEST(RecordRun, AnEarlyStopIsAnError) {
  FilmCase run = training_run(small_impact(), 0);
  run.step.smallest = run.step.size = 2e-5;
  try {
    record_run(run, 1, {}, nullptr);
    FAIL() << "it completed";
  } catch (const Error& error) {
    EXPECT_NE(std::string(error.what()).find("the run stops at t = "), std::string::npos);
  }
}

TEST(JoinedSnapshots, AreNumberedInOrder) {
  const FilmContactSpec d = small_line();
  const FilmSnapshots a = record_run(training_run(d, 0), 20, {}, nullptr);
  const FilmSnapshots b = record_run(training_run(d, 1), 30, {}, nullptr);
  const FilmSnapshots all = joined_snapshots({a, b});
  ASSERT_EQ(all.count(), a.count() + b.count());
  EXPECT_EQ(all.pressure.leftCols(a.count()), a.pressure);
  EXPECT_EQ(all.content_rate.rightCols(b.count()), b.content_rate);
  EXPECT_EQ(all.time.tail(b.count()), b.time);
  EXPECT_EQ(std::count(all.run.begin(), all.run.end(), 1), b.count());
  EXPECT_TRUE(std::is_sorted(all.run.begin(), all.run.end()));
  EXPECT_EQ(all.largest_slope, std::max(a.largest_slope, b.largest_slope));
}

}  // namespace
}  // namespace mortise::gen
