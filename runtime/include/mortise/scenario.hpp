// Inputs of a stored scenario: sources by rotation recursions, so that no transcendental function
// runs, and ramps.
#pragma once

#include "mortise/state.hpp"

namespace mortise {

// Signal generator of one input channel. Plain data, may be copied.
struct Source {
  std::int32_t input;
  Real offset, amplitude;  // [unit of the input]
  Real phasor[2], rotation[2], chirp[2];
  std::uint64_t first_step, last_step;  // silent before and after; last_step 0: never
};

// Most generators of one scenario.
inline constexpr int kMaxSources = 16;

// Plays a scenario step by step. Plain data, may be copied.
class ScenarioPlayer {
 public:
  // Starts scenario `index` of the model; false if there is none or the state is one of another
  // model. Sets the scenario's initial state, and what its first phase says, if `state` is not
  // null; parameters that are set afterwards keep their value until a phase changes them.
  bool start(const Model& model, std::int32_t index, State* state) noexcept;

  // Writes the inputs of the running step (of a player that was started for this model) into u
  // (model.input_values()) and moves on one step. state: enter_phase() of this step is done to it,
  // unless start() has done so; may be null for models without phases.
  void next(const Model& model, Real* u, State* state = nullptr) noexcept;

  // For those who read inputs ahead of the steps: switches the state to the operating case of the
  // phase that begins with `step`, counted from 0, and sets the parameters that change with it, if
  // any do.
  void enter_phase(const Model& model, std::uint64_t step, State* state) const noexcept;

  // Length of the scenario [s].
  Real duration() const noexcept { return duration_; }
  // Generators of its inputs, as they stand after the last step.
  int sources() const noexcept { return count_; }
  Source& source(int k) noexcept { return sources_[k]; }

 private:
  void write(const Model& model, Real* u) const noexcept;
  // The first inputs become the last good ones; the default stands in for those out of range.
  void start_inputs(const Model& model, State* state) const noexcept;
  Source sources_[kMaxSources] = {};
  int count_ = 0;
  std::int32_t index_ = -1;  // scenario of the model; -1 before start
  std::uint64_t steps_ = 0;  // inputs are those at t = steps h
  Real duration_ = 0;
  bool entered_ = false;  // start() has begun the phase of step 0
};

// Index of a scenario by name, -1 if the model has none.
std::int32_t find_scenario(const Model& model, const char* name) noexcept;

}  // namespace mortise
