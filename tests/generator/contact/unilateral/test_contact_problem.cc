#include <gtest/gtest.h>

#include <limits>

#include "generator/contact/unilateral/contact_problem.hpp"
#include "generator/ground/dense/orthogonal.hpp"
#include "generator/ground/text/error.hpp"
#include "tests/generator/contact/oracle/random_problem.hpp"
#include "tests/generator/contact/oracle/restrict.hpp"
#include "tests/generator/contact/unilateral/single_contact.hpp"

namespace mortise::gen {
namespace {

TEST(Cone, ProjectionIsTheNearestPointOfTheCone) {
  RandomSource source(3);
  for (int k = 0; k < 2000; ++k) {
    const double mu = k % 5 == 0 ? 0.0 : source.uniform(0.0, 1.5);
    Vector force(3);
    for (double& f : force) f = source.uniform(-1.0, 1.0);
    const Vector p = project_on_cone(force, mu);
    EXPECT_LE(p.tail(2).norm(), mu * p(0) + 1e-15);
    EXPECT_GE(p(0), 0.0);
    // Moreau: what is cut off is orthogonal to the projection and lies in the polar cone
    const Vector cut = force - p;
    EXPECT_NEAR(cut.dot(p), 0.0, 1e-15);
    EXPECT_LE(cut(0) + mu * cut.tail(2).norm(), 1e-15);
  }
}

TEST(Cone, WithoutTangentsItIsTheHalfLine) {
  EXPECT_EQ(project_on_cone(Vector::Constant(1, -2.0), 0.0)(0), 0.0);
  EXPECT_EQ(project_on_cone(Vector::Constant(1, 2.0), 0.0)(0), 2.0);
}

TEST(Residual, IsZeroAtTheClosedFormAndSeesEveryKindOfError) {
  const double g_n = 0.5, g_t = 0.8, mu = 0.3;
  const Vector b = Eigen::Vector3d(-1.0, 0.6, -0.8);
  const InterfaceProblem p = single_contact(b, g_n, g_t, mu);
  const Vector exact = single_contact_force(b, g_n, g_t, mu);
  const Violations v = violations(p, exact);
  EXPECT_LT(v.residual, 1e-15);
  EXPECT_LT(v.gap + v.cone + v.signorini + v.dissipation, 1e-15);

  const Vector penetrating = 0.9 * exact;
  EXPECT_NEAR(violations(p, penetrating).gap, 0.1, 1e-14);
  EXPECT_GT(residual(p, penetrating), 1e-2);

  Vector outside = exact;
  outside.tail(2) *= 1.1;
  EXPECT_NEAR(violations(p, outside).cone, 0.1 * mu, 1e-14);
  EXPECT_GT(residual(p, outside), 1e-3);

  Vector askew = exact;
  askew.tail<2>() = Eigen::Rotation2Dd(0.1) * Eigen::Vector2d(exact(1), exact(2));
  EXPECT_GT(violations(p, askew).dissipation, 1e-4);
  EXPECT_GT(residual(p, askew), 1e-3);

  const InterfaceProblem leaving = single_contact(-b, g_n, g_t, mu);
  EXPECT_GT(violations(leaving, exact).signorini, 0.5);
  EXPECT_GT(residual(leaving, exact), 0.5);
}

TEST(Residual, DoesNotDependOnTheUnitOfForce) {
  RandomSource source(4);
  const InterfaceProblem p = random_problem(source, {}).problem;
  InterfaceProblem scaled = p;
  scaled.G *= 1e6;
  const Vector lambda = Vector::Constant(p.b.size(), 0.7);
  EXPECT_NEAR(residual(scaled, 1e-6 * lambda), residual(p, lambda), 1e-12);
}

TEST(InterfaceProblem, EmbeddingKeepsTheResidualAndRestrictingUndoesIt) {
  RandomSource source(5);
  RandomProblemOptions options;
  options.directions = 2;
  const InterfaceProblem planar = random_problem(source, options).problem;
  const InterfaceProblem spatial = embedded(planar);
  ASSERT_EQ(spatial.b.size(), 3 * planar.contacts());
  const InterfaceProblem back = restricted(spatial, 2);
  EXPECT_EQ(back.G, planar.G);
  EXPECT_EQ(back.b, planar.b);
  Vector lambda = Vector::Zero(spatial.b.size());
  Vector planar_lambda(planar.b.size());
  for (Eigen::Index i = 0; i < planar.b.size(); ++i) planar_lambda(i) = source.uniform(-1.0, 1.0);
  for (Eigen::Index i = 0; i < planar.contacts(); ++i) {
    lambda.segment(3 * i, 2) = planar_lambda.segment(2 * i, 2);
  }
  EXPECT_NEAR(residual(spatial, lambda), residual(planar, planar_lambda), 1e-15);
}

TEST(InterfaceProblem, MalformedDataAreNamed) {
  InterfaceProblem p = single_contact(Eigen::Vector3d(-1.0, 0.0, 0.0), 1.0, 1.0, 0.3);
  EXPECT_NO_THROW(check(p));
  InterfaceProblem asymmetric = p;
  asymmetric.G(0, 1) = 0.1;
  EXPECT_THROW(check(asymmetric), Error);
  asymmetric.symmetric = false;
  EXPECT_NO_THROW(check(asymmetric));
  InterfaceProblem negative = p;
  negative.mu(0) = -0.1;
  EXPECT_THROW(check(negative), Error);
  InterfaceProblem infinite = p;
  infinite.b(2) = std::numeric_limits<double>::infinity();
  EXPECT_THROW(check(infinite), Error);
  InterfaceProblem short_b = p;
  short_b.b.conservativeResize(2);
  EXPECT_THROW(check(short_b), Error);
  EXPECT_THROW(violations(p, Vector::Zero(2)), Error);
  EXPECT_THROW(restricted(restricted(p, 1), 2), Error);
}

TEST(RandomProblem, HasTheStatedRankAndRepeatsItself) {
  RandomProblemOptions options;
  for (const bool full : {true, false}) {
    options.full_rank = full;
    RandomSource source(6), again(6);
    for (int k = 0; k < 200; ++k) {
      const RandomProblem a = random_problem(source, options);
      const RandomProblem b = random_problem(again, options);
      ASSERT_EQ(a.problem.G, b.problem.G);
      ASSERT_NO_THROW(check(a.problem));
      EXPECT_EQ(pivoted_columns(a.problem.G, 1e-11).rank, a.rank);
      EXPECT_EQ(full, a.rank == a.problem.G.rows());
    }
  }
}

}  // namespace
}  // namespace mortise::gen
