#include "generator/reduce/train/training_run.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "tests/generator/reduce/train/film_texts.hpp"

namespace mortise::gen {
namespace {

TEST(CornerDesign, EveryRangeIsHalvedAndPairsAreBalanced) {
  for (int ranges = 1; ranges <= 6; ++ranges) {
    for (int runs = 1; runs <= 40; ++runs) {
      const CornerDesign design(ranges, runs);
      EXPECT_LE(design.count(), std::min(runs, 1 << ranges));
      EXPECT_GT(2 * design.count(), std::min(runs, 1 << ranges));
      if (design.count() == 1) continue;
      for (int a = 0; a < ranges; ++a) {
        int upper = 0;
        for (int k = 0; k < design.count(); ++k) upper += design.upper(k, a) ? 1 : 0;
        EXPECT_EQ(2 * upper, design.count());
      }
      if (ranges >= design.count()) continue;
      for (int a = 0; a < ranges; ++a) {
        for (int b = 0; b < a; ++b) {
          int both = 0;
          for (int k = 0; k < design.count(); ++k) {
            both += design.upper(k, a) && design.upper(k, b) ? 1 : 0;
          }
          EXPECT_EQ(4 * both, design.count()) << ranges << " " << runs << " " << a << " " << b;
        }
      }
    }
  }
}

TEST(CornerDesign, EnoughRunsMeetEveryCorner) {
  const CornerDesign design(3, 8);
  ASSERT_EQ(design.count(), 8);
  std::set<int> corners;
  for (int k = 0; k < 8; ++k) {
    corners.insert((design.upper(k, 0) ? 1 : 0) + (design.upper(k, 1) ? 2 : 0) +
                   (design.upper(k, 2) ? 4 : 0));
  }
  EXPECT_EQ(corners.size(), 8u);
}

// Few of n equal strips stay without one of n points: random ones would leave 37 % of them.
TEST(EvenPoint, CoversEveryDimension) {
  for (const std::int64_t seed : {1, 2, 77}) {
    for (const int n : {16, 64}) {
      std::vector<std::vector<int>> strips(8, std::vector<int>(static_cast<std::size_t>(n)));
      for (int k = 0; k < n; ++k) {
        const std::vector<double> point = even_point(8, k, seed);
        for (std::size_t d = 0; d < 8; ++d) {
          ASSERT_GE(point[d], 0.0);
          ASSERT_LT(point[d], 1.0);
          ++strips[d][static_cast<std::size_t>(n * point[d])];
        }
      }
      for (const std::vector<int>& strip : strips) {
        EXPECT_LE(*std::max_element(strip.begin(), strip.end()), 3);
        EXPECT_LE(std::count(strip.begin(), strip.end(), 0), n / 3);
      }
    }
  }
  EXPECT_EQ(even_point(1, 0, 1)[0], 0.5);
  EXPECT_EQ(even_point(1, 1, 1)[0], 0.25);
  EXPECT_EQ(even_point(1, 2, 1)[0], 0.75);
  EXPECT_NE(even_point(2, 0, 1), even_point(2, 0, 2));
  EXPECT_EQ(even_point(2, 5, 1), even_point(2, 5, 1));
}

bool within(double value, const TrainRange& range) {
  const double slack = 1e-12 * std::abs(range.maximum);
  return value >= range.minimum - slack && value <= range.maximum + slack;
}

TEST(TrainingRun, OfALine) {
  const FilmContactSpec d = small_line({"train.runs=12", "train.smooth=0.25"});
  const TrainSpec& t = *d.train;
  int smooth = 0, rises_first = 0;
  double shock = 0.0;
  for (int k = 0; k < 12; ++k) {
    const FilmCase run = training_run(d, k);
    EXPECT_EQ(run.grid.frame, FilmFrame::load_scaled);
    EXPECT_EQ(run.duration, t.duration);
    EXPECT_EQ(run.step.size, t.step);
    EXPECT_EQ(run.step.control, StepControl::fixed);
    EXPECT_EQ(run.reference_speed, d.reference_speed);
    EXPECT_TRUE(within(run.entrainment, t.entrainment));
    EXPECT_TRUE(within(run.lubricant.viscosity_factor, t.viscosity_factor));
    EXPECT_TRUE(std::is_sorted(run.load.times.begin(), run.load.times.end()));
    EXPECT_GT(run.load.times.front(), 0.0);
    EXPECT_LT(run.load.times.back(), run.duration);
    for (const double value : run.load.values) EXPECT_TRUE(within(value, t.load));
    if (run.load.smooth) {
      ++smooth;
      EXPECT_GE(k, 9);  // behind the shocks
      continue;
    }
    EXPECT_TRUE(within(run.load.times[1] - run.load.times[0], t.ramp));
    EXPECT_TRUE(within(run.load.times[3] - run.load.times[2], t.ramp));
    rises_first += run.load.values[1] > run.load.values[0] ? 1 : 0;
    shock = std::max(shock, std::abs(run.load.values[1] - run.load.values[0]));
    EXPECT_GE(std::abs(run.load.values[1] - run.load.values[0]), 0.5 * 0.3 - 1e-12);
  }
  EXPECT_EQ(smooth, 3);
  EXPECT_GT(rises_first, 2);
  EXPECT_LT(rises_first, 7);
  EXPECT_DOUBLE_EQ(shock, 0.3);
  EXPECT_EQ(training_run(d, 0).entrainment, 4.0);  // a corner
}

TEST(TrainingRun, FrontsFollowEachOtherInKinkedRuns) {
  const FilmContactSpec d = small_line({"train.runs=12", "train.smooth=0.25", "train.kinked=0.5",
                                        "train.seed=3", "train.duration=1e-3"});
  const TrainSpec& t = *d.train;
  const double steepest = (t.load.maximum - t.load.minimum) / t.ramp.minimum;
  int kinked = 0;
  std::set<std::vector<double>> loads;
  for (int k = 0; k < 12; ++k) {
    const FilmCase run = training_run(d, k);
    EXPECT_EQ(run.load.smooth, k >= 9) << k;
    if (k < 3) {
      EXPECT_EQ(run.load.times.size(), 4u) << k;  // a shock
    }
    if (run.load.smooth || run.load.times.size() <= 4) continue;
    ++kinked;
    loads.insert(run.load.values);
    EXPECT_EQ(describe_training_run(run).substr(0, 8), "load of ");
    EXPECT_GE(run.load.times.back(), t.duration);  // to the end of the run
    for (std::size_t i = 0; i < run.load.values.size(); ++i) {
      EXPECT_TRUE(within(run.load.values[i], t.load));
      if (i == 0) continue;
      const double took = run.load.times[i] - run.load.times[i - 1];
      EXPECT_GT(took, 0.0);
      EXPECT_LE(std::abs(run.load.values[i] - run.load.values[i - 1]),
                steepest * took * (1.0 + 1e-9));
    }
    EXPECT_EQ(run.load.values, training_run(d, k).load.values);
  }
  EXPECT_EQ(kinked, 6);
  EXPECT_EQ(loads.size(), 6u);  // each its own
  const FilmContactSpec other =
      small_line({"train.runs=12", "train.smooth=0.25", "train.kinked=0.5", "train.seed=4",
                  "train.duration=1e-3"});
  EXPECT_NE(training_run(d, 5).load.values, training_run(other, 5).load.values);
}

TEST(TrainingRun, OfAnImpact) {
  const FilmContactSpec d = small_impact({"train.runs=7"});
  std::set<double> velocities;
  for (int k = 0; k < 7; ++k) {
    const FilmCase run = training_run(d, k);
    EXPECT_EQ(run.impact.reference_velocity, 0.3);  // one grid for all
    EXPECT_TRUE(within(run.impact.velocity, d.train->velocity));
    EXPECT_TRUE(within(run.impact.acceleration, d.train->acceleration));
    EXPECT_EQ(run.lubricant.viscosity_factor, 1.0);
    EXPECT_EQ(run.step.control, StepControl::standard);  // train.step is 0
    velocities.insert(run.impact.velocity);
  }
  EXPECT_EQ(*velocities.begin(), 0.2);
  EXPECT_EQ(*velocities.rbegin(), 0.36);
  EXPECT_EQ(velocities.size(), 5u);  // two ends, three between them
}

TEST(TrainingRun, DependsOnTheSeedBetweenTheCorners) {
  const FilmContactSpec one = small_impact({"train.runs=7"});
  const FilmContactSpec two = small_impact({"train.runs=7", "train.seed=2"});
  EXPECT_EQ(training_run(one, 0).impact.velocity, training_run(two, 0).impact.velocity);
  EXPECT_NE(training_run(one, 6).impact.velocity, training_run(two, 6).impact.velocity);
}

TEST(TrainingRun, AConstantLoadStays) {
  const FilmContactSpec d = small_line({"train.load=0.9"});
  const FilmCase run = training_run(d, 0);
  EXPECT_EQ(run.load.values, std::vector<double>{0.9});
}

TEST(TrainingRun, IsDescribed) {
  const FilmContactSpec line = small_line();
  EXPECT_EQ(describe_training_run(training_run(line, 0)),
            "load 0.7 - 1 - 0.7, ramps 10 and 10 us, 4 m/s, viscosity x 0.8");
  EXPECT_EQ(describe_training_run(training_run(line, 4)).substr(0, 11), "smooth load");
  EXPECT_EQ(describe_training_run(training_run(small_impact(), 0)),
            "0.2 m/s, 800 m/s2, viscosity x 1");
}

}  // namespace
}  // namespace mortise::gen
