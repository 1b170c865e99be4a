#include "generator/ehd/load_history.hpp"

#include <gtest/gtest.h>

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
