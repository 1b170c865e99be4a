#include "generator/contact/unilateral/lemke.hpp"

#include <gtest/gtest.h>

#include <limits>

#include "generator/ground/text/error.hpp"
#include "tests/generator/contact/oracle/lemke_solver.hpp"
#include "tests/generator/contact/oracle/random_problem.hpp"

namespace mortise::gen {
namespace {

void expect_solution(const LinearComplementarity& lcp, const LemkeResult& r) {
  ASSERT_EQ(r.status, LemkeStatus::solved);
  EXPECT_GE(r.z.minCoeff(), -1e-12);
  EXPECT_GE(r.w.minCoeff(), -1e-12);
  EXPECT_NEAR(r.z.dot(r.w), 0.0, 1e-12);
  EXPECT_LT((lcp.M * r.z + lcp.q - r.w).norm(), 1e-12);
}

TEST(Lemke, SolvesAPositiveDefiniteProblemOnPaper) {
  const LinearComplementarity lcp{(Matrix(2, 2) << 2, 1, 1, 2).finished(),
                                  Eigen::Vector2d(-5.0, -6.0)};
  const LemkeResult r = lemke(lcp);
  expect_solution(lcp, r);
  EXPECT_NEAR(r.z(0), 4.0 / 3.0, 1e-14);
  EXPECT_NEAR(r.z(1), 7.0 / 3.0, 1e-14);
}

TEST(Lemke, NeedsNoPivotWhereNothingPresses) {
  const LemkeResult r = lemke({Matrix::Identity(3, 3), Vector::Ones(3)});
  EXPECT_EQ(r.status, LemkeStatus::solved);
  EXPECT_EQ(r.pivots, 0);
  EXPECT_EQ(r.z, Vector::Zero(3));
}

TEST(Lemke, EndsOnARayWhereNoSolutionExists) {
  EXPECT_EQ(lemke({-Matrix::Identity(1, 1), -Vector::Ones(1)}).status, LemkeStatus::ray);
  const Matrix M = (Matrix(2, 2) << 0, -1, -1, 0).finished();
  EXPECT_EQ(lemke({M, Eigen::Vector2d(-1.0, -2.0)}).status, LemkeStatus::ray);
}

TEST(Lemke, KeepsItsPivotLimit) {
  RandomSource source(2);
  RandomProblemOptions options;
  options.directions = 1;
  options.min_contacts = options.max_contacts = 6;
  options.approaching = 1.0;
  const LinearComplementarity lcp = frictionless_lcp(random_problem(source, options).problem);
  const LemkeResult cut = lemke(lcp, 1);
  EXPECT_EQ(cut.status, LemkeStatus::pivot_limit);
  EXPECT_EQ(cut.pivots, 1);
  expect_solution(lcp, lemke(lcp));
}

// Every ratio ties: without a lexicographic rule the choice of the row is arbitrary and may cycle.
TEST(Lemke, TerminatesOnTies) {
  for (int m = 2; m <= 12; ++m) {
    const LinearComplementarity equal{Matrix::Ones(m, m), -Vector::Ones(m)};
    expect_solution(equal, lemke(equal));
    Matrix cyclic = Matrix::Identity(m, m);
    for (int i = 0; i < m; ++i) cyclic(i, (i + 1) % m) += 2.0;
    const LinearComplementarity ring{cyclic, -Vector::Ones(m)};
    expect_solution(ring, lemke(ring));
  }
}

// One planar friction problem in Schurzig's three and Stewart's and Trinkle's four unknowns.
TEST(Lemke, BothPlanarFormsGiveTheSameForces) {
  RandomSource source(9);
  RandomProblemOptions options;
  options.directions = 2;
  options.max_friction = 0.3;
  for (int k = 0; k < 500; ++k) {
    const InterfaceProblem p = random_problem(source, options).problem;
    const LemkeContactResult schurzig = solve_by_lemke(p);
    ASSERT_EQ(schurzig.status, LemkeStatus::solved);
    EXPECT_FALSE(schurzig.pyramid);
    const LemkeResult pyramid = lemke(pyramid_lcp(p, 2));
    ASSERT_EQ(pyramid.status, LemkeStatus::solved);
    const Vector lambda = pyramid_forces(p, 2, pyramid.z);
    EXPECT_LT((lambda - schurzig.lambda).norm(), 1e-9 * (1.0 + lambda.norm()));
  }
}

TEST(Lemke, MalformedProblemsAreNamed) {
  EXPECT_THROW(lemke({Matrix::Identity(2, 2), Vector::Ones(3)}), Error);
  const double nan = std::numeric_limits<double>::quiet_NaN();
  EXPECT_THROW(lemke({Matrix::Constant(1, 1, nan), Vector::Ones(1)}), Error);
  InterfaceProblem round;
  round.G = Matrix::Identity(3, 3);
  round.b = Vector::Zero(3);
  round.mu = Vector::Zero(1);
  EXPECT_THROW(solve_by_lemke(round), Error);
  EXPECT_THROW(pyramid_lcp(round, 2), Error);
}

}  // namespace
}  // namespace mortise::gen
