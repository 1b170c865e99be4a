// Counts every call of the heap by the code of this program, thread by thread: malloc and its
// relatives by the linker's --wrap (see CMakeLists.txt), operator new and delete by replacement.
#pragma once

#include <cstdint>

namespace mortise::targets {

// Calls of the heap by this thread so far.
std::uint64_t heap_calls();

}  // namespace mortise::targets
