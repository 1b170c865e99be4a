#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "generator/ground/dense/decompositions.hpp"
#include "generator/ground/text/error.hpp"
#include "generator/reduce/film/hyper_reduction.hpp"
#include "tests/generator/reduce/film/small_film.hpp"

namespace mortise::gen {
namespace {

// Residuals that are combinations of a few smooth columns.
class SampledRows_ : public testing::Test {
 protected:
  void SetUp() override {
    problem_.first = 1;
    problem_.unknowns = kRows;
    problem_.x = Vector::LinSpaced(kRows + 2, 0.0, 1.0);
    problem_.rows.cell = Vector::Ones(kRows + 2);
    Matrix raw = Matrix::Zero(kRows + 2, 4);
    for (int k = 0; k < 4; ++k) {
      raw.col(k).segment(1, kRows) =
          (std::acos(-1.0) * (k + 1) * problem_.x.segment(1, kRows)).array().sin();
    }
    shapes_ = orthonormal(raw);
    columns_ = Matrix(kRows, 6);
    for (int k = 0; k < 6; ++k) {
      columns_.col(k) = (problem_.x.segment(1, kRows).array() * (2.0 + 1.7 * k) + 0.3 * k).cos();
    }
    const auto mixed = [&](unsigned seed) {
      Matrix m(kRows, kStates);
      for (unsigned j = 0; j < kStates; ++j)
        m.col(j) = columns_ * random_vector(6, -1.0, 1.0, seed + j);
      return m;
    };
    training_.residual = mixed(1);
    training_.carried = mixed(100);
    training_.tangent = mixed(200);
    training_.scale = Vector::Ones(kStates);
    training_.answer.assign(kStates, Matrix::Identity(4, 4));
  }

  HyperReductionInput input() const { return {&problem_, &shapes_, &training_}; }

  // Largest error of T t against V^T t over fresh combinations.
  double error(const SampledRows& s) const {
    double largest = 0.0;
    for (unsigned seed = 500; seed < 520; ++seed) {
      const Vector t = columns_ * random_vector(6, -1.0, 1.0, seed);
      Vector at(static_cast<Eigen::Index>(s.rows.size()));
      for (std::size_t j = 0; j < s.rows.size(); ++j)
        at[static_cast<Eigen::Index>(j)] = t[s.rows[j] - 1];
      const Vector exact = shapes_.middleRows(1, kRows).transpose() * t;
      largest = std::max(largest, (s.test * at - exact).norm() / exact.norm());
    }
    return largest;
  }

  static constexpr int kRows = 30;
  static constexpr unsigned kStates = 15;
  FilmProblemData problem_;
  Matrix shapes_, columns_;
  ResidualTraining training_;
};

TEST_F(SampledRows_, InterpolationIsExactOnItsSpan) {
  for (const ReductionMethod method : {ReductionMethod::deim, ReductionMethod::qdeim}) {
    const SampledRows s = choose_rows({method, 6, 0.0}, input());
    ASSERT_EQ(s.rows.size(), 6U);
    EXPECT_TRUE(std::is_sorted(s.rows.begin(), s.rows.end()));
    EXPECT_EQ(std::set<int>(s.rows.begin(), s.rows.end()).size(), 6U);
    EXPECT_LT(error(s), 1e-10);
  }
}

TEST_F(SampledRows_, LeastSquaresIsExactOnItsSpan) {
  const SampledRows s = choose_rows({ReductionMethod::gappy, 12, 0.0}, input());
  ASSERT_EQ(s.rows.size(), 12U);
  EXPECT_LT(error(s), 1e-10);
}

TEST_F(SampledRows_, PositiveWeightsMeetTheirTolerance) {
  const SampledRows s = choose_rows({ReductionMethod::ecsw, 0, 1e-8}, input());
  EXPECT_LE(s.rows.size(), 24U);  // 4 shapes x 6 columns: no more conditions than that
  EXPECT_LT(error(s), 1e-5);
  for (std::size_t j = 0; j < s.rows.size(); ++j) {  // column j = weight x row of V
    const auto k = static_cast<Eigen::Index>(j);
    const Vector row = shapes_.row(s.rows[j]).transpose();
    const double weight = s.test.col(k).dot(row) / row.squaredNorm();
    EXPECT_GT(weight, 0.0);
    EXPECT_LT((s.test.col(k) - weight * row).norm(), 1e-12);
  }
  const SampledRows coarse = choose_rows({ReductionMethod::ecsw, 0, 0.1}, input());
  EXPECT_LT(coarse.rows.size(), s.rows.size());
  EXPECT_GE(coarse.rows.size(), 4U);
}

// Blocks that no subset of rows satisfies leave every row with weight one.
TEST_F(SampledRows_, AllRowsAreExact) {
  training_.residual = Matrix::Identity(kRows, kRows);
  training_.carried = training_.tangent = training_.residual;
  training_.scale = Vector::Ones(kRows);
  training_.answer.assign(kRows, Matrix::Identity(4, 4));
  const SampledRows s = choose_rows({ReductionMethod::ecsw, 0, 1e-12}, input());
  ASSERT_EQ(s.rows.size(), static_cast<std::size_t>(kRows));
  EXPECT_LT((s.test - shapes_.middleRows(1, kRows).transpose()).norm(), 1e-9);
}

TEST_F(SampledRows_, PointsHaveWeightOne) {
  const SampledRows s = choose_rows({ReductionMethod::points, 6, 0.0}, input());
  ASSERT_EQ(s.rows.size(), 6U);
  for (std::size_t j = 0; j < 6; ++j) {
    const auto k = static_cast<Eigen::Index>(j);
    EXPECT_LT((s.test.col(k) - shapes_.row(s.rows[j]).transpose()).norm(), 1e-14);
  }
}

TEST_F(SampledRows_, RefusesFewerRowsThanShapes) {
  EXPECT_THROW(choose_rows({ReductionMethod::deim, 3, 0.0}, input()), Error);
  EXPECT_THROW(choose_rows({ReductionMethod::deim, 20, 0.0}, input()), Error);
}

TEST_F(SampledRows_, WatchedRowsAreOthers) {
  const std::vector<int> sampled{3, 4, 5, 20};
  const std::vector<int> watched = watched_rows(input(), sampled, 5);
  ASSERT_EQ(watched.size(), 5U);
  for (std::size_t j = 0; j < 5; ++j) {
    EXPECT_EQ(std::count(sampled.begin(), sampled.end(), watched[j]), 0);
    EXPECT_GE(watched[j], 1);
    EXPECT_LE(watched[j], kRows);
    if (j > 0) {
      EXPECT_GT(watched[j], watched[j - 1] + 1);
    }
  }
}

// By hand: column 1 peaks at row 2; column 2 less its value there peaks at row 0.
TEST(Deim, RowsByHand) {
  Matrix shapes(4, 2);
  shapes << 0.1, 0.9, 0.2, 0.1, 0.9, 0.2, 0.3, 0.3;
  EXPECT_EQ(deim_rows(shapes), (std::vector<int>{2, 0}));
  EXPECT_EQ(joint_rows(shapes, shapes), (std::vector<int>{2, 0}));
}

TEST(Deim, PivotsByHand) {
  Matrix shapes(3, 2);
  shapes << 3.0, 0.0, 2.9, 0.1, 0.0, 1.0;  // row 1 is nearly row 0: not chosen next to it
  EXPECT_EQ(qdeim_rows(shapes), (std::vector<int>{0, 2}));
}

}  // namespace
}  // namespace mortise::gen
