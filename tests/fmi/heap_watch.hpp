// Counts the heap calls of this thread, of the program and of every library that it has loaded:
// the program's malloc and free stand before those of the C library.
#pragma once

#include <cstdint>

namespace mortise::fmi_host {

std::uint64_t heap_calls();

}  // namespace mortise::fmi_host
