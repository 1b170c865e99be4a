// Between the counting steps and the rest of a program, which knows the same structures with
// numbers that do not count: only addresses pass.
#pragma once

#include <cstdint>

namespace mortise::bounds {

// view: ModelView, state: State, u and y: numbers; all of the program's own types.
std::uint32_t run_counting(const void* view, void* state, const void* u, void* y,
                           std::uint64_t* counted) noexcept;

}  // namespace mortise::bounds
