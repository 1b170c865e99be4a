// What the image needs of its board: text out, exit, arguments, a counter. Here by semihosting and
// SysTick; a port to another board replaces port.cc and the linker script.
#pragma once

#include <cstddef>
#include <cstdint>

namespace port {

inline constexpr std::uint32_t kStackPaint = 0xC5C5C5C5u;
inline constexpr int kExitFault = 99;

void print(const char* text);
void print_decimal(std::uint32_t value);
// The lowest `digits` hexadecimal digits of value.
void print_hex(std::uint64_t value, int digits);

// Ends the emulation with this exit status.
[[noreturn]] void exit(int status);

// Arguments given to the image, separated by blanks and terminated; empty if there are none.
void command_line(char* text, std::size_t size);

// A free-running counter of 24 bit: processor clock ticks on hardware. QEMU's -icount shift=5 lets
// an instruction last 32 ns and the clock of this board tick every 40 ns.
void start_counter();
std::uint32_t count();  // rising
inline std::uint32_t elapsed(std::uint32_t from, std::uint32_t to) {
  return (to - from) & 0xFFFFFFu;
}
// Instructions in `ticks` under QEMU's -icount shift=5.
inline std::uint32_t instructions(std::uint32_t ticks) { return ticks + ticks / 4; }

// Bytes of the stack that were ever used, and all of them [byte].
std::size_t stack_used();
std::size_t stack_size();

}  // namespace port
