#include "generator/contact/film/load_history.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace mortise::gen {
namespace {

TEST(LoadHistory, RisesAndFalls) {
  LoadSpec spec;
  spec.base = 2.0;
  spec.step = 1.0;
  spec.rise = {1.0, 2.0};
  spec.fall = {5.0, 7.0};
  const LoadHistory load(spec);
  EXPECT_EQ(load.value(0.0), 2.0);
  EXPECT_DOUBLE_EQ(load.value(1.25), 2.25);
  EXPECT_EQ(load.value(3.0), 3.0);
  EXPECT_DOUBLE_EQ(load.value(6.0), 2.5);
  EXPECT_EQ(load.value(9.0), 2.0);
  EXPECT_EQ(load.rate(0.5), 0.0);
  EXPECT_DOUBLE_EQ(load.rate(1.0), 1.0);
  EXPECT_EQ(load.rate(2.0), 0.0);
  EXPECT_DOUBLE_EQ(load.rate(6.0), -0.5);
  EXPECT_EQ(load.rate(7.0), 0.0);
  EXPECT_EQ(load.kinks(), (std::vector<double>{1.0, 2.0, 5.0, 7.0}));
}

TEST(LoadHistory, FallAlone) {
  LoadSpec spec;
  spec.base = 1.0;
  spec.step = 0.5;
  spec.fall = {1.0, 2.0};
  const LoadHistory load(spec);
  EXPECT_EQ(load.value(0.0), 1.5);
  EXPECT_EQ(load.value(3.0), 1.0);
}

LoadSpec corners(bool smooth) {
  LoadSpec spec;
  spec.base = 9.0;  // not used
  spec.times = {1.0, 2.0, 4.0, 4.5, 7.0};
  spec.values = {1.0, 1.5, 2.5, 2.0, 2.0};
  spec.smooth = smooth;
  return spec;
}

TEST(LoadHistory, StraightLinesThroughCorners) {
  const LoadHistory load(corners(false));
  EXPECT_EQ(load.value(0.0), 1.0);
  EXPECT_DOUBLE_EQ(load.value(3.0), 2.0);
  EXPECT_EQ(load.value(8.0), 2.0);
  EXPECT_DOUBLE_EQ(load.rate(4.0), -1.0);
  EXPECT_EQ(load.rate(5.0), 0.0);
  EXPECT_DOUBLE_EQ(load.largest_rate(), 1.0);
  EXPECT_EQ(load.kinks(), corners(false).times);
}

TEST(LoadHistory, OneCornerIsAConstant) {
  LoadSpec spec;
  spec.times = {0.0};
  spec.values = {0.8};
  for (const bool smooth : {false, true}) {
    spec.smooth = smooth;
    const LoadHistory load(spec);
    EXPECT_EQ(load.value(-1.0), 0.8);
    EXPECT_EQ(load.value(0.0), 0.8);
    EXPECT_EQ(load.value(1.0), 0.8);
    EXPECT_EQ(load.rate(0.0), 0.0);
    EXPECT_EQ(load.largest_rate(), 0.0);
  }
}

// Values at the corners, no overshoot between them, a continuous slope everywhere.
TEST(LoadHistory, CubicsThroughCorners) {
  const LoadSpec spec = corners(true);
  const LoadHistory load(spec);
  for (std::size_t k = 0; k < spec.times.size(); ++k) {
    EXPECT_DOUBLE_EQ(load.value(spec.times[k]), spec.values[k]);
    EXPECT_NEAR(load.rate(spec.times[k] - 1e-9), load.rate(spec.times[k] + 1e-9), 1e-7);
  }
  EXPECT_GT(load.rate(2.0), 0.4);           // the slopes beside it are both 1/2
  EXPECT_NEAR(load.rate(4.0), 0.0, 1e-12);  // the top
  for (std::size_t k = 0; k + 1 < spec.times.size(); ++k) {
    const double low = std::min(spec.values[k], spec.values[k + 1]);
    const double high = std::max(spec.values[k], spec.values[k + 1]);
    double last = load.value(spec.times[k]);
    const bool rises = spec.values[k] < spec.values[k + 1];
    for (int i = 1; i <= 100; ++i) {
      const double now = load.value(spec.times[k] + 0.01 * i * (spec.times[k + 1] - spec.times[k]));
      EXPECT_GE(now, low - 1e-14);
      EXPECT_LE(now, high + 1e-14);
      EXPECT_TRUE(rises ? now >= last : now <= last + 1e-14);
      last = now;
    }
  }
}

TEST(LoadHistory, TheRateIsTheDerivative) {
  for (const bool smooth : {false, true}) {
    const LoadHistory load(corners(smooth));
    double largest = 0.0;
    for (int i = 0; i < 800; ++i) {
      const double t = 0.013 + 0.01 * i, d = 1e-5;
      const double difference = (load.value(t + d) - load.value(t - d)) / (2.0 * d);
      EXPECT_NEAR(load.rate(t), difference, 1e-9) << t;
      largest = std::max(largest, std::abs(load.rate(t)));
    }
    EXPECT_GE(load.largest_rate(), largest);
    EXPECT_NEAR(load.largest_rate(), largest, 1e-3 * largest);
  }
}

TEST(LoadHistory, Constant) {
  LoadSpec spec;
  spec.base = 0.7;
  const LoadHistory load(spec);
  EXPECT_EQ(load.value(-1.0), 0.7);
  EXPECT_EQ(load.value(1e9), 0.7);
  EXPECT_EQ(load.rate(1.0), 0.0);
  EXPECT_TRUE(load.kinks().empty());
}

}  // namespace
}  // namespace mortise::gen
