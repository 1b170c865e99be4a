// Everything a user can do with a model that was accepted, done with odd arguments.
#pragma once

#include "tests/robustness/model_bytes.hpp"
#include "tests/robustness/random_stream.hpp"

namespace mortise::robustness {

// How a model that was accepted is used.
struct Use {
  const char* instruction_set;  // one that this machine has
  bool red_zones;               // between the arrays of file and state, see guarded_model.hpp
};

// Opens the file through the C interface as well, makes a state, sets parameters, steps with
// finite, huge, infinite and missing inputs, saves and restores, damages the bytes of states, plays
// every scenario, runs the self-test. Returns null, or what broke its promise. The file must have
// been accepted.
const char* exercise(const ModelBytes& file, const Use& use, RandomStream* random);

}  // namespace mortise::robustness
