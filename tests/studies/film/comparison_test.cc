// The comparison of reductions and the study of the trust signals, on a small film.
#include "tests/studies/film/compare_reductions.hpp"

#include <algorithm>

#include "generator/ground/text/error.hpp"
#include "tests/studies/film/small_shock.hpp"
#include "tests/studies/film/trust_study.hpp"
#include "tests/studies/pictures/pictures.hpp"

namespace mortise::gen {
namespace {

const ReductionResult& found(const std::vector<ReductionResult>& results,
                             const std::string& method) {
  for (const ReductionResult& r : results) {
    if (r.method == method) return r;
  }
  throw Error("test", "no result of " + method, "");
}

TEST(CompareReductions, TellsWhatHoldsAndWhatDoesNot) {
  const FilmContactSpec d = small_shock();
  const FilmSnapshots snapshots = small_training(d);
  const std::vector<ReferenceRun> cases = {
      make_reference_run(d, small_scenario(), 0.5 * d.reduce->step, {})};
  ReductionComparison c;
  c.definition = &d;
  c.snapshots = &snapshots;
  c.cases = &cases;
  c.modes = {16};
  c.repetitions = 1;
  int told = 0;
  c.report = [&told](const ReductionResult&) { ++told; };
  const std::vector<ReductionResult> results = compare_reductions(c);
  EXPECT_EQ(told, static_cast<int>(results.size()));

  const ReductionResult& full = found(results, "full model");
  EXPECT_EQ(full.points, 121);
  EXPECT_EQ(results[1].method, "full model");
  EXPECT_EQ(results[1].points, 121);
  EXPECT_EQ(results[1].completed, 1);
  EXPECT_GT(results[1].errors.film(), 0.0);  // the step's
  const ReductionResult& ecsw = found(results, "ecsw");
  EXPECT_EQ(ecsw.completed, 1) << ecsw.why;
  EXPECT_EQ(ecsw.modes, 16);
  EXPECT_LT(ecsw.errors.film(), 0.08);
  EXPECT_LT(ecsw.points, 119);
  EXPECT_GT(ecsw.ns_per_step, 0.0);
  EXPECT_LT(ecsw.ns_per_step, 0.2 * full.ns_per_step);
  EXPECT_EQ(found(results, "qdeim, 4 r").points, 64);
  EXPECT_EQ(found(results, "gappy, 4 r").completed, 1);
  EXPECT_GE(std::count_if(results.begin(), results.end(),
                          [](const ReductionResult& r) { return r.runs == "runtime float64"; }),
            8);
  c.methods = {"points"};
  c.modes = {12};
  c.report = {};
  EXPECT_EQ(compare_reductions(c).size(), 6U);  // the full model twice, four numbers of points
  const std::string path = testing::TempDir() + "/reductions.svg";
  draw_results(results, cases.size(), d.verify, path);
  EXPECT_GT(std::ifstream(path, std::ios::ate).tellg(), 2000);
}

TEST(CompareReductions, RefusesAFilmWithoutReduction) {
  FilmContactSpec d = small_shock();
  d.reduce.reset();
  const FilmSnapshots none;
  const std::vector<ReferenceRun> cases;
  ReductionComparison c;
  c.definition = &d;
  c.snapshots = &none;
  c.cases = &cases;
  EXPECT_THROW(compare_reductions(c), Error);
  EXPECT_THROW(study_trust(d, none, {0.0}, 0.03, 1e-6, {}), Error);
}

TEST(CompareReductions, ThinsSnapshotsEvenly) {
  const FilmContactSpec d = small_shock();
  const FilmSnapshots all = record_run(training_run(d, 0), 1, {}, nullptr);
  const FilmSnapshots thin = thinned_snapshots(all, 21);
  EXPECT_EQ(thin.count(), 21);
  EXPECT_EQ(thin.run.size(), 21U);
  EXPECT_EQ(thin.pressure.col(0), all.pressure.col(0));
  EXPECT_EQ(thin.pressure.col(20), all.pressure.col(all.count() - 1));
  EXPECT_EQ(thin.load[20], all.load[all.count() - 1]);
  EXPECT_EQ(thinned_snapshots(thin, 50).count(), 21);
}

TEST(TrustStudy, ErrorsAndSignalsGrowBeyondTheBox) {
  const FilmContactSpec d = small_shock();
  const TrustStudy study =
      study_trust(d, small_training(d), {-0.3, 1.0}, 0.1, 0.5 * d.reduce->step, {});
  ASSERT_GE(study.runs.size(), 8U);
  double inside = 0.0, beyond = 0.0, quiet = 0.0, loud = 0.0;
  for (const TrustRun& run : study.runs) {
    double& error = run.distance <= 0.0 ? inside : beyond;
    double& residual = run.distance <= 0.0 ? quiet : loud;
    error = std::max(error, run.errors.film());
    residual = std::max(residual, run.residual);
    if (run.refused) continue;
    EXPECT_GT(run.residual, 0.0) << run.name;
    // the distance is one of inputs: it does not see how fast they change
    if (run.distance > 0.0 && run.name.find("ramp") == std::string::npos) {
      EXPECT_GT(run.distance_before, 0.0) << run.name;
    }
  }
  EXPECT_GT(beyond, inside);
  EXPECT_GT(loud, quiet);
  EXPECT_LE(study.flagged_residual, study.flagged);
  EXPECT_LE(study.flagged, study.passing);
  ASSERT_EQ(study.limits.size(), kTrustLimits.size());
  for (std::size_t k = 1; k < study.limits.size(); ++k) {
    EXPECT_LE(study.limits[k].flagged, study.limits[k - 1].flagged);
    EXPECT_LE(study.limits[k].alarms_inside, study.limits[k - 1].alarms_inside);
  }
}

}  // namespace
}  // namespace mortise::gen
