// Counts heap calls of this process between two points, so that `bench` can prove there are none.
#pragma once

#include <cstdint>

namespace mortise::gen {

// Calls of malloc, calloc, realloc, free, aligned_alloc, operator new and delete so far, by code
// that is linked into this program.
std::uint64_t heap_calls();

}  // namespace mortise::gen
