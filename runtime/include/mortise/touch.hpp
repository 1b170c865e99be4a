// What a contact does.
#pragma once

#include <cstdint>

namespace mortise {

// Open, closed and sticking, closed and slipping; numbers as of the output contact_state.
enum class Touch : std::int32_t { kOpen = 0, kSticks = 1, kSlips = 2 };

}  // namespace mortise
