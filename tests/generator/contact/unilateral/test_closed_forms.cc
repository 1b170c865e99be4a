// Problems with an answer on paper, put to every oracle that covers them.
#include <gtest/gtest.h>

#include <vector>

#include "generator/contact/unilateral/semismooth_newton.hpp"
#include "generator/ground/text/error.hpp"
#include "tests/generator/contact/oracle/enumeration.hpp"
#include "tests/generator/contact/oracle/lemke_solver.hpp"
#include "tests/generator/contact/oracle/random_problem.hpp"
#include "tests/generator/contact/unilateral/single_contact.hpp"

namespace mortise::gen {
namespace {

// Forces of all oracles that apply to the problem.
std::vector<Vector> all_oracles(const InterfaceProblem& p) {
  std::vector<Vector> forces;
  const NewtonResult newton = semismooth_newton(p);
  EXPECT_TRUE(newton.converged) << newton.residual;
  forces.push_back(newton.lambda);
  if (p.directions < 3) {
    const LemkeContactResult lemke = solve_by_lemke(p);
    EXPECT_EQ(lemke.status, LemkeStatus::solved);
    forces.push_back(lemke.lambda);
    const Enumeration all = enumerate_solutions(p);
    EXPECT_EQ(all.solutions.size(), 1u);
    for (const EnumeratedSolution& s : all.solutions) forces.push_back(s.lambda);
  }
  return forces;
}

void expect_forces(const InterfaceProblem& p, const Vector& exact) {
  for (const Vector& lambda : all_oracles(p)) {
    EXPECT_LT((lambda - exact).norm(), 1e-11 * (1.0 + exact.norm()))
        << lambda.transpose() << " instead of " << exact.transpose();
  }
}

TEST(SingleContact, OpenStickAndSlipAreTheClosedForm) {
  const double g_n = 0.4, g_t = 0.9;
  for (const int d : {1, 2, 3}) {
    for (const double mu : {0.0, 0.2, 0.7, 3.0}) {
      for (const double b_n : {1.0, -0.01, -1.0}) {
        Vector b = Vector::Zero(d);
        b(0) = b_n;
        if (d > 1) b(1) = -0.5;
        if (d > 2) b(2) = 1.2;
        expect_forces(single_contact(b, g_n, g_t, mu), single_contact_force(b, g_n, g_t, mu));
      }
    }
  }
}

TEST(SingleContact, CouplingOfNormalAndTangentShiftsTheSlipForce) {
  InterfaceProblem p;
  p.directions = 2;
  p.G = (Matrix(2, 2) << 1.0, 0.4, 0.4, 0.8).finished();
  p.b = Eigen::Vector2d(-1.0, 5.0);
  p.mu = Vector::Constant(1, 0.5);
  const double normal = 1.0 / (1.0 - 0.5 * 0.4);  // slides to +t: lambda_t = -mu lambda_n
  expect_forces(p, Eigen::Vector2d(normal, -0.5 * normal));
}

// A micro-mechanism and a power plant: only the units differ.
TEST(Units, OfForceAndVelocityOnlyScaleTheAnswer) {
  RandomSource source(12);
  for (const int d : {1, 2, 3}) {
    RandomProblemOptions options;
    options.directions = d;
    options.max_friction = 0.3;
    const InterfaceProblem p = random_problem(source, options).problem;
    const Vector reference = semismooth_newton(p).lambda;
    for (const double g : {1e-12, 1e9}) {
      for (const double v : {1e-9, 1e6}) {
        InterfaceProblem scaled = p;
        scaled.G *= g;
        scaled.b *= v;
        for (const Vector& lambda : all_oracles(scaled)) {
          EXPECT_LT((lambda * (g / v) - reference).norm(), 1e-9 * (1.0 + reference.norm()));
        }
      }
    }
  }
}

TEST(PointMass, ReboundsByNewtonsRuleAndLosesTheFrictionImpulse) {
  const double mass = 2.5, approach = -1.5, e = 0.6;
  const Eigen::Vector2d sliding(3.0, -4.0);
  for (const double mu : {0.1, 5.0}) {
    InterfaceProblem p;
    p.G = Matrix::Identity(3, 3) / mass;
    p.b = (Vector(3) << approach + e * approach, sliding).finished();  // restitution shifts b
    p.mu = Vector::Constant(1, mu);
    const NewtonResult result = semismooth_newton(p);
    ASSERT_TRUE(result.converged);
    const double impulse = -mass * (1.0 + e) * approach;
    EXPECT_NEAR(approach + result.lambda(0) / mass, -e * approach, 1e-12);
    const Vector lost = mass * sliding.normalized() * std::min(mu * impulse / mass, sliding.norm());
    EXPECT_LT((result.lambda.tail(2) + lost).norm(), 1e-11);
  }
}

TEST(PointMass, OnTwoEqualContactsTheSumOfTheForcesIsUnique) {
  const double mass = 0.3, approach = -2.0;
  InterfaceProblem p;
  p.directions = 1;
  p.G = Matrix::Constant(2, 2, 1.0 / mass);
  p.b = Vector::Constant(2, approach);
  p.mu = Vector::Zero(2);
  EXPECT_NEAR(semismooth_newton(p).lambda.sum(), -mass * approach, 1e-12);
  EXPECT_NEAR(solve_by_lemke(p).lambda.sum(), -mass * approach, 1e-12);
  const Enumeration all = enumerate_solutions(p);
  EXPECT_EQ(all.distinct_velocities, 1);
  ASSERT_EQ(all.solutions.size(), 2u);  // the two vertices: either contact carries all
  for (const EnumeratedSolution& s : all.solutions) {
    EXPECT_NEAR(s.lambda.sum(), -mass * approach, 1e-12);
  }
}

TEST(DiagonalDelassus, ContactsDoNotFeelEachOther) {
  RandomSource source(11);
  for (int k = 0; k < 200; ++k) {
    const int d = 1 + k % 3, nc = 1 + k % 5;
    InterfaceProblem p;
    p.directions = d;
    p.G = Matrix::Zero(d * nc, d * nc);
    p.b.resize(d * nc);
    p.mu.resize(nc);
    Vector exact(d * nc);
    for (int i = 0; i < nc; ++i) {
      const double g_n = source.uniform(0.1, 2.0), g_t = source.uniform(0.1, 2.0);
      p.mu(i) = source.uniform(0.0, 1.0);
      Vector b(d);
      for (double& x : b) x = source.uniform(-1.0, 1.0);
      p.b.segment(d * i, d) = b;
      p.G.block(d * i, d * i, d, d) = single_contact(b, g_n, g_t, p.mu(i)).G;
      exact.segment(d * i, d) = single_contact_force(b, g_n, g_t, p.mu(i));
    }
    expect_forces(p, exact);
  }
}

// High friction against a coupled normal (the impulsive Painleve paradox): b_n > 0 and yet stick
// and slip exist beside the open contact.
TEST(Enumeration, FindsAllThreeSolutionsOfAJammingContact) {
  InterfaceProblem p;
  p.directions = 2;
  p.G = (Matrix(2, 2) << 1.0, 1.5, 1.5, 4.0).finished();
  p.b = Eigen::Vector2d(0.1, 1.0);
  p.mu = Vector::Constant(1, 1.0);
  const Enumeration all = enumerate_solutions(p);
  ASSERT_EQ(all.solutions.size(), 3u);
  EXPECT_EQ(all.distinct_velocities, 3);
  EXPECT_EQ(all.status_sets, 4);
  EXPECT_EQ(all.solutions[0].status[0], ContactStatus::open);
  EXPECT_EQ(all.solutions[1].status[0], ContactStatus::stick);
  EXPECT_NEAR(all.solutions[1].lambda(0), 1.1 / 1.75, 1e-14);
  EXPECT_EQ(all.solutions[2].status[0], ContactStatus::slip_minus);
  EXPECT_NEAR(all.solutions[2].lambda(0), 0.2, 1e-14);
  EXPECT_NEAR(all.solutions[2].velocity(1), 0.5, 1e-14);
}

TEST(Enumeration, RefusesWhatItCannotExhaust) {
  InterfaceProblem p;
  p.directions = 1;
  p.G = Matrix::Identity(7, 7);
  p.b = Vector::Constant(7, -1.0);
  p.mu = Vector::Zero(7);
  EXPECT_THROW(enumerate_solutions(p), Error);
  EXPECT_THROW(enumerate_solutions(single_contact(Eigen::Vector3d(-1, 0, 0), 1, 1, 0.3)), Error);
}

}  // namespace
}  // namespace mortise::gen
