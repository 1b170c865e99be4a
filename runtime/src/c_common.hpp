// What the parts of the C interface share: casts, checks and the writing of sized structures.
#pragma once

#include <cstring>

#include "mortise/mortise.h"
#include "mortise/mortise.hpp"

// That a structure of the C interface has a member where that of C++ has it.
#define MORTISE_SAME_MEMBER(c, cpp, member)                                                     \
  static_assert(                                                                                \
      offsetof(c, member) == offsetof(cpp, member) && sizeof(c::member) == sizeof(cpp::member), \
      "copied as bytes");

namespace mortise::c {

inline const Model* as_model(const mortise_model* m) { return reinterpret_cast<const Model*>(m); }
inline State* as_state(mortise_state* s) { return reinterpret_cast<State*>(s); }
inline const State* as_state(const mortise_state* s) { return reinterpret_cast<const State*>(s); }

inline bool usable(const mortise_model* m, const mortise_state* s) {
  return m && s && as_model(m)->step_function() && as_state(s)->belongs_to(*as_model(m));
}

// Writes the first `size` bytes that the caller has room for, and zeros into what it knows beyond.
template <class T>
std::uint32_t hand_out(const T& value, T* out, std::size_t size) {
  if (!out || size == 0) return status::kBAD_CALL;
  const std::size_t known = size < sizeof value ? size : sizeof value;
  std::memcpy(static_cast<void*>(out), static_cast<const void*>(&value), known);
  std::memset(reinterpret_cast<unsigned char*>(out) + known, 0, size - known);
  return status::kOk;
}

}  // namespace mortise::c
