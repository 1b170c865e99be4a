// A model file and one state of it in memory of their own: what a program on an operating system
// needs before it can step.
#pragma once

#include <cstdint>
#include <cstdlib>
#include <memory>
#include <string>

#include "mortise/mortise.hpp"

namespace mortise::targets {

class LoadedModel {
 public:
  // Reads, opens and makes a state, then runs the golden trace. Exit status of a program: 0 ready,
  // 1 the file cannot be read or is refused, 2 the golden trace failed; the reason is printed.
  int load(const char* path);
  // Only what goes wrong is printed.
  void quiet() { quiet_ = true; }

  // Steps a scenario (find_scenario()) from its start. hash: receives that of the trajectory, the
  // same number on every machine. False if there is no such scenario.
  bool trace(std::int32_t scenario, long steps, std::uint64_t* hash);

  Model& model() { return model_; }
  State& state() { return *state_; }

 private:
  struct Free {
    void operator()(void* p) const { std::free(p); }
  };
  using Aligned = std::unique_ptr<void, Free>;
  static Aligned allocate(std::size_t size);
  static Aligned read(const char* path, std::size_t* size);

  Aligned bytes_, interfaces_, arena_;
  Model model_;
  State* state_ = nullptr;
  bool quiet_ = false;
};

// "rod_wall" of "models/rod_wall.mrt".
std::string model_name(const std::string& path);

}  // namespace mortise::targets
