// Newton's method of a stage: rate of convergence, reuse of factorisations, failures.
#include "generator/contact/film/newton.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "generator/contact/film/penalty_contact.hpp"
#include "tests/generator/contact/film/gaps.hpp"

namespace mortise::gen {
namespace {

// A soft parabolic slider under a load, with a piezoviscous and compressible oil.
struct Problem {
  FilmGrid grid = make_grid(FilmShape::line, 41, -2.0, 1.5);
  Reynolds law{grid, Lubricant(compressible(), kTestScale), 0.05, 1.0, Cavitation::penalty, 1e4};
  SpringGap gap{[this](double) { return Vector(0.5 * grid.x.array().square()); }, 0.4};

  Problem() {
    gap.carry(grid.weights(), [](double load) { return load; });
  }

  FilmUnknowns guess() const {
    FilmUnknowns x;
    x.U = 0.5 * (1.0 - grid.x.array().square()).max(0.0);
    x.approach = 0.4;
    return x;
  }

  bool solve(FilmNewton* newton, double load, FilmUnknowns* x, double shift = 0.0) {
    StageTerms terms;
    terms.shift = shift;
    start = Vector(0.5 * grid.x.array().square() + 0.5);
    terms.start = &start;
    gap.begin_stage(0.0, shift, Vector());
    return newton->solve(&gap, terms, load, x);
  }

  Vector start;
};

TEST(Newton, CarriesTheLoadAndSolvesTheEquation) {
  Problem p;
  FilmNewton newton(&p.law, tight());
  FilmUnknowns x = p.guess();
  ASSERT_TRUE(p.solve(&newton, 0.8, &x)) << newton.failure();
  EXPECT_NEAR(p.grid.weights().dot(x.P), 0.8, 1e-12);
  EXPECT_GT(x.H.minCoeff(), 0.0);
  Vector H = p.gap.base(), f;
  p.gap.add_compliance(x.P, &H);
  EXPECT_LT((H.array() + x.approach - x.H.array()).abs().maxCoeff(), 1e-12);
  p.law.residual(x.U, x.H, StageTerms(), &f);
  Bands by_U, by_H;
  p.law.jacobian(x.U, x.H, StageTerms(), &by_U, &by_H);
  EXPECT_LT(f.cwiseAbs().maxCoeff() / by_U.cwiseAbs().maxCoeff(), 1e-11);
}

// With a new Jacobian for every correction, digits double: from 1e-3 to 1e-12 in three more.
TEST(Newton, ConvergesQuadraticallyWithFreshJacobians) {
  const auto factorisations = [](double tolerance) {
    Problem p;
    NewtonOptions options = tight();
    options.tolerance = tolerance;
    options.contraction = 0.0;
    FilmNewton newton(&p.law, options);
    FilmUnknowns x = p.guess();
    EXPECT_TRUE(p.solve(&newton, 0.8, &x)) << newton.failure();
    return newton.factorisations();
  };
  const long rough = factorisations(1e-3), fine = factorisations(1e-12);
  EXPECT_GT(fine, rough) << "a tolerance that changes nothing proves nothing";
  EXPECT_LE(fine, rough + 3);
  EXPECT_LE(fine, 9);
}

TEST(Newton, KeepsAFactorisationThatContracts) {
  Problem p;
  NewtonOptions options;
  options.step_limit = 1e3;
  FilmNewton newton(&p.law, options);
  FilmUnknowns x = p.guess();
  for (int k = 0; k <= 100; ++k) {
    ASSERT_TRUE(p.solve(&newton, 0.8 + 1e-3 * k, &x)) << newton.failure();
  }
  EXPECT_GE(newton.iterations(), 200);
  EXPECT_LE(newton.factorisations(), newton.iterations() / 10);
  // the result is that of a fresh solution
  FilmNewton fresh(&p.law, tight());
  FilmUnknowns y = p.guess();
  ASSERT_TRUE(p.solve(&fresh, 0.9, &y));
  EXPECT_LT((x.U - y.U).cwiseAbs().maxCoeff(), 1e-8);
}

// A factorisation kept from a far shorter step makes corrections look small.
TEST(Newton, DoesNotTrustTheFactorisationOfAFarShorterStep) {
  Problem p;
  FilmUnknowns exact = p.guess();
  FilmNewton reference(&p.law, tight());
  ASSERT_TRUE(p.solve(&reference, 0.8, &exact, 0.1));

  NewtonOptions options;
  FilmNewton newton(&p.law, options);
  FilmUnknowns x = exact;
  ASSERT_TRUE(p.solve(&newton, 0.8, &x, 1e8)) << newton.failure();
  x = exact;
  x.U.segment(1, 39).array() += 1e-6;
  ASSERT_TRUE(p.solve(&newton, 0.8, &x, 0.1)) << newton.failure();
  EXPECT_LT((x.U - exact.U).cwiseAbs().maxCoeff(), 2e-9);
}

TEST(Newton, LimitsItsSteps) {
  const auto iterations = [](double limit) {
    Problem p;
    NewtonOptions options;
    options.step_limit = limit;
    FilmNewton newton(&p.law, options);
    FilmUnknowns x = p.guess();
    x.U *= 0.1;
    EXPECT_TRUE(p.solve(&newton, 0.8, &x)) << newton.failure();
    return newton.iterations();
  };
  // the pressure rises from 0 to more than 0.5
  EXPECT_GE(iterations(0.05), 10);
  EXPECT_LT(iterations(0.5), iterations(0.05));
}

TEST(Failure, GuessesThatAreNotNumbersAreRefused) {
  Problem p;
  for (const Cavitation cavitation : {Cavitation::penalty, Cavitation::mass_conserving}) {
    const Reynolds law(p.grid, Lubricant(compressible(), kTestScale), 0.05, 1.0, cavitation, 1e4);
    SpringGap gap = rigid_gap(Vector(1.0 + p.grid.x.array().square()));
    FilmNewton newton(&law, tight());
    FilmUnknowns x = p.guess();
    x.U[7] = std::numeric_limits<double>::quiet_NaN();
    EXPECT_FALSE(newton.solve(&gap, StageTerms(), 0.0, &x));
    EXPECT_NE(newton.failure().find("not finite"), std::string::npos) << newton.failure();
  }
  FilmNewton newton(&p.law, tight());
  FilmUnknowns x = p.guess();
  x.approach = std::numeric_limits<double>::infinity();
  EXPECT_FALSE(p.solve(&newton, 0.8, &x));
  EXPECT_NE(newton.failure().find("not finite"), std::string::npos) << newton.failure();
  x = p.guess();
  EXPECT_FALSE(p.solve(&newton, std::numeric_limits<double>::quiet_NaN(), &x));
  EXPECT_FALSE(newton.failure().empty());
}

TEST(Failure, ClosedGapsAreNamed) {
  Problem p;
  SpringGap gap = rigid_gap(Vector(p.grid.x.array().square() - 0.1));
  FilmNewton newton(&p.law, tight());
  FilmUnknowns x = p.guess();
  x.approach = 0.0;
  EXPECT_FALSE(newton.solve(&gap, StageTerms(), 0.0, &x));
  EXPECT_NE(newton.failure().find("touch"), std::string::npos) << newton.failure();
}

// With a load, the approach is free and the guess is lifted instead.
TEST(Failure, LoadedGapsAreLiftedOutOfTheSurface) {
  Problem p;
  FilmNewton newton(&p.law, tight());
  FilmUnknowns x = p.guess(), y = p.guess();
  x.approach = -0.5;
  ASSERT_TRUE(p.solve(&newton, 0.8, &x)) << newton.failure();
  ASSERT_TRUE(p.solve(&newton, 0.8, &y));
  EXPECT_NEAR(x.approach, y.approach, 1e-11);
}

TEST(Failure, CapOfTheIterationsIsReported) {
  Problem p;
  NewtonOptions options = tight();
  options.iterations = 2;
  FilmNewton newton(&p.law, options);
  FilmUnknowns x = p.guess();
  EXPECT_FALSE(p.solve(&newton, 0.8, &x));
  EXPECT_NE(newton.failure().find("no convergence in 2 Newton iterations"), std::string::npos);
  EXPECT_EQ(newton.iterations(), 2);
}

TEST(Failure, LeavesNoFactorisationBehind) {
  Problem p;
  FilmNewton newton(&p.law, tight());
  FilmUnknowns x = p.guess();
  ASSERT_TRUE(p.solve(&newton, 0.8, &x));
  FilmUnknowns solved = x;
  const long before = newton.factorisations();
  ASSERT_TRUE(p.solve(&newton, 0.8, &x));
  EXPECT_EQ(newton.factorisations(), before) << "kept";

  FilmUnknowns lost = solved;
  lost.U[3] = std::numeric_limits<double>::quiet_NaN();
  ASSERT_FALSE(p.solve(&newton, 0.8, &lost));
  ASSERT_TRUE(p.solve(&newton, 0.8, &solved));
  EXPECT_EQ(newton.factorisations(), before + 1);
  newton.forget();
  ASSERT_TRUE(p.solve(&newton, 0.8, &solved));
  EXPECT_EQ(newton.factorisations(), before + 2);
}

// A node that newly touches far from where the factorisation was made, behind one that has already
// converged: the kept factorisation sees no correction for it, and the residual has to tell.
TEST(PenaltyContactOnSprings, NewContactsAreNotMissed) {
  const double g = 1e10, k = 1e-2;
  Vector shape = Vector::Constant(5, 1e-3);
  const PenaltyContact law(5, g);
  SpringGap gap([&](double) { return shape; }, k);
  FilmNewton newton(&law, NewtonOptions{});
  FilmUnknowns x;
  x.U = Vector::Zero(5);
  for (int step = 0; step < 60; ++step) {
    for (Eigen::Index i = 0; i < 5; ++i) shape[i] -= 1e-4 * static_cast<double>(i + 1) / 3.0;
    gap.begin_stage(0.0, 0.0, Vector());
    ASSERT_TRUE(newton.solve(&gap, StageTerms(), 0.0, &x)) << newton.failure();
    for (Eigen::Index i = 0; i < 5; ++i) {
      EXPECT_NEAR(x.P[i], g * std::pow(std::min(x.H[i], 0.0), 2), 1e-6 * x.P.maxCoeff() + 1e-12)
          << "node " << i << ", step " << step;
    }
  }
}

// Every node on its own spring: P = g (h + k P)^2 where h < 0.
TEST(PenaltyContactOnSprings, SolvesItsQuadraticEquations) {
  const double g = 1e4, k = 0.3;
  Vector shape(5);
  shape << -0.2, -0.05, -1e-3, 0.0, 0.4;
  const PenaltyContact law(5, g);
  SpringGap gap([&](double) { return shape; }, k);
  gap.begin_stage(0.0, 0.0, Vector());
  FilmNewton newton(&law, tight());
  FilmUnknowns x;
  x.U = Vector::Zero(5);
  ASSERT_TRUE(newton.solve(&gap, StageTerms(), 0.0, &x)) << newton.failure();
  for (Eigen::Index i = 0; i < 5; ++i) {
    const double h = shape[i];
    // the root with h + k P <= 0
    const double b = 1.0 - 2.0 * g * k * h;
    const double P =
        h < 0.0 ? 2.0 * g * h * h / (b + std::sqrt(b * b - 4.0 * g * g * k * k * h * h)) : 0.0;
    EXPECT_NEAR(x.P[i], P, 1e-10) << i;
    EXPECT_NEAR(x.H[i], h + k * P, 1e-11) << i;
  }
}

}  // namespace
}  // namespace mortise::gen
