// Memory of one instance, aligned to 64 as models and states need it. No exceptions: what cannot be
// had is empty.
#pragma once

#include <cstdlib>
#include <cstring>
#include <memory>
#if defined(_WIN32)
#include <malloc.h>
#endif

namespace mortise::fmi {

#if defined(_WIN32)  // whose library of C lacks aligned_alloc
inline void* take_block(std::size_t bytes) { return _aligned_malloc(bytes, 64); }
inline void free_block(void* block) { _aligned_free(block); }
#else
inline void* take_block(std::size_t bytes) { return std::aligned_alloc(64, bytes); }
inline void free_block(void* block) { std::free(block); }
#endif

struct FreeBlock {
  void operator()(void* block) const { free_block(block); }
};

template <class T>
using Block = std::unique_ptr<T[], FreeBlock>;

inline std::size_t rounded_up(std::size_t bytes) { return (bytes + 63) & ~std::size_t{63}; }

// count objects of zeros; at least one, so that null says that there is no memory.
template <class T>
Block<T> make_block(std::size_t count) {
  const std::size_t bytes = rounded_up((count > 0 ? count : 1) * sizeof(T));
  void* block = take_block(bytes);
  if (block) std::memset(block, 0, bytes);
  return Block<T>(static_cast<T*>(block));
}

}  // namespace mortise::fmi
