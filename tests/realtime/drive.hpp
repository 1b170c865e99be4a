// A scenario together with the state it drives, and what holds for every state: it is bytes.
#pragma once

#include <gtest/gtest.h>

#include <cstring>
#include <vector>

#include "generator/ground/numbers/aligned_bytes.hpp"
#include "mortise/mortise.hpp"

namespace mortise::test {

struct Drive {
  const Model* model;
  State* state;
  ScenarioPlayer player;
  std::vector<Real> u, y;

  Drive(const Model& m, State* s, const char* scenario)
      : model(&m),
        state(s),
        u(static_cast<std::size_t>(m.input_values())),
        y(static_cast<std::size_t>(m.dims().outputs)) {
    EXPECT_TRUE(player.start(m, find_scenario(m, scenario), s)) << scenario;
  }

  // Hash of modes, outputs and status of every step.
  std::uint64_t steps(int count) {
    std::uint64_t hash = kFnvStart;
    for (int k = 0; k < count; ++k) {
      player.next(*model, u.data(), state);
      const Status status = step(*model, *state, u.data(), y.data());
      hash = hash_step(hash, *model, *state, y.data(), status);
    }
    return hash;
  }
};

// The bytes of a state, put back after `steps` steps, give the same steps again.
inline void expect_saved_state_repeats(Drive* drive, int steps) {
  const gen::AlignedBytes saved(drive->state, drive->model->arena_bytes());
  const ScenarioPlayer player = drive->player;
  const std::uint64_t first = drive->steps(steps);
  std::memcpy(static_cast<void*>(drive->state), saved.data(), saved.size());
  drive->player = player;
  EXPECT_EQ(drive->steps(steps), first);
}

// A copy at another address goes on like the original, and without it. Leaves the original behind
// as rubbish.
inline void expect_fork_runs_the_same_way(Drive* drive, int steps) {
  const std::size_t bytes = drive->model->arena_bytes();
  gen::AlignedBytes other(bytes + 192);
  State* fork = reinterpret_cast<State*>(other.data() + 192);
  std::memcpy(static_cast<void*>(fork), drive->state, bytes);
  Drive forked = *drive;
  forked.state = fork;
  EXPECT_TRUE(fork->belongs_to(*drive->model));
  const std::uint64_t first = drive->steps(steps);
  std::memset(static_cast<void*>(drive->state), 0xA5, bytes);
  EXPECT_EQ(forked.steps(steps), first) << "the fork still looks at the original";
}

}  // namespace mortise::test
