// The decompositions that rooms call by plain functions: each gives back the matrix that it is of.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "generator/ground/dense/cholesky.hpp"
#include "generator/ground/dense/orthogonal.hpp"
#include "generator/ground/dense/small_lu.hpp"
#include "generator/ground/dense/symmetric_eigen.hpp"
#include "generator/ground/numbers/constants.hpp"
#include "generator/ground/numbers/dice.hpp"

namespace mortise::gen {
namespace {

Matrix drawn(Dice* dice, Eigen::Index rows, Eigen::Index cols) {
  Matrix m(rows, cols);
  for (double& x : m.reshaped()) x = dice->between(-1.0, 1.0);
  return m;
}

Matrix stiff(Dice* dice, Eigen::Index n) {
  const Matrix a = drawn(dice, n, n);
  return a * a.transpose() + Matrix::Identity(n, n);
}

// A chain of n unit masses and springs between two walls: omega_k = 2 sin(k pi / (2 n + 2)).
TEST(SymmetricEigen, FindsTheModesOfAChain) {
  const Eigen::Index n = 12;
  Matrix k = 2.0 * Matrix::Identity(n, n);
  k.diagonal(1).setConstant(-1.0);
  k.diagonal(-1).setConstant(-1.0);
  const SymmetricEigen eigen(k);
  ASSERT_TRUE(eigen.converged());
  for (Eigen::Index i = 0; i < n; ++i)
    EXPECT_NEAR(std::sqrt(eigen.eigenvalues()[i]),
                2.0 * std::sin(double(i + 1) * kPi / double(2 * n + 2)), 1e-14);
  EXPECT_LT(
      (k * eigen.eigenvectors() - eigen.eigenvectors() * eigen.eigenvalues().asDiagonal()).norm(),
      1e-13);
  EXPECT_EQ(SymmetricEigen(k, kEigenvaluesOnly).eigenvectors().size(), 0);
  const PencilEigen pencil = pencil_eigen(k, 4.0 * Matrix::Identity(n, n));
  ASSERT_TRUE(pencil.converged);
  EXPECT_LT((4.0 * pencil.values - eigen.eigenvalues()).norm(), 1e-13);
  EXPECT_FALSE(pencil_eigen(k * std::numeric_limits<double>::quiet_NaN(), k).converged);
}

template <int n>
void fixed_size_agrees(Dice* dice) {
  const Matrix a = stiff(dice, n);
  const SymmetricEigenOf<n> fixed(a);
  EXPECT_LT((fixed.eigenvalues() - SymmetricEigen(a).eigenvalues()).norm(), 1e-12) << n;
  EXPECT_LT(
      (a * fixed.eigenvectors() - fixed.eigenvectors() * fixed.eigenvalues().asDiagonal()).norm(),
      1e-12)
      << n;
}

TEST(SymmetricEigen, OfFixedSizesAgrees) {
  Dice dice(1);
  fixed_size_agrees<3>(&dice);
  fixed_size_agrees<6>(&dice);
}

TEST(Cholesky, SolvesByItsFactorFromBothSides) {
  Dice dice(2);
  const Matrix a = stiff(&dice, 9), b = drawn(&dice, 9, 4);
  const Cholesky factor(a);
  ASSERT_TRUE(factor.positive());
  EXPECT_LT((a * factor.solve(b) - b).norm(), 1e-12);
  EXPECT_LT((a * factor.solve(Vector(b.col(0))) - b.col(0)).norm(), 1e-12);
  EXPECT_LT((a * factor.inverse() - Matrix::Identity(9, 9)).norm(), 1e-12);
  const Matrix half = factor.solve_lower(b);  // L^-1 B
  EXPECT_LT((half.transpose() * half - b.transpose() * factor.solve(b)).norm(), 1e-12);
  EXPECT_LT((factor.divide_by_upper(b.transpose()) - half.transpose()).norm(), 1e-12);
  EXPECT_FALSE(Cholesky(-a).positive());
}

TEST(PivotedCholesky, SolvesAndShowsIndefiniteness) {
  Dice dice(3);
  const Matrix a = stiff(&dice, 7), b = drawn(&dice, 7, 3);
  const PivotedCholesky factor(a);
  EXPECT_GT(factor.pivots().minCoeff(), 0.0);
  EXPECT_LT((a * factor.solve(b) - b).norm(), 1e-12);
  EXPECT_LT((factor.divide(b.transpose()) * a - b.transpose()).norm(), 1e-12);
  EXPECT_LT(PivotedCholesky(-a).pivots().maxCoeff(), 0.0);
}

template <int m, int n>
void condenses(Dice* dice) {
  const Matrix a = stiff(dice, n), c = drawn(dice, m, n);
  Eigen::Matrix<double, m, m> k = Eigen::Matrix<double, m, m>::Identity();
  condense_inner(Eigen::Matrix<double, n, n>(a), Eigen::Matrix<double, m, n>(c), &k);
  const Matrix expected = Matrix::Identity(m, m) - c * SmallLu(a).solve(Matrix(c.transpose()));
  EXPECT_LT((k - expected).norm(), 1e-11) << m;
}

TEST(CondenseInner, TakesTheSchurComplement) {
  Dice dice(4);
  condenses<8, 4>(&dice);
  condenses<24, 9>(&dice);
}

TEST(SmallLu, SolvesAndInverts) {
  Dice dice(5);
  const Matrix a = drawn(&dice, 6, 6) + 3.0 * Matrix::Identity(6, 6), b = drawn(&dice, 6, 2);
  EXPECT_LT((a * SmallLu(a).solve(b) - b).norm(), 1e-12);
  EXPECT_LT((a * inverse(a) - Matrix::Identity(6, 6)).norm(), 1e-12);
  EXPECT_LT((a * inverse_of_six(a) - Matrix::Identity(6, 6)).norm(), 1e-12);
  const ExtendedMatrix wide = a.cast<long double>(), right = b.cast<long double>();
  EXPECT_LT(static_cast<double>((wide * solve_extended(wide, right) - right).norm()), 1e-16);
}

TEST(Kernel, HoldsWhatTheRowsDoNotSee) {
  Dice dice(6);
  const Matrix a = drawn(&dice, 4, 2) * drawn(&dice, 2, 6);  // of rank 2
  const Matrix unseen = kernel(a, 1e-10);
  ASSERT_EQ(unseen.cols(), 4);
  EXPECT_LT((a * unseen).norm(), 1e-12);
  EXPECT_EQ(kernel(Matrix::Identity(3, 3), 1e-10).cols(), 0);
}

TEST(Orthogonal, CompletesAndPivots) {
  Dice dice(7);
  Matrix a = drawn(&dice, 7, 3);
  const Matrix rest = complement_of_independent(a);
  ASSERT_EQ(rest.cols(), 4);
  EXPECT_LT((rest.transpose() * rest - Matrix::Identity(4, 4)).norm(), 1e-13);
  EXPECT_LT((rest.transpose() * a).norm(), 1e-13);
  a.col(1) = 2.0 * a.col(0);
  EXPECT_EQ(complement(a).cols(), 5);
  EXPECT_LT((complement(a).transpose() * a).norm(), 1e-13);
  const PivotedColumns columns = pivoted_columns(a);
  EXPECT_EQ(columns.rank, 2);
  EXPECT_NE(std::find(columns.order.begin(), columns.order.begin() + 2, 1), columns.order.end());
}

TEST(MinimumNorm, IsTheShortestOfTheClosest) {
  Dice dice(8);
  const Matrix a = drawn(&dice, 5, 2) * drawn(&dice, 2, 4), b = drawn(&dice, 5, 3);
  const MinimumNorm solver(a);
  const Matrix x = solver.solve(b);
  EXPECT_LT((a.transpose() * (a * x - b)).norm(), 1e-12);       // closest
  EXPECT_LT((kernel(a, 1e-10).transpose() * x).norm(), 1e-12);  // nothing of the kernel
  EXPECT_LT((solver.pseudo_inverse() * b - x).norm(), 1e-12);
  EXPECT_LT((solver.solve(Vector(b.col(0))) - x.col(0)).norm(), 1e-12);
  const Eigen::Matrix3d flat = Eigen::Vector3d(1.0, 2.0, 0.0).asDiagonal();
  EXPECT_LT((minimum_norm(flat, Vector3(1.0, 2.0, 5.0)) - Vector3(1.0, 1.0, 0.0)).norm(), 1e-14);
  const Matrix tall = drawn(&dice, 6, 3), right = drawn(&dice, 6, 1);
  EXPECT_LT((tall.transpose() * (tall * least_squares_pivoted(tall, right) - right)).norm(), 1e-13);
}

}  // namespace
}  // namespace mortise::gen
