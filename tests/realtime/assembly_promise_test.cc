// The promise for assemblies: random ones under random forces and what a broken sensor gives, with
// caps that are enough and with caps that are met.
#include <gtest/gtest.h>

#include "tests/physics/assemblies.hpp"
#include "tests/realtime/watched_run.hpp"
#include "tests/robustness/seed_models.hpp"

namespace mortise::test {
namespace {

bool all_finite(const gen::Instance& run, const std::vector<Real>& y) {
  Real sum = 0;
  for (const Real x : y) sum += x * 0;
  for (std::int32_t j = 0; j < run.dims().modes; ++j)
    sum += (run.state().q(run.model())[j] + run.state().v(run.model())[j]) * 0;
  return sum == 0;
}

TEST(AssemblyPromise, HoldsForRandomOnes) {
  for (int seed = 0; seed < 12; ++seed) {
    Assembly a = random_assembly(seed);
    a.energy_outputs();
    gen::Instance run(gen::bake(a.system(), assembly_options(2e-5)), "random");
    SCOPED_TRACE(seed);
    expect_promise(&run, 5000, all_finite);
    EXPECT_EQ(run.state().statistics().rolled_back, 0u);
  }
}

TEST(AssemblyPromise, HoldsWhereTheSolveIsCutShort) {
  for (int seed = 12; seed < 20; ++seed) {
    gen::BakeOptions o = assembly_options(1e-4);
    o.solver.sweeps = 1;
    o.solver.iterations = 1;
    o.solver.tail_sweeps = 1;
    gen::Instance run(gen::bake(random_assembly(seed).system(), o), "cut");
    SCOPED_TRACE(seed);
    expect_promise(&run, 5000, all_finite);
  }
}

// Joints with memory, contacts, books of the energy.
TEST(AssemblyPromise, HoldsForJointsAndContactsTogether) {
  gen::Instance run(robustness::make_seed_model("frame"), "frame");
  expect_promise(&run, 50000, all_finite);
  EXPECT_EQ(run.state().statistics().rolled_back, 0u);
}

}  // namespace
}  // namespace mortise::test
