#include "generator/contact/unilateral/semismooth_newton.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <iostream>

#include "generator/contact/unilateral/lemke.hpp"
#include "tests/generator/contact/oracle/enumeration.hpp"
#include "tests/generator/contact/oracle/random_problem.hpp"
#include "tests/generator/contact/oracle/restrict.hpp"
#include "tests/generator/contact/unilateral/single_contact.hpp"

namespace mortise::gen {
namespace {

class RoundCone : public testing::TestWithParam<bool> {};

TEST_P(RoundCone, TenThousandProblemsAreSolved) {
  const bool full_rank = GetParam();
  const std::uint64_t seed = full_rank ? 301 : 302;
  RandomSource source(seed);
  RandomProblemOptions options;
  options.full_rank = full_rank;
  double worst = 0.0;
  long contacts = 0, active = 0, sliding = 0, rank = 0, rows = 0, iterations = 0;
  int hard = 0;
  for (int k = 0; k < 5000; ++k) {
    const RandomProblem random = random_problem(source, options);
    const InterfaceProblem& p = random.problem;
    const NewtonResult result = semismooth_newton(p);
    worst = std::max(worst, result.residual);
    hard += result.runs > 1;
    iterations += result.iterations;
    contacts += p.contacts();
    rank += random.rank;
    rows += p.b.size();
    for (Eigen::Index i = 0; i < p.contacts(); ++i) {
      const bool closed = result.lambda(3 * i) > 1e-12 * largest_entry(result.lambda);
      active += closed;
      sliding += closed && result.velocity.segment(3 * i + 1, 2).norm() > 1e-9 * largest_entry(p.b);
    }
  }
  std::cout << "round cone: 5000 problems, xoshiro256** seed " << seed << ", nc 1..6, mu <= 0.8, "
            << "rank/rows " << static_cast<double>(rank) / rows << ", active share "
            << static_cast<double>(active) / contacts << ", of these sliding "
            << static_cast<double>(sliding) / active << "\n  worst residual " << worst
            << ", plain Newton not enough " << hard << ", iterations per problem "
            << static_cast<double>(iterations) / 5000 << "\n";
  EXPECT_LE(worst, 1e-10);
}

INSTANTIATE_TEST_SUITE_P(Rank, RoundCone, testing::Bool(),
                         [](const testing::TestParamInfo<bool>& info) {
                           return info.param ? "regular" : "singular";
                         });

TEST(SemismoothNewton, WithoutFrictionItFindsTheEnumeratedMotion) {
  RandomSource source(303);
  RandomProblemOptions options;
  options.max_friction = 0.0;
  double worst = 0.0;
  for (int k = 0; k < 2000; ++k) {
    options.full_rank = k % 2 == 0;
    const InterfaceProblem p = random_problem(source, options).problem;
    const NewtonResult result = semismooth_newton(p);
    ASSERT_TRUE(result.converged) << result.residual;
    const Enumeration all = enumerate_solutions(restricted(p, 1));
    ASSERT_EQ(all.distinct_velocities, 1);
    const Vector normal = result.velocity(Eigen::seqN(0, p.contacts(), 3));
    worst = std::max(worst, largest_entry(normal - all.solutions[0].velocity) / largest_entry(p.b));
  }
  EXPECT_LE(worst, 1e-9);
}

TEST(SemismoothNewton, ForcesTurnWithTheTangents) {
  RandomSource source(304);
  RandomProblemOptions options;
  options.max_friction = 0.3;
  for (int k = 0; k < 300; ++k) {
    const InterfaceProblem p = random_problem(source, options).problem;
    Matrix turn = Matrix::Identity(p.b.size(), p.b.size());
    for (Eigen::Index i = 0; i < p.contacts(); ++i) {
      turn.block(3 * i + 1, 3 * i + 1, 2, 2) =
          Eigen::Rotation2Dd(source.uniform(-3.0, 3.0)).toRotationMatrix();
    }
    InterfaceProblem turned = p;
    const Matrix G = turn * p.G * turn.transpose();
    turned.G = 0.5 * (G + G.transpose());
    turned.b = turn * p.b;
    const Vector lambda = semismooth_newton(p).lambda;
    const Vector expected = turn * lambda;
    EXPECT_LT((semismooth_newton(turned).lambda - expected).norm(), 1e-9 * (1.0 + lambda.norm()));
  }
}

// An independent look at the round cone: Lemke on inscribed pyramids must approach Newton's forces
// with the square of the angle between the edges.
TEST(SemismoothNewton, IsTheLimitOfPyramids) {
  RandomSource source(305);
  RandomProblemOptions options;
  options.max_contacts = 3;
  options.max_friction = 0.3;
  for (int k = 0; k < 40; ++k) {
    const InterfaceProblem p = random_problem(source, options).problem;
    const Vector exact = semismooth_newton(p).velocity;
    double error[2];
    const int edges[2] = {16, 64};
    for (int e = 0; e < 2; ++e) {
      const LemkeResult pyramid = lemke(pyramid_lcp(p, edges[e]));
      ASSERT_EQ(pyramid.status, LemkeStatus::solved);
      const Vector u = p.G * pyramid_forces(p, edges[e], pyramid.z) + p.b;
      error[e] = largest_entry(u - exact) / largest_entry(p.b);
    }
    EXPECT_LT(error[0], 0.1);
    EXPECT_LT(error[1], 0.025);
  }
}

// From a solution Newton must see that nothing is left to do.
TEST(SemismoothNewton, StartedFromASolutionStaysThere) {
  RandomSource source(306);
  const InterfaceProblem p = random_problem(source, {}).problem;
  const NewtonResult first = semismooth_newton(p);
  const NewtonResult again = semismooth_newton(p, {}, first.lambda);
  EXPECT_LE(again.iterations, 1);
  EXPECT_LT((again.lambda - first.lambda).norm(), 1e-12 * first.lambda.norm());
}

TEST(SemismoothNewton, ReportsWhatItDidNotSolve) {
  RandomSource source(307);
  RandomProblemOptions options;
  options.min_contacts = 6;
  options.min_friction = 0.5;
  SemismoothOptions no_work;
  no_work.max_iterations = 0;
  no_work.max_starts = 0;
  const InterfaceProblem p = random_problem(source, options).problem;
  const NewtonResult result = semismooth_newton(p, no_work);
  EXPECT_FALSE(result.converged);
  EXPECT_NEAR(result.residual, residual(p, result.lambda), 0.0);
  EXPECT_GT(result.residual, 1e-6);
}

}  // namespace
}  // namespace mortise::gen
