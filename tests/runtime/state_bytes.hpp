// Bytes of a state, to tell whether a call has changed any.
#pragma once

#include <vector>

#include "generator/bake/play/instance.hpp"

namespace mortise {

inline std::vector<unsigned char> bytes_of(const gen::Instance& run) {
  const auto* first = reinterpret_cast<const unsigned char*>(&run.state());
  return {first, first + run.model().arena_bytes()};
}

}  // namespace mortise
