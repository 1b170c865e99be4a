// Where the inputs of a tick come from.
#pragma once

#include "mortise/mortise.hpp"

namespace mortise::targets {

class InputSource {
 public:
  InputSource() = default;
  InputSource(const InputSource&) = delete;
  InputSource& operator=(const InputSource&) = delete;
  virtual ~InputSource() = default;

  // Begins with the first tick again. False for inputs that nobody knows before.
  virtual bool rewind() noexcept { return false; }
  // Right before the first tick: nothing that has come until now waits for it.
  virtual void settle() noexcept {}
  // Sets u (inputs of the model, SI) to the values of this tick; never waits.
  virtual void read(Real* u) noexcept = 0;
  // Before every step, with the state where it starts.
  virtual void stepping(State& /*state*/) noexcept {}
  // Whether the loop should end: a peer has been silent for too long.
  virtual bool lost() const noexcept { return false; }
};

}  // namespace mortise::targets
