#include "tests/studies/adaptive/local_basis.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace mortise::gen {
namespace {

constexpr int kNodes = 12;

Matrix compliance() {
  Matrix c(kNodes, kNodes);
  for (int i = 0; i < kNodes; ++i)
    for (int j = 0; j < kNodes; ++j) c(i, j) = 1.0 / (1.0 + std::abs(i - j));
  return c;
}

PressureField field(double phase) {
  PressureField f;
  f.P.resize(kNodes);
  for (int i = 0; i < kNodes; ++i) f.P[i] = std::cos(phase * i) + 0.1 * phase * i;
  f.still = compliance() * f.P;
  return f;
}

std::vector<bool> free_nodes(std::initializer_list<int> nodes) {
  std::vector<bool> free(kNodes, false);
  for (const int i : nodes) free[static_cast<std::size_t>(i)] = true;
  return free;
}

const std::deque<PressureField> kStages = {field(0.1), field(0.3), field(0.7), field(1.1)};

TEST(LocalBasis, IsOrthonormalBesideTheFreeNodesAndKnowsItsGap) {
  const LocalBasis b = make_local_basis(kStages, {field(2.0)}, free_nodes({3, 4, 8}), 1e-9);
  ASSERT_EQ(b.modes.cols(), 4);
  EXPECT_EQ(b.size(), 7);
  EXPECT_LT((b.tests.transpose() * b.tests - Matrix::Identity(4, 4)).norm(), 1e-12);
  EXPECT_LT((b.still - compliance() * b.modes).norm(), 1e-10);
  Matrix rest = b.modes - b.tests;  // differs at the free nodes only
  for (const int i : b.nodes) {
    EXPECT_EQ(b.tests.row(i).norm(), 0.0);
    rest.row(i).setZero();
  }
  EXPECT_LT(rest.norm(), 1e-12);
}

TEST(LocalBasis, ListsFreeNodesAsRuns) {
  const LocalBasis b = make_local_basis(kStages, {}, free_nodes({0, 3, 4, 5, 11}), 1e-9);
  ASSERT_EQ(b.runs.size(), 3u);
  EXPECT_EQ(b.runs[1].first, 3);
  EXPECT_EQ(b.runs[1].count, 3);
  EXPECT_EQ(b.nodes, (std::vector<int>{0, 3, 4, 5, 11}));
}

TEST(LocalBasis, LeavesOutWhatItKnows) {
  std::deque<PressureField> stages = kStages;
  PressureField middle = field(0.1);  // on the line between two stages
  middle.P = 0.5 * (stages[0].P + stages[1].P);
  middle.still = compliance() * middle.P;
  stages.insert(stages.begin() + 1, middle);
  EXPECT_EQ(make_local_basis(stages, {}, free_nodes({}), 1e-9).modes.cols(), 3);
  // what differs at free nodes only is known to them
  PressureField spike = kStages.front();
  spike.P[6] += 1.0;
  spike.still = compliance() * spike.P;
  EXPECT_EQ(make_local_basis({spike, kStages.front()}, {}, free_nodes({6}), 1e-9).size(), 1);
}

}  // namespace
}  // namespace mortise::gen
