#include "generator/judge/analyses/backbone_study.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace mortise::gen {
namespace {

BackbonePoint level(double hz, double damping, int slip) {
  BackbonePoint point;
  point.frequency_hz = hz;
  point.damping = damping;
  point.closed_points = 100;
  point.slip_points = slip;
  return point;
}

TEST(BackboneComparison, JudgesWhereATenthOfThePointsSlips) {
  const BackboneComparison c = compare_backbones(
      {level(100, 0, 0), level(100, 0.001, 5), level(100, 0.01, 10), level(100, 0.1, 90)},
      {level(101, 0.01, 0), level(100, 0.002, 0), level(99, 0.0103, 0), level(98, 0.096, 0)});
  EXPECT_TRUE(std::isnan(c.levels[0].damping));  // nothing slips: no loss to compare with
  EXPECT_NEAR(c.levels[1].damping, 1.0, 1e-12);
  EXPECT_EQ(c.slipping.levels, 2);
  EXPECT_NEAR(c.slipping.worst_frequency, 0.02, 1e-12);
  EXPECT_NEAR(c.slipping.rms_damping, std::sqrt((0.0009 + 0.0016) / 2.0), 1e-12);
  EXPECT_EQ(c.all.levels, 4);
  EXPECT_NEAR(c.all.worst_damping, 1.0, 1e-12);
  EXPECT_NEAR(c.all.rms_frequency, std::sqrt((1.0 + 0.0 + 1.0 + 4.0) / 4.0) * 0.01, 1e-12);
}

}  // namespace
}  // namespace mortise::gen
