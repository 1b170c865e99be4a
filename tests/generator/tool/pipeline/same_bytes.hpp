// Model files, byte by byte.
#pragma once

#include <cstring>

#include "generator/ground/numbers/aligned_bytes.hpp"

namespace mortise::gen {

inline bool same(const AlignedBytes& a, const AlignedBytes& b) {
  return a.size() == b.size() && std::memcmp(a.data(), b.data(), a.size()) == 0;
}

}  // namespace mortise::gen
