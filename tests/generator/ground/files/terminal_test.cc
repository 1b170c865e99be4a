#include "generator/ground/files/terminal.hpp"

#include <gtest/gtest.h>

namespace mortise::gen {
namespace {

TEST(DurationText, TwoUnitsAtMost) {
  EXPECT_EQ(duration_text(0.0), "0 s");
  EXPECT_EQ(duration_text(59.4), "59 s");
  EXPECT_EQ(duration_text(59.6), "1 min 0 s");
  EXPECT_EQ(duration_text(200.0), "3 min 20 s");
  EXPECT_EQ(duration_text(7530.0), "2 h 5 min");
}

TEST(RemainingTime, FollowsThePace) {
  RemainingTime remaining;
  EXPECT_FALSE(remaining.at(0.0, 100.0));
  EXPECT_FALSE(remaining.at(0.001, 110.0));  // too little done
  EXPECT_DOUBLE_EQ(*remaining.at(0.25, 110.0), 30.0);
  EXPECT_DOUBLE_EQ(*remaining.at(1.0, 140.0), 0.0);
}

// What an earlier, interrupted job left behind was done for nothing.
TEST(RemainingTime, OfARestartedJob) {
  RemainingTime remaining;
  EXPECT_FALSE(remaining.at(0.5, 0.0));
  EXPECT_FALSE(remaining.at(0.6, 1.0));  // too early
  EXPECT_DOUBLE_EQ(*remaining.at(0.75, 10.0), 10.0);
}

}  // namespace
}  // namespace mortise::gen
