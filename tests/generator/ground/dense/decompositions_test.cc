#include "generator/ground/dense/decompositions.hpp"

#include <gtest/gtest.h>

#include "generator/ground/text/error.hpp"

namespace mortise::gen {
namespace {

Matrix numbers(int rows, int columns) {
  Matrix a(rows, columns);
  for (int i = 0; i < rows; ++i) {
    for (int j = 0; j < columns; ++j) a(i, j) = std::sin(1.0 + 1.3 * i * (j + 1) + 0.2 * j);
  }
  return a;
}

void expect_orthonormal(const Matrix& q) {
  EXPECT_LT((q.transpose() * q - Matrix::Identity(q.cols(), q.cols())).norm(), 1e-12);
}

TEST(ThinSvd, RebuildsTallAndWideMatrices) {
  for (const Matrix& a : {numbers(9, 4), numbers(4, 9)}) {
    const ThinSvd svd = thin_svd(a);
    ASSERT_EQ(svd.values.size(), 4);
    expect_orthonormal(svd.left);
    expect_orthonormal(svd.right);
    EXPECT_LT((svd.left * svd.values.asDiagonal() * svd.right.transpose() - a).norm(), 1e-12);
    for (int k = 1; k < 4; ++k) EXPECT_GE(svd.values[k - 1], svd.values[k]);
  }
}

// diag(3, 4, 0): values by hand, and an inverse that leaves the null direction alone.
TEST(ThinSvd, InverseOfASingularMatrix) {
  const Matrix a = Vector{{3.0, 4.0, 0.0}}.asDiagonal();
  const ThinSvd svd = thin_svd(a);
  EXPECT_LT((svd.values - Vector{{4.0, 3.0, 0.0}}).norm(), 1e-14);
  EXPECT_LT((pseudo_inverse(svd) - Matrix(Vector{{1.0 / 3.0, 0.25, 0.0}}.asDiagonal())).norm(),
            1e-14);
}

TEST(GeneralEigen, PairsMeetTheirDefinition) {
  const Matrix a = numbers(9, 9);
  const GeneralEigen e = general_eigen(a, true);
  EXPECT_LT((a * e.vectors - e.vectors * e.values.asDiagonal()).norm(), 1e-11);
  EXPECT_LT((general_eigen(a, false).values - e.values).norm(), 1e-11);
  EXPECT_LT(std::abs(e.values.sum() - a.trace()), 1e-12);
}

// x'' + 0.2 x' + 4 x = 0, badly scaled: -0.1 +- i sqrt(3.99).
TEST(GeneralEigen, DampedOscillator) {
  const Eigen::VectorXcd s = general_eigen(Matrix{{0.0, 1e8}, {-4e-8, -0.2}}, false).values;
  EXPECT_NEAR(s[0].real(), -0.1, 1e-14);
  EXPECT_NEAR(s[0].imag(), std::sqrt(3.99), 1e-13);
  EXPECT_EQ(s[1], std::conj(s[0]));
}

TEST(Qr, FactorAndColumns) {
  const Matrix a = numbers(12, 5), r = triangular_factor(a), q = orthonormal(a);
  EXPECT_EQ(r.rows(), 5);
  EXPECT_EQ(Matrix(r.triangularView<Eigen::StrictlyLower>()).norm(), 0.0);
  EXPECT_LT((r.transpose() * r - a.transpose() * a).norm(), 1e-11);
  expect_orthonormal(q);
  EXPECT_LT((q * (q.transpose() * a) - a).norm(), 1e-12);
}

TEST(LeastSquares, MeetsTheNormalEquations) {
  const Matrix a = numbers(12, 5), b = numbers(12, 7).rightCols(2), x = least_squares(a, b);
  EXPECT_LT((a.transpose() * (a * x - b)).norm(), 1e-11);
  EXPECT_GT((a * x - b).norm(), 0.1);
}

TEST(Decompositions, RefuseWhatTheyCannotDo) {
  EXPECT_THROW(thin_svd(Matrix()), Error);
  Matrix bad = numbers(4, 4);
  bad(2, 2) = std::nan("");
  EXPECT_THROW(thin_svd(bad), Error);
  EXPECT_THROW(triangular_factor(bad), Error);
  EXPECT_THROW(orthonormal(numbers(3, 4)), Error);
  EXPECT_THROW(general_eigen(numbers(4, 3), false), Error);
  EXPECT_THROW(general_eigen(bad, false), Error);
  EXPECT_THROW(least_squares(numbers(5, 2), numbers(4, 1)), Error);
}

}  // namespace
}  // namespace mortise::gen
