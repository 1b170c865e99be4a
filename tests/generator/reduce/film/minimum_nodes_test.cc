#include "generator/reduce/film/hyper_reduction.hpp"

#include <gtest/gtest.h>

namespace mortise::gen {
namespace {

TEST(MinimumNodes, OneNodeWhereTheMinimumStands) {
  Matrix gaps(4, 3);
  gaps << 3, 3, 3, 1, 2, 1.5, 4, 4, 4, 9, 9, 9;
  EXPECT_EQ(minimum_nodes(gaps), std::vector<int>{1});
}

TEST(MinimumNodes, ToleranceMergesNeighbours) {
  Matrix gaps(3, 2);
  gaps << 1.0, 1.0005, 1.0005, 1.0, 5.0, 5.0;
  EXPECT_EQ(minimum_nodes(gaps, 1e-3).size(), 1U);
  EXPECT_EQ(minimum_nodes(gaps, 1e-4), (std::vector<int>{0, 1}));
}

TEST(MinimumNodes, ReproducesATravellingMinimum) {
  Matrix gaps(101, 200);
  for (int k = 0; k < 200; ++k) {
    const double at = 20.0 + 0.2 * k;
    for (int i = 0; i < 101; ++i) gaps(i, k) = 0.1 + 1e-4 * (i - at) * (i - at);
  }
  const std::vector<int> nodes = minimum_nodes(gaps, 1e-3);
  EXPECT_LT(nodes.size(), 41U);
  for (int k = 0; k < 200; ++k) {
    double smallest = 1e9;
    for (const int i : nodes) smallest = std::min(smallest, gaps(i, k));
    EXPECT_LE(smallest, 1.001 * gaps.col(k).minCoeff());
  }
}

}  // namespace
}  // namespace mortise::gen
