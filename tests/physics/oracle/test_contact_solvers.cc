// The runtime's contact solvers against enumeration, Lemke and semi-smooth Newton on random
// problems. Each solver may iterate as long as it likes here: what is judged is where it ends, not
// how soon.
#include <gtest/gtest.h>

#include <algorithm>
#include <iostream>
#include <limits>
#include <string>

#include "generator/contact/unilateral/semismooth_newton.hpp"
#include "tests/generator/contact/oracle/enumeration.hpp"
#include "tests/generator/contact/oracle/lemke_solver.hpp"
#include "tests/generator/contact/oracle/random_problem.hpp"
#include "tests/physics/oracle/runtime_solver.hpp"

namespace mortise::gen {
namespace {

constexpr double kTolerance = 1e-12;
constexpr int kSweeps = 200000;
constexpr int kNewtonCap = 60;

struct Family {
  const char* name;
  std::uint64_t seed;
  int problems;
  RandomProblemOptions options;
  RuntimeSolver solver;
  double solved_share;  // of the problems that must converge; all that converge must be right
};

void PrintTo(const Family& family, std::ostream* out) { *out << family.name; }

struct Tally {
  int solved = 0, several_motions = 0, most_iterations = 0;
  long contacts = 0, active = 0, rank = 0, rows = 0, iterations = 0;
  double velocity_error = 0.0, lemke_error = 0.0, residual = 0.0;
};

double largest(const Vector& v) { return v.size() ? v.cwiseAbs().maxCoeff() : 0.0; }

// Rows that the planar or frictionless problem shares with its embedding.
Vector shared_rows(const Vector& spatial, int directions) {
  Vector rows(spatial.size() / 3 * directions);
  for (Eigen::Index i = 0; i < spatial.size() / 3; ++i) {
    rows.segment(directions * i, directions) = spatial.segment(3 * i, directions);
  }
  return rows;
}

// Distance of a motion from the oracles, relative to max|b|. Where several motions solve a problem
// it is the residual that judges.
void compare_motion(const InterfaceProblem& p, const Vector& lambda, Tally* tally) {
  const Vector velocity = p.G * lambda + p.b;
  const double scale = largest(p.b);
  if (p.directions == 3) {
    const NewtonResult newton = semismooth_newton(p);
    ASSERT_LE(newton.residual, 1e-10);
    const double distance = largest(newton.velocity - velocity) / scale;
    tally->velocity_error = std::max(tally->velocity_error, distance);
    return;
  }
  const Enumeration all = enumerate_solutions(p);
  ASSERT_FALSE(all.solutions.empty());
  tally->several_motions += all.distinct_velocities > 1;
  if (all.distinct_velocities > 1) return;
  const LemkeContactResult lemke = solve_by_lemke(p);
  ASSERT_EQ(lemke.status, LemkeStatus::solved);
  const double distance = largest(all.solutions[0].velocity - velocity) / scale;
  tally->velocity_error = std::max(tally->velocity_error, distance);
  tally->lemke_error = std::max(tally->lemke_error, largest(lemke.velocity - velocity) / scale);
}

void judge(const RandomProblem& random, RuntimeSolver solver, Tally* tally) {
  const InterfaceProblem& p = random.problem;
  const int cap = solver == RuntimeSolver::gauss_seidel ? kSweeps : kNewtonCap;
  const RuntimeSolution runtime = solve_by_runtime(p, solver, kTolerance, cap);
  tally->contacts += p.contacts();
  tally->rank += random.rank;
  tally->rows += p.b.size();
  tally->iterations += runtime.iterations;
  tally->most_iterations = std::max(tally->most_iterations, runtime.iterations);
  if (!runtime.converged) return;
  ++tally->solved;
  const Vector lambda = shared_rows(runtime.lambda, p.directions);
  ASSERT_TRUE(lambda.allFinite());
  tally->residual = std::max(tally->residual, residual(p, lambda));
  const double unit_force = largest(p.b) / p.G.diagonal().maxCoeff();
  for (Eigen::Index i = 0; i < p.contacts(); ++i) {
    tally->active += lambda(p.directions * i) > 1e-12 * unit_force;
  }
  compare_motion(p, lambda, tally);
}

void print(const Family& f, const Tally& t) {
  std::cout << f.name << ": " << f.problems << " problems, xoshiro256** seed " << f.seed << ", nc "
            << f.options.min_contacts << ".." << f.options.max_contacts
            << ", mu <= " << f.options.max_friction << ", rank/rows "
            << static_cast<double>(t.rank) / t.rows << ", active share "
            << static_cast<double>(t.active) / t.contacts << "\n  solved " << t.solved
            << ", iterations mean " << static_cast<double>(t.iterations) / f.problems << ", most "
            << t.most_iterations << "\n  residual " << t.residual
            << ", velocity against the oracle " << t.velocity_error << ", against Lemke "
            << t.lemke_error << ", motion not unique " << t.several_motions << "\n";
}

class ContactSolvers : public testing::TestWithParam<Family> {};

TEST_P(ContactSolvers, EndWhereTheOraclesEnd) {
  const Family& family = GetParam();
  RandomSource source(family.seed);
  Tally tally;
  for (int k = 0; k < family.problems; ++k) {
    SCOPED_TRACE(testing::Message() << "problem " << k);
    judge(random_problem(source, family.options), family.solver, &tally);
    if (HasFatalFailure()) return;
  }
  print(family, tally);
  EXPECT_GE(tally.solved, family.solved_share * family.problems);
  EXPECT_LE(tally.residual, 1e-10);
  if (family.options.directions < 3 || family.solved_share == 1.0) {
    EXPECT_LE(tally.velocity_error, 1e-9);
  }
  EXPECT_LE(tally.lemke_error, 1e-9);
}

RandomProblemOptions options(int directions, bool full_rank, double max_friction) {
  RandomProblemOptions o;
  o.directions = directions;
  o.min_contacts = directions == 1 && !full_rank ? 2 : 1;
  o.max_contacts = directions == 2 ? 5 : 6;
  o.full_rank = full_rank;
  o.max_friction = max_friction;
  return o;
}

std::string family_name(const testing::TestParamInfo<Family>& info) { return info.param.name; }

constexpr auto kSweep = RuntimeSolver::gauss_seidel;
constexpr auto kPrimal = RuntimeSolver::newton_primal;
constexpr auto kDual = RuntimeSolver::newton_dual;

// Regular G and moderate friction: every problem has one solution and every solver must find it.
INSTANTIATE_TEST_SUITE_P(
    Regular, ContactSolvers,
    testing::Values(Family{"gauss_seidel_frictionless", 401, 10000, options(1, true, 0), kSweep, 1},
                    Family{"gauss_seidel_planar", 402, 10000, options(2, true, 0.3), kSweep, 1},
                    Family{"gauss_seidel_round", 403, 10000, options(3, true, 0.3), kSweep, 1},
                    Family{"newton_primal_frictionless", 401, 2000, options(1, true, 0), kPrimal,
                           1},
                    Family{"newton_primal_planar", 402, 2000, options(2, true, 0.3), kPrimal, 1},
                    Family{"newton_primal_round", 403, 10000, options(3, true, 0.3), kPrimal, 1},
                    Family{"newton_dual_round", 403, 10000, options(3, true, 0.3), kDual, 1}),
    family_name);

// Fewer modes than rows: forces are not unique and some problems are too badly conditioned for
// sweeps. A solver may give up, but must then say so.
INSTANTIATE_TEST_SUITE_P(
    Singular, ContactSolvers,
    testing::Values(Family{"gauss_seidel_frictionless", 411, 2000, options(1, false, 0), kSweep,
                           0.99},
                    Family{"gauss_seidel_planar", 412, 2000, options(2, false, 0.3), kSweep, 0.99},
                    Family{"gauss_seidel_round", 413, 2000, options(3, false, 0.3), kSweep, 0.99}),
    family_name);

// Friction up to 0.8 against random coupling: sweeps and status exchange may cycle.
INSTANTIATE_TEST_SUITE_P(
    HighFriction, ContactSolvers,
    testing::Values(Family{"gauss_seidel_planar", 422, 2000, options(2, true, 0.8), kSweep, 0.99},
                    Family{"gauss_seidel_round", 423, 2000, options(3, true, 0.8), kSweep, 0.99},
                    Family{"newton_primal_round", 423, 2000, options(3, true, 0.8), kPrimal, 0.99}),
    family_name);

// With one contact the local solve is the whole problem.
TEST(GaussSeidel, SettlesASingleContactWithinThreeSweeps) {
  RandomSource source(431);
  for (int d = 1; d <= 3; ++d) {
    RandomProblemOptions one = options(d, true, 0.5);
    one.max_contacts = 1;
    for (int k = 0; k < 500; ++k) {
      const InterfaceProblem p = random_problem(source, one).problem;
      const RuntimeSolution s = solve_by_runtime(p, kSweep, 1e-13, 4);
      EXPECT_TRUE(s.converged) << "directions " << d << ", problem " << k;
      EXPECT_LE(s.iterations, 3);  // a slip multiplier takes one loose Newton step a visit
    }
  }
}

}  // namespace
}  // namespace mortise::gen
