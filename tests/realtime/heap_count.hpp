// Counts every call of the heap by the code of this program: malloc and its relatives by
// -Wl,--wrap, operator new and delete by replacement.
#pragma once

#include <cstdint>

namespace mortise::test {

std::uint64_t heap_calls();

}  // namespace mortise::test
