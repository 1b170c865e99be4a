// The analytic Jacobian of the Reynolds equation against central differences.
#include <gtest/gtest.h>

#include <cmath>
#include <random>
#include <string>
#include <tuple>

#include "generator/contact/film/penalty_contact.hpp"
#include "tests/generator/contact/film/gaps.hpp"

namespace mortise::gen {
namespace {

Matrix dense(const Bands& bands) {
  Matrix full = Matrix::Zero(bands.rows(), bands.rows());
  for (Eigen::Index i = 0; i < bands.rows(); ++i) {
    for (Eigen::Index k = -2; k <= 2; ++k) {
      if (i + k >= 0 && i + k < bands.rows()) {
        full(i, i + k) = bands(i, k + 2);
      } else {
        EXPECT_EQ(bands(i, k + 2), 0.0) << "outside of the matrix";
      }
    }
  }
  return full;
}

// Derivative of the residual for U (or H), column by column.
Matrix differences(const PressureLaw& law, Vector U, Vector H, const StageTerms& terms,
                   bool for_U) {
  const Eigen::Index n = law.points();
  Vector& moved = for_U ? U : H;
  Matrix out(n, n);
  for (Eigen::Index j = 0; j < n; ++j) {
    const double kept = moved[j], e = 1e-5;
    Vector up, down;
    moved[j] = kept + e;
    law.residual(U, H, terms, &up);
    moved[j] = kept - e;
    law.residual(U, H, terms, &down);
    moved[j] = kept;
    out.col(j) = (up - down) / (2.0 * e);
  }
  return out;
}

// Pressures of both signs, none within a difference of the kink at 0; rough gaps.
void rough_state(Eigen::Index n, Vector* U, Vector* H) {
  std::mt19937 random(7);
  std::uniform_real_distribution<double> size(0.1, 0.9);
  U->resize(n);
  H->resize(n);
  for (Eigen::Index i = 0; i < n; ++i) {
    (*U)[i] = (i % 5 == 2 || i % 7 == 3 ? -1.0 : 1.0) * size(random);
    (*H)[i] = 0.5 + size(random);
  }
}

enum class Nodes { line, axis, graded };
using Case = std::tuple<Nodes, Cavitation, bool, double, double>;

FilmGrid grid_of(Nodes nodes, Eigen::Index n) {
  if (nodes == Nodes::axis) return make_grid(FilmShape::axis, n, 0.0, 1.0);
  if (nodes == Nodes::line) return make_grid(FilmShape::line, n, -1.5, 1.0);
  return make_graded_grid(refined_nodes(n, -1.5, 1.0, {{0.2, 4.0, 0.3}}));
}

class ReynoldsJacobian : public testing::TestWithParam<Case> {};

void expect_central_differences(const Case& all, FilmUpwind order) {
  const auto [nodes, cavitation, moving, speed, shift] = all;
  const Eigen::Index n = 17;
  const FilmGrid grid = grid_of(nodes, n);
  const Reynolds law(grid, Lubricant(compressible(), kTestScale), 0.3, speed, cavitation, 40.0,
                     order);
  Vector U, H;
  rough_state(n, &U, &H);
  const Vector start = 0.9 * H;
  StageTerms terms;
  terms.speed_factor = 0.9;
  terms.viscosity_factor = 1.2;
  terms.shift = shift;
  terms.start = &start;
  if (moving) {
    terms.frame = 0.8;
    terms.frame_rate = 1.1;  // the wind turns within the grid
  }
  Bands by_U, by_H;
  law.jacobian(U, H, terms, &by_U, &by_H);
  for (const bool for_U : {true, false}) {
    const Matrix found = dense(for_U ? by_U : by_H);
    const Matrix wanted = differences(law, U, H, terms, for_U);
    EXPECT_LT((found - wanted).cwiseAbs().maxCoeff() / wanted.cwiseAbs().maxCoeff(), 1e-8);
    // row by row, for their sizes differ
    for (Eigen::Index i = law.first(); i < law.first() + law.unknowns(); ++i) {
      EXPECT_LT((found.row(i) - wanted.row(i)).cwiseAbs().maxCoeff(),
                1e-6 * wanted.row(i).cwiseAbs().maxCoeff() + 1e-9)
          << "row " << i << (for_U ? " for U" : " for H");
    }
    EXPECT_EQ(found.row(n - 1).cwiseAbs().maxCoeff(), 0.0);
  }
}

TEST_P(ReynoldsJacobian, AgreesWithCentralDifferences) {
  expect_central_differences(GetParam(), FilmUpwind::second_order);
  if (std::get<1>(GetParam()) == Cavitation::penalty)
    expect_central_differences(GetParam(), FilmUpwind::third_order);
}

INSTANTIATE_TEST_SUITE_P(
    Films, ReynoldsJacobian,
    testing::Combine(testing::Values(Nodes::line, Nodes::axis, Nodes::graded),
                     testing::Values(Cavitation::penalty, Cavitation::mass_conserving),
                     testing::Bool(), testing::Values(0.0, 1.3, -0.7), testing::Values(0.0, 25.0)));

TEST(PenaltyContact, PressureIsTheSquareOfThePenetration) {
  const PenaltyContact law(4, 50.0);
  EXPECT_FALSE(law.needs_gap());
  EXPECT_EQ(law.first(), 0);
  EXPECT_EQ(law.unknowns(), 4);
  Vector U(4), H(4), f, P, fill;
  U << -0.3, 2.0, -0.1, 0.7;
  H << 0.3, -0.2, 0.15, -0.05;
  law.pressure(U, &P, &fill);
  EXPECT_EQ(P[0], 0.0);
  EXPECT_EQ(P[1], 2.0);
  law.residual(U, H, StageTerms(), &f);
  EXPECT_NEAR(f[0], 0.0, 1e-15);
  EXPECT_NEAR(f[1], 0.0, 1e-15);  // 2 = 50 * 0.2^2
  EXPECT_NEAR(f[2], 0.05, 1e-15);
  EXPECT_NEAR(f[3], std::sqrt(0.7 / 50.0) - 0.05, 1e-15);
  EXPECT_EQ(law.content(U, H).cwiseAbs().maxCoeff(), 0.0);
  Bands by_U, by_H;
  law.jacobian(U, H, StageTerms(), &by_U, &by_H);
  EXPECT_LT((dense(by_U) - differences(law, U, H, StageTerms(), true)).cwiseAbs().maxCoeff(), 1e-9);
  EXPECT_LT((dense(by_H) - differences(law, U, H, StageTerms(), false)).cwiseAbs().maxCoeff(),
            1e-9);
}

}  // namespace
}  // namespace mortise::gen
