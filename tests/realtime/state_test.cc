// A state is bytes: saving, restoring and forking are memcpy, to any address, to the last bit.
#include <gtest/gtest.h>

#include <cstring>
#include <memory>

#include "tests/realtime/drive.hpp"
#include "tests/realtime/shipped_model.hpp"

namespace mortise::test {
namespace {

class StateBytes : public ::testing::TestWithParam<std::vector<std::string>> {
 protected:
  // Stops in the middle of a contact, where every memory of the law is in use.
  void SetUp() override {
    instance_ = std::make_unique<gen::Instance>(instance_of(prepared("beam_wall", GetParam())));
    run_ = std::make_unique<Drive>(instance_->model(), &instance_->state(), "throw");
    ASSERT_EQ(set_parameter(instance_->model(), instance_->state(),
                            find_parameter(instance_->model(), "contact.friction"), 0.2) &
                  status::kBAD_CALL,
              0u);
    int contacts = 0;
    for (int k = 0; k < 100000 && contacts < 10; ++k) {
      run_->steps(1);
      contacts += instance_->state().statistics().last_active > 0 ? 1 : 0;
    }
    ASSERT_EQ(contacts, 10) << "the scenario has no contact";
  }

  std::unique_ptr<gen::Instance> instance_;
  std::unique_ptr<Drive> run_;
};

TEST_P(StateBytes, RestoredStateRepeatsTheTrajectory) {
  expect_saved_state_repeats(run_.get(), 3000);
  EXPECT_GT(instance_->state().statistics().steps_in_contact, 20u);
}

TEST_P(StateBytes, ForkAtAnotherAddressRunsTheSameWay) {
  expect_fork_runs_the_same_way(run_.get(), 3000);
}

TEST_P(StateBytes, ForksDoNotDisturbEachOther) {
  const Model& model = instance_->model();
  gen::AlignedBytes a(&instance_->state(), model.arena_bytes()), b = a;
  Drive one = *run_, two = *run_;
  one.state = reinterpret_cast<State*>(a.data());
  two.state = reinterpret_cast<State*>(b.data());
  const std::uint64_t alone = run_->steps(500);
  std::uint64_t h1 = 0, h2 = 0;
  for (int k = 0; k < 500; ++k) {
    h1 = one.steps(1);
    h2 = two.steps(1);
    ASSERT_EQ(h1, h2) << "step " << k;
  }
  EXPECT_EQ(hash_step(kFnvStart, model, *one.state, one.y.data(), 0),
            hash_step(kFnvStart, model, *run_->state, run_->y.data(), 0));
  EXPECT_NE(alone, kFnvStart);
}

TEST_P(StateBytes, BelongsToItsModelOnly) {
  const gen::Instance other = instance_of(prepared("beam_wall", {"contact.friction=0.31"}));
  EXPECT_TRUE(instance_->state().belongs_to(instance_->model()));
  EXPECT_FALSE(instance_->state().belongs_to(other.model()));
  EXPECT_FALSE(other.state().belongs_to(instance_->model()));
}

TEST_P(StateBytes, IsNotMadeInUnfitMemory) {
  const Model& model = instance_->model();
  gen::AlignedBytes arena(model.arena_bytes() + 64);
  Status status = status::kOk;
  EXPECT_EQ(State::make(model, nullptr, arena.size(), &status), nullptr);
  EXPECT_EQ(status, status::kBAD_CALL);
  EXPECT_EQ(State::make(model, arena.data() + 8, arena.size() - 8, &status), nullptr);
  EXPECT_EQ(State::make(model, arena.data(), model.arena_bytes() - 1, &status), nullptr);
  EXPECT_NE(State::make(model, arena.data(), model.arena_bytes(), &status), nullptr);
  EXPECT_EQ(status, status::kOk);
}

INSTANTIATE_TEST_SUITE_P(Solvers, StateBytes,
                         ::testing::Values(std::vector<std::string>{"solver.kind=gauss_seidel"},
                                           std::vector<std::string>{"solver.kind=newton"}),
                         [](const auto& info) {
                           return info.param[0].substr(info.param[0].find('=') + 1);
                         });

}  // namespace
}  // namespace mortise::test
