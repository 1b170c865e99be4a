// A bench that is a scenario of the model itself.
#pragma once

#include <vector>

#include "pump.hpp"

namespace mortise::targets {

// Inputs from a scenario, at the rate of the steps and read ahead of them as a bench does; its
// phases begin with the steps they belong to. Outputs go into the trace hash.
class ScenarioBench : public Bench {
 public:
  ScenarioBench(const Model& model, State& state, const ScenarioPlayer& player, int steps)
      : model_(model),
        state_(state),
        player_(player),
        steps_(steps),
        u_(static_cast<std::size_t>(model.input_values()) + 1) {}

  void read(Real* u) override {
    player_.next(model_, u_.data());
    for (std::int32_t k = 0; k < model_.dims().inputs; ++k) u[k] = u_[static_cast<std::size_t>(k)];
    for (int j = 1; j < steps_; ++j) player_.next(model_, u_.data());
  }
  void stepping(State& state) override { player_.enter_phase(model_, state.steps(), &state); }
  void write(const Real*) override {}
  void stepped(const Real* y, Status status) override {
    hash_ = hash_step(hash_, model_, state_, y, status);
  }
  std::uint64_t hash() const { return hash_; }

 private:
  const Model& model_;
  State& state_;
  ScenarioPlayer player_;
  int steps_;
  std::vector<Real> u_;
  std::uint64_t hash_ = kFnvStart;
};

}  // namespace mortise::targets
