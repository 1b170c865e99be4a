// A reduction from beginning to end: a small line contact is trained on two loads and follows one
// between them.
#include "generator/reduce/film/reduce_film.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "generator/contact/film/load_history.hpp"
#include "generator/ground/integrate/stepper.hpp"
#include "generator/ground/text/error.hpp"
#include "generator/reduce/film/film_player.hpp"
#include "generator/reduce/film/make_basis.hpp"
#include "generator/reduce/film/rerun.hpp"
#include "generator/simulate/film/simulate.hpp"
#include "tests/generator/reduce/film/small_film.hpp"

namespace mortise::gen {
namespace {

constexpr int kPoints = 121, kSteps = 60;
constexpr double kStep = 0.04;  // [unit of time]

FilmContactSpec rising_to(double load) {
  FilmContactSpec d = small_film("line_shock", kPoints, {"film.penalty=1e4"});
  const double unit = film_scales(d).time;
  d.load.rise.clear();
  d.load.fall.clear();
  d.load.times = {0.4 * unit, 1.2 * unit};
  d.load.values = {0.7, load};
  d.load.base = 0.7;
  return d;
}

struct Record {
  FilmSnapshots snapshots;
  Vector minimum_gap, central_gap;
};

// Steps a full film and keeps the end of every step; the second stage starts from the first.
Record run_full(const FilmContactSpec& d, int run) {
  ContactProblem full(d, nullptr);
  const FilmLayout& layout = full.system().layout();
  Stepper stepper(&full.system(), &alexander());
  stepper.reset(0.0, full.initial_state());
  Record r;
  FilmSnapshots& s = r.snapshots;
  s.pressure.resize(kPoints, kSteps);
  s.content_rate.resize(kPoints, kSteps);
  s.modal.resize(0, kSteps);
  for (Vector* v : {&s.approach, &s.frame, &s.frame_rate, &s.load, &s.acceleration, &s.time,
                    &r.minimum_gap, &r.central_gap}) {
    v->setZero(kSteps);
  }
  s.speed = s.viscosity_factor = Vector::Ones(kSteps);
  s.run.assign(kSteps, run);
  for (int k = 0; k < kSteps; ++k) {
    const Vector before = stepper.state();
    EXPECT_TRUE(stepper.attempt(kStep));
    stepper.commit();
    const Vector& z = stepper.state();
    const double T = stepper.time();
    s.time[k] = T;
    s.frame[k] = full.system().frame().scale(T);
    s.frame_rate[k] = full.system().frame().rate(T);
    s.load[k] = full.load().value(T * full.scales().time);
    s.pressure.col(k) = layout.unknowns(z) / s.frame[k];
    s.content_rate.col(k) = (layout.content(z) - layout.content(before)) / kStep;
    s.approach[k] = layout.approach(z);
    r.minimum_gap[k] = layout.gap(z).minCoeff();
    r.central_gap[k] = full.grid().central(layout.gap(z));
  }
  s.largest_slope = full.load().largest_rate() * full.scales().time;
  return r;
}

FilmSnapshots both(const FilmSnapshots& a, const FilmSnapshots& b) {
  FilmSnapshots s = a;
  const auto wide = [](Matrix* to, const Matrix& more) {
    const Matrix old = *to;
    to->resize(old.rows(), old.cols() + more.cols());
    *to << old, more;
  };
  const auto longer = [](Vector* to, const Vector& more) {
    const Vector old = *to;
    to->resize(old.size() + more.size());
    *to << old, more;
  };
  wide(&s.pressure, b.pressure);
  wide(&s.content_rate, b.content_rate);
  wide(&s.modal, b.modal);
  for (Vector FilmSnapshots::*v :
       {&FilmSnapshots::approach, &FilmSnapshots::frame, &FilmSnapshots::frame_rate,
        &FilmSnapshots::load, &FilmSnapshots::speed, &FilmSnapshots::viscosity_factor,
        &FilmSnapshots::acceleration, &FilmSnapshots::time}) {
    longer(&(s.*v), b.*v);
  }
  s.run.insert(s.run.end(), b.run.begin(), b.run.end());
  s.largest_slope = std::max(a.largest_slope, b.largest_slope);
  return s;
}

class ReduceFilm : public testing::Test {
 protected:
  static void SetUpTestSuite() {
    snapshots_ = new FilmSnapshots(
        both(run_full(rising_to(0.85), 0).snapshots, run_full(rising_to(1.0), 1).snapshots));
  }
  static void TearDownTestSuite() { delete snapshots_; }

  static FilmContactSpec definition() {
    FilmContactSpec d = rising_to(0.93);
    ReduceSpec spec;
    spec.modes = {18};
    spec.tolerance = 1e-3;
    spec.step = kStep * film_scales(d).time;
    spec.substeps = {1};
    spec.iterations = {2};
    d.reduce = spec;
    return d;
  }

  static FilmSnapshots* snapshots_;
};
FilmSnapshots* ReduceFilm::snapshots_ = nullptr;

TEST_F(ReduceFilm, FollowsALoadItHasNotSeen) {
  const FilmContactSpec d = definition();
  const ReducedFilm film = reduce_film(d, *snapshots_, nullptr);
  const Record full = run_full(d, 0);
  const LoadHistory load(d.load);
  FilmPlayer reduced(film);
  reduced.start(film.initial, Vector(), Vector(), {load.value(0.0), 1.0, 1.0, 0.0});
  double largest = 0.0, film_error = 0.0, centre_error = 0.0;
  for (int k = 0; k < kSteps; ++k) {
    ASSERT_TRUE(reduced.step({load.value((k + 1) * film.step), 1.0, 1.0, 0.0}));
    const ReducedOutputs out = reduced.outputs();
    film_error = std::max(film_error, std::abs(out.minimum_gap / full.minimum_gap[k] - 1.0));
    centre_error = std::max(centre_error, std::abs(out.central_gap / full.central_gap[k] - 1.0));
    largest = std::max(largest, reduced.residual());
  }
  EXPECT_LT(film_error, 0.02);
  EXPECT_LT(centre_error, 0.02);
  EXPECT_GT(largest, 0.0);
  EXPECT_LT(largest, d.reduce->trust_limit);
}

TEST_F(ReduceFilm, FollowsItsOwnTraining) {
  const ReducedFilm film = reduce_film(definition(), *snapshots_, nullptr);
  const TrainedOutputs truth = trained_outputs(film.problem, *snapshots_);
  const Rerun rerun = rerun_training(film, *snapshots_, truth, false);
  EXPECT_EQ(rerun.runs, 2);
  EXPECT_EQ(rerun.failed, 0);
  EXPECT_LT(rerun.film_error, 0.02);
  EXPECT_GT(rerun.film_error, 1e-6);
  ASSERT_EQ(rerun.residual.size(), 2U);
  EXPECT_EQ(rerun.residual[1], 0.0) << "of an edge, which this film has not";
  EXPECT_EQ(rerun_training(film, *snapshots_, truth, true).failed, 0);
  EXPECT_NEAR(rerun.residual[0], film.bases[0].residual_scale, 1e-9 * rerun.residual[0]);
}

TEST_F(ReduceFilm, IsComplete) {
  const FilmContactSpec d = definition();
  const ReducedFilm film = reduce_film(d, *snapshots_, nullptr);
  ASSERT_EQ(film.bases.size(), 1U);
  const ReducedBasis& basis = film.bases[0];
  EXPECT_EQ(basis.pressure.cols(), 18);
  EXPECT_EQ(basis.rows.size() % 8, 0U);
  EXPECT_GE(basis.watched, 3);
  EXPECT_EQ(basis.test.cols(), static_cast<Eigen::Index>(basis.rows.size()) - basis.watched);
  EXPECT_LT(basis.rows.size(), 100U);
  EXPECT_GT(basis.residual_scale, 0.0);
  EXPECT_FALSE(basis.minimum_nodes.empty());
  EXPECT_EQ(film.findings.size(), 3U);  // of the basis, and of the training runs again, twice
  ASSERT_EQ(film.initial.size(), 19);

  ASSERT_EQ(film.inputs.size(), 3U);
  const double w = d.load.reference;
  EXPECT_EQ(film.inputs[0].name, "load");
  EXPECT_NEAR(film.inputs[0].trained_minimum, 0.7 * w, 1e-9 * w);
  EXPECT_NEAR(film.inputs[0].trained_maximum, 1.0 * w, 1e-9 * w);
  EXPECT_NEAR(film.inputs[0].maximum, (1.0 + 0.25 * 0.3) * w, 1e-9 * w);
  EXPECT_NEAR(film.inputs[0].default_value, 0.7 * w, 1e-9 * w);
  EXPECT_EQ(film.inputs[1].name, "entrainment");
  EXPECT_EQ(film.inputs[2].name, "viscosity_factor");
  EXPECT_NEAR(film.load_slope, 1.25 * w * 0.3 / 0.8 / film.problem.scales.time,
              1e-6 * film.load_slope);
}

// Half the rows that are needed lose the training runs; the tolerance is lowered until they do not.
// However coarse the tolerance, the rows taken follow the training as all rows do.
TEST_F(ReduceFilm, CoarseToleranceStillFollowsItsTraining) {
  FilmContactSpec d = definition();
  d.reduce->tolerance = 0.9;
  const ReducedFilm film = reduce_film(d, *snapshots_, nullptr);
  const TrainedOutputs truth = trained_outputs(film.problem, *snapshots_);
  const Rerun sampled = rerun_training(film, *snapshots_, truth, false);
  const Rerun all_rows = rerun_training(film, *snapshots_, truth, true);
  EXPECT_EQ(sampled.failed, 0);
  EXPECT_LE(sampled.film_error, 1.5 * all_rows.film_error + 2e-3);
  const ReducedFilm fine = reduce_film(definition(), *snapshots_, nullptr);
  EXPECT_LT(film.bases[0].rows.size(), fine.bases[0].rows.size());
}

// Rows in the number asked for, the best of several choices: never worse than one of them alone.
TEST_F(ReduceFilm, TakesTheBestChoiceOfSoManyRows) {
  FilmContactSpec d = definition();
  d.reduce->points = 26;
  const ReducedFilm film = reduce_film(d, *snapshots_, nullptr);
  EXPECT_EQ(film.bases[0].rows.size() - static_cast<std::size_t>(film.bases[0].watched), 26U);
  const TrainedOutputs truth = trained_outputs(film.problem, *snapshots_);
  const Rerun best = rerun_training(film, *snapshots_, truth, false);
  EXPECT_EQ(best.failed, 0);
  int told = 0;
  for (const std::string& line : film.findings) {
    const std::size_t at = line.find("deviation ");
    if (line.rfind("growth", 0) != 0 || at == std::string::npos) continue;
    ++told;
    EXPECT_GE(std::stod(line.substr(at + 10)) * 1.005, 100.0 * best.deviation) << line;
  }
  EXPECT_GE(told, 2);
}

TEST_F(ReduceFilm, EveryMethodMakesAFilm) {
  for (const ReductionMethod method : {ReductionMethod::deim, ReductionMethod::qdeim,
                                       ReductionMethod::gappy, ReductionMethod::points}) {
    FilmContactSpec d = definition();
    d.reduce->method = method;
    d.reduce->points = method == ReductionMethod::gappy ? 72 : 36;
    std::vector<std::string> findings;
    const FilmProblemData p = problem_data(d, 1e3, nullptr);
    std::vector<int> columns;
    for (int k = 0; k < 2 * kSteps; ++k) columns.push_back(k);
    const ReducedBasis basis =
        with_rows(*d.reduce, {method, d.reduce->points, d.reduce->tolerance}, p,
                  make_shapes(*d.reduce, p, *snapshots_, columns, 0), &findings);
    EXPECT_EQ(basis.test.rows(), 18);
    EXPECT_EQ(basis.test.cols(), d.reduce->points);
    EXPECT_TRUE(basis.test.allFinite());
  }
}

TEST_F(ReduceFilm, RefusesSnapshotsOfAnotherGrid) {
  FilmContactSpec d = definition();
  d.grid.points = 61;
  EXPECT_THROW(reduce_film(d, *snapshots_, nullptr), Error);
  d.reduce.reset();
  EXPECT_THROW(reduce_film(d, *snapshots_, nullptr), Error);
}

}  // namespace
}  // namespace mortise::gen
