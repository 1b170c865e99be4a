#include "generator/ground/dense/nnls.hpp"

#include <gtest/gtest.h>

namespace mortise::gen {
namespace {

TEST(SparseNnls, PlainLeastSquaresWhereItIsPositive) {
  Matrix a(3, 2);
  a << 1, 0, 0, 2, 0, 0;
  const SparseSolution s = sparse_nnls(a, Vector{{3.0, 4.0, 0.0}}, 1e-12);
  ASSERT_EQ(s.columns, (std::vector<int>{0, 1}));
  EXPECT_NEAR(s.values[0], 3.0, 1e-14);
  EXPECT_NEAR(s.values[1], 2.0, 1e-14);
  EXPECT_LT(s.residual, 1e-14);
}

// The unconstrained solution is (2, -1); the best one with x >= 0 lies on the edge x2 = 0, where
// x1 = a1.b / a1.a1 = 3/2.
TEST(SparseNnls, EdgeOfTheQuadrant) {
  Matrix a(2, 2);
  a << 1, 1, 1, 0;
  const SparseSolution s = sparse_nnls(a, Vector{{1.0, 2.0}}, 0.0);
  ASSERT_EQ(s.columns, std::vector<int>{0});
  EXPECT_NEAR(s.values[0], 1.5, 1e-14);
  EXPECT_NEAR(s.residual, std::sqrt(0.5) / std::sqrt(5.0), 1e-14);
}

TEST(SparseNnls, NothingPositiveHelps) {
  const SparseSolution s = sparse_nnls(Matrix::Identity(2, 2), Vector{{-1.0, -2.0}}, 1e-3);
  EXPECT_TRUE(s.columns.empty());
  EXPECT_DOUBLE_EQ(s.residual, 1.0);
}

TEST(SparseNnls, MeetsTheConditionsOfTheMinimum) {
  Matrix a(12, 20);
  Vector b(12);
  for (int i = 0; i < 12; ++i) {
    b[i] = std::cos(2.0 * i + 0.3);
    for (int j = 0; j < 20; ++j) a(i, j) = std::sin(1.0 + i * (j + 1) * 0.37);
  }
  const SparseSolution s = sparse_nnls(a, b, 0.0);
  Vector x = Vector::Zero(20);
  for (std::size_t k = 0; k < s.columns.size(); ++k) {
    x[s.columns[k]] = s.values[static_cast<Eigen::Index>(k)];
  }
  EXPECT_GT(x.maxCoeff(), 0.0);
  EXPECT_GE(x.minCoeff(), 0.0);
  const Vector slope = a.transpose() * (b - a * x);
  EXPECT_LT(slope.maxCoeff(), 1e-10);
  EXPECT_LT(std::abs(slope.dot(x)), 1e-10);
}

TEST(SparseNnls, ToleranceSavesEntriesAndFewestAsksForMore) {
  const Matrix a = Matrix::Identity(6, 6);
  const Vector b{{1.0, 0.5, 0.25, 0.125, 0.0625, 0.03125}};
  EXPECT_EQ(sparse_nnls(a, b, 0.1).columns, (std::vector<int>{0, 1, 2, 3}));
  EXPECT_EQ(sparse_nnls(a, b, 0.1, 5).columns, (std::vector<int>{0, 1, 2, 3, 4}));
}

// Greedy growth takes column 0 first, which the two others together make superfluous.
TEST(SparseNnls, PrunesWhatLaterEntriesReplace) {
  const Matrix a{{1.0, 1.0, 0.0}, {0.9, 0.0, 1.0}, {0.1, 0.0, 0.0}};
  const Vector b{{1.0, 1.0, 0.0}};
  const SparseSolution grown = sparse_nnls_of(a, b, 2, 1.0);
  EXPECT_EQ(grown.columns.size(), 2U);
  EXPECT_GT(grown.residual, 1e-3);
  const SparseSolution pruned = sparse_nnls_of(a, b, 2, 1.5);
  EXPECT_EQ(pruned.columns, (std::vector<int>{1, 2}));
  EXPECT_LT(pruned.residual, 1e-12);
}

}  // namespace
}  // namespace mortise::gen
