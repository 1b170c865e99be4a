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

// Chains of light bodies and random ones that meet often.
std::vector<Assembly> demanding() {
  std::vector<Assembly> out = {strong_coupling(), chain(3), chain(10)};
  for (const int seed : {0, 1, 2}) out.push_back(random_assembly(seed));
  return out;
}

TEST(AssemblyPromise, HoldsUnderRandomForces) {
  for (Assembly& a : demanding()) {
    a.energy_outputs();
    gen::Instance run(gen::bake(a.system(), assembly_options(2e-5)), "random");
    expect_promise(&run, 5000, all_finite);
    EXPECT_EQ(run.state().statistics().rolled_back, 0u);
  }
}

TEST(AssemblyPromise, HoldsWhereTheSolveIsCutShort) {
  std::uint64_t capped = 0;
  for (const Assembly& a : demanding()) {
    gen::BakeOptions o = assembly_options(1e-4);
    o.solver.sweeps = 1;
    o.solver.iterations = 1;
    o.solver.tail_sweeps = 1;
    gen::Instance run(gen::bake(a.system(), o), "cut");
    expect_promise(&run, 5000, all_finite);
    capped += run.state().statistics().capped;
  }
  EXPECT_GT(capped, 100u);
}

// Joints with memory, contacts, books of the energy.
TEST(AssemblyPromise, HoldsForJointsAndContactsTogether) {
  gen::Instance run(robustness::make_seed_model("frame"), "frame");
  expect_promise(&run, 50000, all_finite);
  EXPECT_EQ(run.state().statistics().rolled_back, 0u);
}

// A film of float32 numbers with a stop and a joint on one of its bodies.
TEST(AssemblyPromise, HoldsForAFilmAmongOthers) {
  gen::Instance run(robustness::make_seed_model("oiled"), "oiled");
  expect_promise(&run, 20000, all_finite);
  EXPECT_EQ(run.state().statistics().rolled_back, 0u);
  EXPECT_GT(run.state().statistics().rebuilds, 1000u);
}

}  // namespace
}  // namespace mortise::test
