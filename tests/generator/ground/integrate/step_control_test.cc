#include "generator/ground/integrate/drive.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace mortise::gen {
namespace {

constexpr ControlFactors kFactors{0.25, 2.0, 0.6};

TEST(StepControl, ThresholdKeepsTheStepWithinItsBand) {
  const auto factor = [](double error) {
    return next_step_factor(ControlKind::threshold, kFactors, error, 1);
  };
  EXPECT_EQ(factor(0.0), 2.0);
  EXPECT_EQ(factor(0.0999), 2.0);
  EXPECT_EQ(factor(0.1), 1.0);
  EXPECT_EQ(factor(1.0), 1.0);
  EXPECT_EQ(factor(1.0001), 0.25);
}

TEST(StepControl, StandardFollowsThePowerOfTheOrderWithinItsBounds) {
  for (const int order : {1, 2, 3}) {
    for (const double error : {0.2, 0.5, 1.0, 1.5, 3.0}) {
      EXPECT_NEAR(next_step_factor(ControlKind::standard, kFactors, error, order),
                  0.6 * std::pow(error, -1.0 / (order + 1)), 1e-15);
    }
  }
  EXPECT_EQ(next_step_factor(ControlKind::standard, kFactors, 1e-6, 1), 2.0);
  EXPECT_EQ(next_step_factor(ControlKind::standard, kFactors, 1e6, 1), 0.25);
  EXPECT_EQ(next_step_factor(ControlKind::standard, kFactors, 0.0, 1), 2.0);
}

TEST(StepControl, NonFiniteErrorsShrink) {
  for (const ControlKind kind : {ControlKind::standard, ControlKind::threshold}) {
    EXPECT_EQ(next_step_factor(kind, kFactors, std::numeric_limits<double>::quiet_NaN(), 1), 0.25);
    EXPECT_EQ(next_step_factor(kind, kFactors, std::numeric_limits<double>::infinity(), 1), 0.25);
  }
}

}  // namespace
}  // namespace mortise::gen
