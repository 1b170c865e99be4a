// Enumeration against Lemke, and both against the semi-smooth Newton method, on 10,000 random
// problems of each family. The generator and its seeds are stated in what the test prints.
#include <gtest/gtest.h>

#include <algorithm>
#include <iostream>
#include <limits>
#include <string>

#include "generator/contact/unilateral/semismooth_newton.hpp"
#include "tests/generator/contact/oracle/enumeration.hpp"
#include "tests/generator/contact/oracle/lemke_solver.hpp"
#include "tests/generator/contact/oracle/random_problem.hpp"
#include "tests/generator/contact/unilateral/single_contact.hpp"

namespace mortise::gen {
namespace {

struct Family {
  const char* name;
  std::uint64_t seed;
  int problems;
  RandomProblemOptions options;
};

void PrintTo(const Family& family, std::ostream* out) { *out << family.name; }

struct Tally {
  long contacts = 0, active = 0, rank = 0, rows = 0;
  int several_motions = 0, several_forces = 0, pyramids = 0, pivots = 0;
  double velocity_error = 0.0, force_error = 0.0, newton_error = 0.0, residual = 0.0;
};

// Distance of a motion from the nearest enumerated one, relative to max|b|.
double velocity_distance(const Enumeration& all, const Vector& velocity, double scale) {
  double nearest = std::numeric_limits<double>::infinity();
  for (const EnumeratedSolution& s : all.solutions) {
    nearest = std::min(nearest, largest_entry(s.velocity - velocity) / scale);
  }
  return nearest;
}

double force_distance(const Enumeration& all, const Vector& lambda, double smallest_scale) {
  double nearest = std::numeric_limits<double>::infinity();
  for (const EnumeratedSolution& s : all.solutions) {
    const double scale = std::max(largest_entry(s.lambda), smallest_scale);
    nearest = std::min(nearest, largest_entry(s.lambda - lambda) / scale);
  }
  return nearest;
}

void compare(const RandomProblem& random, bool full_rank, Tally* tally) {
  const InterfaceProblem& p = random.problem;
  const Enumeration all = enumerate_solutions(p);
  ASSERT_FALSE(all.solutions.empty());
  const LemkeContactResult lemke = solve_by_lemke(p);
  ASSERT_EQ(lemke.status, LemkeStatus::solved);
  const NewtonResult newton = semismooth_newton(p);
  ASSERT_TRUE(newton.converged) << newton.residual;

  const double scale = largest_entry(p.b);
  const double unit_force = scale / p.G.diagonal().maxCoeff();
  tally->velocity_error =
      std::max(tally->velocity_error, velocity_distance(all, lemke.velocity, scale));
  if (full_rank) {
    tally->force_error =
        std::max(tally->force_error, force_distance(all, lemke.lambda, unit_force));
  }
  // where motions are not unique Newton may find one between the vertices; its residual judges it
  if (all.distinct_velocities == 1) {
    tally->newton_error =
        std::max(tally->newton_error, velocity_distance(all, newton.velocity, scale));
  }
  tally->residual = std::max({tally->residual, residual(p, lemke.lambda), newton.residual});
  tally->several_motions += all.distinct_velocities > 1;
  tally->several_forces += all.solutions.size() > 1;
  tally->pyramids += lemke.pyramid;
  tally->pivots = std::max(tally->pivots, lemke.pivots);
  tally->contacts += p.contacts();
  tally->rank += random.rank;
  tally->rows += p.b.size();
  for (Eigen::Index i = 0; i < p.contacts(); ++i) {
    tally->active += lemke.lambda(p.directions * i) > 1e-12 * unit_force;
  }
}

class OracleAgreement : public testing::TestWithParam<Family> {};

TEST_P(OracleAgreement, EnumerationLemkeAndNewtonFindTheSameMotion) {
  const Family& family = GetParam();
  RandomSource source(family.seed);
  Tally tally;
  for (int k = 0; k < family.problems; ++k) {
    SCOPED_TRACE(testing::Message() << "problem " << k);
    compare(random_problem(source, family.options), family.options.full_rank, &tally);
    if (HasFatalFailure()) return;
  }
  std::cout << family.name << ": " << family.problems << " problems, xoshiro256** seed "
            << family.seed << ", nc " << family.options.min_contacts << ".."
            << family.options.max_contacts << ", mu <= " << family.options.max_friction
            << ", rank/rows " << static_cast<double>(tally.rank) / tally.rows << ", active share "
            << static_cast<double>(tally.active) / tally.contacts << "\n  motion not unique "
            << tally.several_motions << ", forces not unique " << tally.several_forces
            << ", copositive form needed " << tally.pyramids << ", most pivots " << tally.pivots
            << "\n  enumeration - Lemke: velocity " << tally.velocity_error << ", force "
            << tally.force_error << "; enumeration - Newton: velocity " << tally.newton_error
            << "; residual " << tally.residual << "\n";
  EXPECT_LE(tally.velocity_error, 1e-9);
  EXPECT_LE(tally.force_error, 1e-9);
  EXPECT_LE(tally.newton_error, 1e-9);
  EXPECT_LE(tally.residual, 1e-10);
  if (family.options.directions == 1) {
    EXPECT_EQ(tally.several_motions, 0);
  }
}

RandomProblemOptions options(int directions, int min_contacts, int max_contacts, bool full_rank,
                             double max_friction) {
  RandomProblemOptions o;
  o.directions = directions;
  o.min_contacts = min_contacts;
  o.max_contacts = max_contacts;
  o.full_rank = full_rank;
  o.max_friction = max_friction;
  return o;
}

// 10,000 frictionless and 10,000 planar problems; the largest planar ones cost 4^6 systems each.
INSTANTIATE_TEST_SUITE_P(
    Families, OracleAgreement,
    testing::Values(Family{"frictionless_regular", 101, 5000, options(1, 1, 6, true, 0.0)},
                    Family{"frictionless_singular", 102, 5000, options(1, 2, 6, false, 0.0)},
                    Family{"planar_regular", 201, 4900, options(2, 1, 5, true, 0.8)},
                    Family{"planar_regular_six_contacts", 202, 100, options(2, 6, 6, true, 0.8)},
                    Family{"planar_singular", 203, 4900, options(2, 1, 5, false, 0.8)},
                    Family{"planar_singular_six_contacts", 204, 100, options(2, 6, 6, false, 0.8)}),
    [](const testing::TestParamInfo<Family>& info) { return std::string(info.param.name); });

}  // namespace
}  // namespace mortise::gen
