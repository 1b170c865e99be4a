// Memory of one instance, aligned to 64 as models and states need it. No exceptions: what cannot be
// had is empty.
#pragma once

#include <cstdlib>
#include <cstring>
#include <memory>

namespace mortise::fmi {

struct FreeBlock {
  void operator()(void* block) const { std::free(block); }
};

template <class T>
using Block = std::unique_ptr<T[], FreeBlock>;

inline std::size_t rounded_up(std::size_t bytes) { return (bytes + 63) & ~std::size_t{63}; }

// count objects of zeros; at least one, so that null says that there is no memory.
template <class T>
Block<T> make_block(std::size_t count) {
  const std::size_t bytes = rounded_up((count > 0 ? count : 1) * sizeof(T));
  void* block = std::aligned_alloc(64, bytes);
  if (block) std::memset(block, 0, bytes);
  return Block<T>(static_cast<T*>(block));
}

}  // namespace mortise::fmi
