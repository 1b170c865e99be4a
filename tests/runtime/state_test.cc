// A state is bytes of the caller: size, alignment, save, restore, fork, foreign states, bad inputs.
#include <gtest/gtest.h>

#include <cstring>
#include <limits>

#include "generator/bake/instance.hpp"
#include "tests/robustness/model_bytes.hpp"
#include "tests/robustness/seed_models.hpp"

namespace mortise {
namespace {

using robustness::make_seed_model;
using robustness::ModelBytes;

std::vector<double> input_at(const Model& m, int k) {
  std::vector<double> u;
  for (int j = 0; j < m.input_values(); ++j) u.push_back(0.3 * ((k + 2 * j) % 7) - 1);
  return u;
}

TEST(State, NeedsItsExactSizeAndAlignment) {
  const gen::Instance run(make_seed_model("several"), "several");
  const Model& m = run.model();
  const std::size_t size = m.arena_bytes();
  ModelBytes block(size + 8);
  Status st = 0;
  EXPECT_EQ(State::make(m, nullptr, size, &st), nullptr);
  EXPECT_EQ(st, status::kBAD_CALL);
  EXPECT_EQ(State::make(m, block.data(), size - 1, &st), nullptr);
  EXPECT_EQ(st, status::kBAD_CALL);
  EXPECT_EQ(State::make(m, static_cast<char*>(block.data()) + 8, size, &st), nullptr);
  EXPECT_EQ(st, status::kBAD_CALL);
  EXPECT_EQ(State::make(Model(), block.data(), size, &st), nullptr);
  EXPECT_EQ(st, status::kBAD_CALL);
  EXPECT_NE(State::make(m, block.data(), size, &st), nullptr);
  EXPECT_EQ(st, status::kOk);
}

TEST(State, BelongsToItsModelOnly) {
  const gen::Instance several(make_seed_model("several"), "several");
  const gen::Instance rigid(make_seed_model("rigid"), "rigid");
  EXPECT_TRUE(several.state().belongs_to(several.model()));
  EXPECT_FALSE(several.state().belongs_to(rigid.model()));
  ModelBytes blank(several.model().arena_bytes());
  std::memset(blank.data(), 0, blank.size());
  EXPECT_FALSE(static_cast<State*>(blank.data())->belongs_to(several.model()));
}

// Forks at a state in the middle of contact continue with the same bits, wherever they lie.
TEST(State, ForksByCopyingItsBytes) {
  for (const char* name : {"free", "single", "several", "rigid"}) {
    gen::Instance run(make_seed_model(name), name);
    const Model& m = run.model();
    for (int k = 0; k < 300; ++k) (void)run.step(input_at(m, k).data(), nullptr);
    ModelBytes fork(m.arena_bytes());
    std::memcpy(fork.data(), &run.state(), m.arena_bytes());
    auto* copy = static_cast<State*>(fork.data());
    for (int k = 300; k < 900; ++k) {
      const std::vector<double> u = input_at(m, k);
      EXPECT_EQ(run.step(u.data(), nullptr), step(m, *copy, u.data(), nullptr));
    }
    EXPECT_EQ(std::memcmp(fork.data(), &run.state(), m.arena_bytes()), 0) << name;
  }
}

TEST(State, ResetGivesTheFirstTrajectoryAgain) {
  gen::Instance run(make_seed_model("several"), "several");
  const Model& m = run.model();
  std::vector<double> first, second;
  for (std::vector<double>* out : {&first, &second}) {
    run.state().reset(m);
    EXPECT_EQ(run.state().steps(), 0u);
    for (int k = 0; k < 200; ++k) {
      (void)run.step(input_at(m, k).data(), nullptr);
      out->insert(out->end(), run.state().q(m), run.state().q(m) + m.dims().modes);
    }
  }
  EXPECT_EQ(first, second);
}

// Time advances with every step and is never accumulated.
TEST(State, CountsTimeInSteps) {
  gen::Instance run(make_seed_model("free"), "free");
  const Model& m = run.model();
  for (int k = 0; k < 1000; ++k) (void)run.step(input_at(m, k).data(), nullptr);
  EXPECT_EQ(run.state().steps(), 1000u);
  EXPECT_EQ(run.state().time(m), 1000 * m.step_size());
}

TEST(Inputs, AreHeldAtTheLastGoodValue) {
  gen::Instance good(make_seed_model("free"), "free"), bad(make_seed_model("free"), "free");
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const double infinity = std::numeric_limits<double>::infinity();
  const double last[4] = {2.0, 3.0, 2.0, 3.0};
  (void)good.step(last, nullptr);
  (void)bad.step(last, nullptr);
  for (const double wrong : {nan, infinity, -infinity, 100.5, -1e300}) {
    const double u[4] = {wrong, wrong, wrong, wrong};
    EXPECT_EQ(good.step(last, nullptr), status::kOk);
    EXPECT_EQ(bad.step(u, nullptr), status::kHELD);
  }
  EXPECT_EQ(bad.state().statistics().held, 5u);
  for (int i = 0; i < good.dims().modes; ++i)
    EXPECT_EQ(good.state().q(good.model())[i], bad.state().q(bad.model())[i]);
}

TEST(Inputs, StartFromTheDefault) {
  gen::Instance a(make_seed_model("free"), "free"), b(make_seed_model("free"), "free");
  const double defaults[4] = {1.0, 1.0, 1.0, 1.0};
  const double nothing[4] = {1e9, 1e9, 1e9, 1e9};
  EXPECT_EQ(a.step(defaults, nullptr), status::kOk);
  EXPECT_EQ(b.step(nothing, nullptr), status::kHELD);
  for (int i = 0; i < a.dims().modes; ++i)
    EXPECT_EQ(a.state().v(a.model())[i], b.state().v(b.model())[i]);
}

// A result that is not finite is not committed: state and outputs stay, time goes on.
TEST(Results, AreRolledBackWhenTheyAreNotFinite) {
  gen::Instance run(make_seed_model("several"), "several");
  const Model& m = run.model();
  const std::vector<double> u = input_at(m, 0);
  std::vector<double> first(static_cast<std::size_t>(m.dims().outputs)), second = first;
  (void)run.step(u.data(), nullptr);
  run.state().v(m)[3] = 1.7e308;  // finite; twice as much is not
  const std::vector<double> q(run.state().q(m), run.state().q(m) + m.dims().modes);
  EXPECT_NE(run.step(u.data(), first.data()) & status::kROLLED_BACK, 0u);
  EXPECT_NE(run.step(u.data(), second.data()) & status::kROLLED_BACK, 0u);
  EXPECT_EQ(first, second);
  EXPECT_EQ(std::vector<double>(run.state().q(m), run.state().q(m) + m.dims().modes), q);
  EXPECT_EQ(run.state().v(m)[3], 1.7e308);
  EXPECT_EQ(run.state().steps(), 3u);
  EXPECT_EQ(run.state().statistics().rolled_back, 2u);
  run.state().v(m)[3] = 0;
  EXPECT_EQ(run.step(u.data(), nullptr) & status::kROLLED_BACK, 0u);
}

TEST(InstructionSets, AreChosenByName) {
  gen::Instance run(make_seed_model("single"), "single");
  Model m = run.model();
  EXPECT_TRUE(m.select_instruction_set("baseline"));
  EXPECT_STREQ(m.instruction_set(), "baseline");
  EXPECT_FALSE(m.select_instruction_set("quantum"));
  EXPECT_FALSE(m.select_instruction_set(nullptr));
  EXPECT_STREQ(m.instruction_set(), "baseline");
}

}  // namespace
}  // namespace mortise
