// Inputs from a scenario of the model.
#pragma once

#include <vector>

#include "input_source.hpp"

namespace mortise::targets {

// At the rate of the steps and read ahead of them, as a bench does; its phases begin with the steps
// they belong to. Behind its end the last inputs are held.
class ScenarioSource : public InputSource {
 public:
  ScenarioSource(const Model& model, const ScenarioPlayer& player, int steps)
      : model_(model),
        start_(player),
        player_(player),
        steps_(steps),
        u_(static_cast<std::size_t>(model.input_values()) + 1) {}

  bool rewind() noexcept override {
    player_ = start_;
    return true;
  }
  void read(Real* u) noexcept override {
    player_.next(model_, u_.data());
    for (std::int32_t k = 0; k < model_.dims().inputs; ++k) u[k] = u_[static_cast<std::size_t>(k)];
    for (int j = 1; j < steps_; ++j) player_.next(model_, u_.data());
  }
  void stepping(State& state) noexcept override {
    player_.enter_phase(model_, state.steps(), &state);
  }

 private:
  const Model& model_;
  ScenarioPlayer start_, player_;
  int steps_;
  std::vector<Real> u_;
};

}  // namespace mortise::targets
