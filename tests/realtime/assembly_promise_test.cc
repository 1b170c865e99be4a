// The promise for assemblies: random ones under random forces and what a broken sensor gives, with
// caps that are enough and with caps that are met.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>

#include "tests/physics/assemblies.hpp"
#include "tests/realtime/watched_run.hpp"
#include "tests/robustness/opened_model.hpp"
#include "tests/robustness/seed_models.hpp"

namespace mortise::test {
namespace {

bool finite_motion(const gen::Instance& run, const std::vector<Real>& y) {
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
    expect_promise(&run, 5000, finite_motion);
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
    expect_promise(&run, 5000, finite_motion);
    capped += run.state().statistics().capped;
  }
  EXPECT_GT(capped, 100u);
}

// Joints with memory, contacts, books of the energy.
TEST(AssemblyPromise, HoldsForJointsAndContactsTogether) {
  gen::Instance run(robustness::make_seed_model("frame"), "frame");
  expect_promise(&run, 50000, finite_motion);
  EXPECT_EQ(run.state().statistics().rolled_back, 0u);
}

// Rows that move with their contacts, with caps that are enough and with one sweep.
TEST(AssemblyPromise, HoldsForSlidingContacts) {
  std::vector<Assembly> list = {drawn_along(gen::SlidingKind::unilateral, 0.4),
                                drawn_along(gen::SlidingKind::bilateral, -0.2)};
  for (Assembly& a : list) a.input(std::vector<double>(14, 0.01));
  for (const int seed : {0, 1, 2, 3}) list.push_back(random_sliding(seed));
  for (Assembly& a : list) {
    a.energy_outputs();
    for (const int iterations : {30, 1}) {
      gen::BakeOptions o = assembly_options(2e-5);
      o.solver.sweeps = std::min(iterations, 8);
      o.solver.iterations = iterations;
      o.solver.tail_sweeps = iterations;
      gen::Instance run(gen::bake(a.system(), o), "drawn");
      expect_promise(&run, 5000, finite_motion);
      EXPECT_EQ(run.state().statistics().rolled_back, 0u);
    }
  }
  gen::Instance run(robustness::make_seed_model("drawn"), "drawn");
  expect_promise(&run, 20000, finite_motion);
  EXPECT_EQ(run.state().statistics().rolled_back, 0u);
}

// Films of float32 and float64 numbers with a stop and a joint on the body between them.
TEST(AssemblyPromise, HoldsForFilmsAmongOthers) {
  gen::Instance run(robustness::make_seed_model("oiled"), "oiled");
  expect_promise(&run, 20000, finite_motion);
  EXPECT_EQ(run.state().statistics().rolled_back, 0u);
  EXPECT_GT(run.state().statistics().rebuilds, 1000u);
}

// Carried films on both sides of a body that rubs and meets a stop.
TEST(AssemblyPromise, HoldsForCarriedFilmsAmongOthers) {
  gen::Instance run(robustness::make_seed_model("borne"), "borne");
  expect_promise(&run, 20000, finite_motion);
  EXPECT_EQ(run.state().statistics().rolled_back, 0u);
  EXPECT_GT(run.state().statistics().rebuilds, 1000u);
}

// Step by step, whatever vectors the machine has.
void expect_same_bits(const char* seed) {
  const gen::AlignedBytes bytes = robustness::make_seed_model(seed);
  std::uint64_t expected = 0;
  for (const char* name : {"baseline", "avx2", "avx512"}) {
    robustness::OpenedModel opened;
    ASSERT_EQ(opened.open(bytes.data(), bytes.size(), nullptr), LoadError::kOK);
    Model& model = *opened;
    if (!model.select_instruction_set(name)) continue;
    gen::AlignedBytes arena(model.arena_bytes());
    State* state = State::make(model, arena.data(), arena.size(), nullptr);
    ASSERT_NE(state, nullptr);
    std::vector<Real> u(static_cast<std::size_t>(model.input_values())),
        y(static_cast<std::size_t>(model.dims().outputs));
    std::uint64_t hash = 14695981039346656037ull;
    const auto add = [&](const Real* x, std::int32_t count) {
      for (std::int32_t k = 0; k < count; ++k) {
        std::uint64_t bits;
        std::memcpy(&bits, x + k, sizeof bits);
        hash = (hash ^ bits) * 1099511628211ull;
      }
    };
    for (int k = 0; k < 2000; ++k) {
      u[0] = k % 40 < 20 ? 80.0 : -80.0;
      u[1] = 1.0 + 0.001 * (k % 300);
      (void)step(model, *state, u.data(), y.data());
      add(state->q(model), model.dims().modes);
      add(state->v(model), model.dims().modes);
      add(y.data(), model.dims().outputs);
    }
    if (expected == 0) expected = hash;
    EXPECT_EQ(hash, expected) << name;
  }
}

TEST(AssemblyPromise, FilmsAmongOthersHaveTheSameBitsInEveryInstructionSet) {
  expect_same_bits("oiled");
}

TEST(AssemblyPromise, CarriedFilmsAmongOthersHaveTheSameBitsInEveryInstructionSet) {
  expect_same_bits("borne");
}

TEST(AssemblyPromise, SlidingContactsAmongOthersHaveTheSameBitsInEveryInstructionSet) {
  expect_same_bits("drawn");
}

TEST(AssemblyPromise, BoltedContactsAmongOthersHaveTheSameBitsInEveryInstructionSet) {
  expect_same_bits("screwed");
}

}  // namespace
}  // namespace mortise::test
