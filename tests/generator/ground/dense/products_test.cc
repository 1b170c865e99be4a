// Products of what lies in memory go through functions that are compiled once: bit for bit what
// Eigen makes of the same operands in other types.
#include "generator/ground/numbers/products.hpp"

#include <gtest/gtest.h>

#include <cstring>

#include "generator/ground/numbers/dice.hpp"
#include "generator/ground/numbers/matrix.hpp"

namespace mortise::gen {
namespace {

// Eigen multiplies these by itself.
using Foreign = Eigen::Map<const Matrix>;
using ByRows = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
Foreign foreign(const Matrix& m) { return {m.data(), m.rows(), m.cols()}; }

static_assert(Eigen::mortise_products::kViewed<Matrix, Matrix>);
static_assert(Eigen::mortise_products::kViewed<Eigen::Transpose<const Matrix>, Vector>);
static_assert(!Eigen::mortise_products::kViewed<Foreign, Matrix>);
static_assert(!Eigen::mortise_products::kViewed<Eigen::Matrix3d, Matrix>);

Matrix noise(Dice* dice, Eigen::Index rows, Eigen::Index cols) {
  Matrix m(rows, cols);
  for (double& x : m.reshaped()) x = dice->between(-1.0, 1.0);
  return m;
}

bool same(const Matrix& a, const Matrix& b) {
  return a.rows() == b.rows() && a.cols() == b.cols() &&
         (a.size() == 0 || std::memcmp(a.data(), b.data(),
                                       static_cast<std::size_t>(a.size()) * sizeof(double)) == 0);
}

// Sizes on all sides of Eigen's limits: vectors, few coefficients, one block and several.
Eigen::Index size(Dice* dice) {
  switch (dice->below(4)) {
    case 0:
      return 1 + dice->below(3);
    case 1:
      return 1 + dice->below(12);
    case 2:
      return 1 + dice->below(60);
    default:
      return 1 + dice->below(400);
  }
}

TEST(Products, HaveTheBitsOfEigensOwn) {
  Dice dice(39);
  for (int draw = 0; draw < 300; ++draw) {
    const Eigen::Index m = size(&dice), k = size(&dice), n = size(&dice);
    const Matrix a = noise(&dice, m, k), b = noise(&dice, k, n), c = noise(&dice, m, n);
    const Matrix at = a.transpose(), bt = b.transpose();
    SCOPED_TRACE(testing::Message() << m << " x " << k << " x " << n);
    EXPECT_TRUE(same(a * b, foreign(a) * foreign(b)));
    EXPECT_TRUE(same(at.transpose() * b, foreign(at).transpose() * foreign(b)));
    EXPECT_TRUE(same(a * bt.transpose(), foreign(a) * foreign(bt).transpose()));
    EXPECT_TRUE(
        same(at.transpose() * bt.transpose(), foreign(at).transpose() * foreign(bt).transpose()));
    EXPECT_TRUE(same(c - a * b, c - foreign(a) * foreign(b)));
    EXPECT_TRUE(same(c + 0.3 * (a * b), c + 0.3 * (foreign(a) * foreign(b))));
    EXPECT_TRUE(same((a * b).transpose(), (foreign(a) * foreign(b)).transpose()));
  }
}

TEST(Products, OfBlocksAndIntoBlocksHaveTheBitsOfEigensOwn) {
  Dice dice(40);
  for (int draw = 0; draw < 200; ++draw) {
    const Eigen::Index m = size(&dice), k = size(&dice), n = size(&dice);
    const Matrix a = noise(&dice, m + 3, k + 2), b = noise(&dice, k + 1, n + 2);
    const Matrix own_a = a.block(2, 1, m, k), own_b = b.block(1, 2, k, n);
    Matrix c = noise(&dice, m + 2, n + 1), expected = c;
    c.block(1, 1, m, n) += a.block(2, 1, m, k) * b.block(1, 2, k, n);
    Matrix added = expected.block(1, 1, m, n);
    added += foreign(own_a) * foreign(own_b);
    expected.block(1, 1, m, n) = added;
    EXPECT_TRUE(same(c, expected)) << m << " x " << k << " x " << n;
    const ByRows rows = a.block(2, 1, m, k) * b.block(1, 2, k, n);
    const ByRows expected_rows = foreign(own_a) * foreign(own_b);
    EXPECT_TRUE(same(rows, expected_rows)) << m << " x " << k << " x " << n;
  }
}

TEST(Products, WithVectorsHaveTheBitsOfEigensOwn) {
  Dice dice(41);
  for (int draw = 0; draw < 300; ++draw) {
    const Eigen::Index m = size(&dice), k = size(&dice);
    const Matrix a = noise(&dice, m, k), at = a.transpose();
    const Vector x = noise(&dice, k, 1).col(0), y = noise(&dice, m, 1).col(0);
    const Eigen::Map<const Vector> foreign_x(x.data(), x.size());
    EXPECT_TRUE(same(a * x, foreign(a) * foreign_x)) << m << " x " << k;
    EXPECT_TRUE(same(at.transpose() * x, foreign(at).transpose() * foreign_x)) << m << " x " << k;
    EXPECT_TRUE(same(y - a * x, y - foreign(a) * foreign_x)) << m << " x " << k;
    Matrix wide = Matrix::Zero(m, 2), expected = wide;
    wide.col(1).noalias() -= a * x;
    Vector taken = expected.col(1);
    taken.noalias() -= foreign(a) * foreign_x;
    expected.col(1) = taken;
    EXPECT_TRUE(same(wide, expected)) << m << " x " << k;
  }
}

// What overlaps is evaluated first, as with Eigen's own operands.
TEST(Products, MayStandOnBothSides) {
  Dice dice(42);
  const Matrix turn = noise(&dice, 9, 9), start = noise(&dice, 9, 9);
  Matrix x = start;
  x = x * turn;
  EXPECT_TRUE(same(x, foreign(start) * foreign(turn)));
  x = start;
  x -= turn * x;
  EXPECT_TRUE(same(x, start - foreign(turn) * foreign(start)));
}

TEST(Products, OfNothingAreNothingOrZero) {
  const Matrix none(3, 0), across(0, 2);
  EXPECT_TRUE(same(none * across, Matrix::Zero(3, 2)));
  EXPECT_EQ((across * Vector::Ones(2)).size(), 0);
  EXPECT_TRUE(same(none * Vector(0), Vector::Zero(3)));
}

}  // namespace
}  // namespace mortise::gen
