#include "generator/bodies/condense/modes.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "generator/ground/dense/decompositions.hpp"

namespace mortise::gen {
namespace {

// Random orthonormal shapes (n x p), always the same.
Matrix shapes(Eigen::Index n, Eigen::Index p, unsigned seed) {
  std::srand(seed);
  return orthonormal(Matrix::Random(n, p));
}

// A subspace, differently spanned: rotated and mirrored within columns [begin, begin + k).
Matrix rotated(Matrix x, Eigen::Index begin, Eigen::Index k, unsigned seed) {
  x.middleCols(begin, k) = Matrix(x.middleCols(begin, k) * shapes(k, k, seed));
  return x;
}

TEST(OrientModes, DoesNotDependOnHowTheSubspaceWasSpanned) {
  Vector omega(5);
  omega << 0.0, 0.0, 0.0, 7.0, 7.0 * (1 + 1e-8);
  SparseMatrix guide(3, 20);
  for (int i = 0; i < 3; ++i) guide.insert(i, 4 * i) = 1.0;
  const Matrix start = shapes(20, 5, 3);
  Matrix a = start, b = rotated(rotated(start, 0, 3, 5), 3, 2, 6);
  b.col(4) *= -1.0;
  Vector wa = omega, wb = omega;
  orient_modes(&wa, &a, guide);
  orient_modes(&wb, &b, guide);
  EXPECT_LT((a - b).cwiseAbs().maxCoeff(), 1e-12);
  EXPECT_LT((a.transpose() * a - Matrix::Identity(5, 5)).norm(), 1e-13);
  EXPECT_EQ(wa[3], wa[4]);
  EXPECT_NEAR(wa[3] / 7.0, 1.0, 1e-8);
}

TEST(OrientModes, StrongestGuideRowMovesOneModeOnly) {
  Vector omega = Vector::Constant(2, 3.0);
  SparseMatrix guide(1, 6);
  guide.insert(0, 2) = 1.0;
  Matrix x = shapes(6, 2, 1);
  const double before = x.row(2).norm();
  orient_modes(&omega, &x, guide);
  EXPECT_NEAR(std::abs(x(2, 0)), before, 1e-15);
  EXPECT_NEAR(x(2, 1), 0.0, 1e-15);
}

TEST(OrientModes, WithoutGuideTheShapesDecide) {
  Vector omega = Vector::Constant(3, 3.0);
  const Matrix start = shapes(9, 3, 2);
  Matrix a = start, b = rotated(start, 0, 3, 4);
  Vector wb = omega;
  orient_modes(&omega, &a, SparseMatrix(0, 9));
  orient_modes(&wb, &b, SparseMatrix(0, 9));
  EXPECT_LT((a - b).cwiseAbs().maxCoeff(), 1e-12);
}

TEST(OrientModes, LargestEntryIsPositiveAndTiesGoToTheFirst) {
  Vector omega(2);
  omega << 1.0, 2.0;
  Matrix x(3, 2);
  x << -0.5, 0.1, 0.5 * (1 + 1e-12), -0.9, 0.0, 0.2;
  orient_modes(&omega, &x, SparseMatrix(0, 3));
  EXPECT_GT(x(0, 0), 0.0);
  EXPECT_GT(x(1, 1), 0.0);
  EXPECT_EQ(omega[1], 2.0);
}

}  // namespace
}  // namespace mortise::gen
