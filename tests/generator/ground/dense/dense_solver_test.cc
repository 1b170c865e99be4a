#include "generator/ground/dense/dense_solver.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <random>
#include <thread>
#include <vector>

#include "generator/ground/text/error.hpp"

namespace mortise::gen {
namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
constexpr double kInfinity = std::numeric_limits<double>::infinity();

// Entries in [-1, 1), the same for equal seeds.
Matrix noise(Eigen::Index rows, Eigen::Index cols, unsigned seed) {
  std::mt19937 generator(seed);
  return Matrix::NullaryExpr(rows, cols, [&generator] {
    return 2.0 * (static_cast<double>(generator()) / 4294967296.0) - 1.0;
  });
}

// Residual of A X = B against the size of the terms that make it up.
double backward_error(const Matrix& a, const Matrix& x, const Matrix& b) {
  const Matrix terms = a.cwiseAbs() * x.cwiseAbs() + b.cwiseAbs();
  return (a * x - b).cwiseAbs().cwiseQuotient(terms).maxCoeff();
}

TEST(DenseLu, SolvesOneAndSeveralColumnsOfManySizes) {
  DenseLu lu;
  EXPECT_FALSE(lu.ready());
  for (const Eigen::Index n : {1, 2, 7, 64, 301, 20, 0, 5}) {  // one object, sizes up and down
    const Matrix a = noise(n, n, 3);
    ASSERT_TRUE(lu.factorise(a)) << n;
    EXPECT_TRUE(lu.ready());
    EXPECT_EQ(lu.size(), n);
    Vector b = noise(n, 1, 4);
    const Vector one = b;
    lu.solve(b);
    const Matrix several = noise(n, 4, 5);
    Matrix x = several;
    lu.solve(x);
    if (n == 0) continue;
    EXPECT_LT(backward_error(a, b, one), 1e-14 * static_cast<double>(n + 10)) << n;
    EXPECT_LT(backward_error(a, x, several), 1e-14 * static_cast<double>(n + 10)) << n;
  }
}

TEST(DenseLu, SolvesBlocksInsideLargerMatrices) {
  const Matrix a = noise(6, 6, 1);
  const Matrix before = noise(9, 5, 2);
  Matrix host = before;
  DenseLu lu;
  ASSERT_TRUE(lu.factorise(a));
  lu.solve(host.block(2, 1, 6, 3));
  EXPECT_LT(backward_error(a, host.block(2, 1, 6, 3), before.block(2, 1, 6, 3)), 1e-13);
  host.block(2, 1, 6, 3) = before.block(2, 1, 6, 3);
  EXPECT_EQ(host, before);
}

TEST(DenseLu, RowsOverTwentyDecadesLoseNothing) {
  const Eigen::Index n = 60;
  const Matrix even = noise(n, n, 7) + 4.0 * Matrix::Identity(n, n);
  const Vector x = noise(n, 1, 8);
  Vector scale(n);
  for (Eigen::Index i = 0; i < n; ++i)
    scale[i] = std::pow(10.0, -10.0 + 20.0 * static_cast<double>((i * 37) % n) / (n - 1.0));
  const Matrix a = scale.asDiagonal() * even;
  DenseLu lu;
  ASSERT_TRUE(lu.factorise(a));
  Vector found = a * x;
  lu.solve(found);
  EXPECT_LT((found - x).cwiseAbs().maxCoeff(), 1e-12);
}

// Pivoting by size alone takes the first row and loses the second in rounding: x = (0, 1)
// instead of (1, 1).
TEST(DenseLu, PivotIsChosenAmongScaledRows) {
  Matrix a(2, 2);
  a << 10.0, 1e18, 1.0, 1.0;
  Vector x(2);
  x << 1e18, 2.0;
  DenseLu lu;
  ASSERT_TRUE(lu.factorise(a));
  lu.solve(x);
  EXPECT_NEAR(x[0], 1.0, 1e-15);
  EXPECT_NEAR(x[1], 1.0, 1e-15);
}

TEST(DenseLu, RefusesSingularMatrices) {
  DenseLu lu;
  Matrix a = noise(8, 8, 9);
  ASSERT_TRUE(lu.factorise(a));
  a.row(3).setZero();
  EXPECT_FALSE(lu.factorise(a));
  EXPECT_FALSE(lu.ready());
  Vector b = Vector::Ones(8);
  EXPECT_THROW(lu.solve(b), Error);
  a = noise(8, 8, 9);
  a.col(5).setZero();
  EXPECT_FALSE(lu.factorise(a));
  a = Matrix::Ones(3, 3);
  EXPECT_FALSE(lu.factorise(a));
  EXPECT_FALSE(lu.factorise(Matrix::Zero(4, 4)));
  EXPECT_TRUE(lu.factorise(noise(8, 8, 9)));  // and recovers
}

TEST(DenseLu, RefusesWhatIsNotFinite) {
  DenseLu lu;
  for (const double bad : {kNan, kInfinity, -kInfinity})
    for (Eigen::Index j = 0; j < 9; ++j) {
      Matrix a = noise(9, 9, 10);
      a((4 * j) % 9, j) = bad;
      EXPECT_FALSE(lu.factorise(a)) << bad << " in column " << j;
      EXPECT_FALSE(lu.ready());
    }
  Matrix triangular = Matrix::Identity(9, 9);  // no pivot ever meets the corner
  triangular(0, 8) = kNan;
  EXPECT_FALSE(lu.factorise(triangular));
  EXPECT_FALSE(lu.factorise(Matrix::Constant(1, 1, 1e-310)));  // its inverse overflows
}

TEST(DenseLu, NanInARightHandSideIsSeen) {
  DenseLu lu;
  ASSERT_TRUE(lu.factorise(noise(5, 5, 11)));
  for (Eigen::Index i = 0; i < 5; ++i) {
    Vector b = Vector::Ones(5);
    b[i] = kNan;
    lu.solve(b);
    EXPECT_FALSE(b.allFinite()) << i;
  }
}

TEST(DenseLu, EqualInputGivesEqualBits) {
  const Matrix a = noise(203, 203, 12);
  const Vector b = noise(203, 1, 13);
  DenseLu first;
  DenseLu second;
  ASSERT_TRUE(first.factorise(a));
  ASSERT_TRUE(second.factorise(noise(50, 50, 14)));
  ASSERT_TRUE(second.factorise(a));
  Vector x = b;
  Vector y = b;
  first.solve(x);
  second.solve(y);
  EXPECT_EQ(x, y);
}

TEST(DenseLu, SizesMustMatch) {
  DenseLu lu;
  EXPECT_THROW(lu.factorise(Matrix::Ones(3, 2)), Error);
  ASSERT_TRUE(lu.factorise(Matrix::Identity(3, 3)));
  Vector b = Vector::Ones(4);
  EXPECT_THROW(lu.solve(b), Error);
}

TEST(Products, AgreeWithTheirDefinition) {
  const Matrix a = noise(31, 17, 15);
  const Matrix b = noise(17, 12, 16);
  EXPECT_LT((product(a, b) - a * b).cwiseAbs().maxCoeff(), 1e-13);
  const Vector x = noise(17, 1, 17);
  const Vector start = noise(31, 1, 18);
  Vector y = start;
  add_product(-2.5, a, x, &y);
  EXPECT_LT((y - (start - 2.5 * (a * x))).cwiseAbs().maxCoeff(), 1e-13);
}

TEST(Products, OfBlocksInsideLargerMatrices) {
  const Matrix a = noise(40, 30, 19), b = noise(50, 20, 20);
  const Matrix left = a.block(3, 2, 7, 9), right = b.block(5, 1, 9, 4);
  EXPECT_LT(
      (product(a.block(3, 2, 7, 9), b.block(5, 1, 9, 4)) - left * right).cwiseAbs().maxCoeff(),
      1e-13);
}

TEST(Products, EmptyInnerSizeGivesZeros) {
  EXPECT_EQ(product(Matrix(3, 0), Matrix(0, 2)), Matrix::Zero(3, 2));
  Vector y = Vector::Ones(3);
  add_product(1.0, Matrix(3, 0), Vector(0), &y);
  EXPECT_EQ(y, Vector::Ones(3));
}

TEST(Products, SizesMustMatch) {
  Vector y(3);
  EXPECT_THROW(product(Matrix::Ones(2, 3), Matrix::Ones(2, 3)), Error);
  EXPECT_THROW(add_product(1.0, Matrix::Ones(2, 3), Vector::Ones(3), &y), Error);
  EXPECT_THROW(add_product(1.0, Matrix::Ones(3, 2), Vector::Ones(3), &y), Error);
}

// Threads that factorise, solve and multiply at once each get the bits that one alone gets.
// (OpenBLAS built without threads lends two of them the same buffer.)
TEST(DenseSolver, ThreadsAtOnceGetTheBitsOfOneAlone) {
  constexpr int kThreads = 4, kRounds = 20000;
  std::srand(1);
  const Matrix a = Matrix::Random(10, 10), b = Matrix::Random(10, 10), rhs = Matrix::Random(10, 3);
  struct Answer {
    Matrix product, solution;
    Vector sum;
  };
  const auto work = [&] {
    DenseLu lu;
    lu.factorise(a);
    Answer answer{product(a, b), rhs, rhs.col(0)};
    lu.solve(answer.solution);
    add_product(0.5, a, rhs.col(1), &answer.sum);
    return answer;
  };
  const Answer alone = work();
  std::array<int, kThreads> wrong{};
  std::vector<std::thread> threads;
  threads.reserve(kThreads);
  for (int& count : wrong)
    threads.emplace_back([&] {
      for (int round = 0; round < kRounds; ++round) {
        const Answer found = work();
        count += found.product != alone.product || found.solution != alone.solution ||
                 found.sum != alone.sum;
      }
    });
  for (std::thread& thread : threads) thread.join();
  for (const int count : wrong) EXPECT_EQ(count, 0);
}

}  // namespace
}  // namespace mortise::gen
