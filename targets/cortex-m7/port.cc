#include "port.hpp"

extern "C" {
extern const std::uint32_t stack_bottom[], stack_top[];
}

namespace port {

namespace {

// Arm semihosting operations.
constexpr std::uint32_t kWriteString = 0x04, kGetCommandLine = 0x15, kExitExtended = 0x20;
constexpr std::uint32_t kApplicationExit = 0x20026;

std::uint32_t semihost(std::uint32_t operation, const void* argument) {
  register std::uint32_t r0 __asm__("r0") = operation;
  register const void* r1 __asm__("r1") = argument;
  __asm__ volatile("bkpt 0xab" : "+r"(r0) : "r"(r1) : "memory");
  return r0;
}

struct SysTick {
  volatile std::uint32_t control, reload, value;
};
SysTick& systick() { return *reinterpret_cast<SysTick*>(0xE000E010); }

}  // namespace

void print(const char* text) { semihost(kWriteString, text); }

void print_decimal(std::uint32_t value) {
  char text[11];
  char* p = text + sizeof text - 1;
  *p = 0;
  do {
    *--p = static_cast<char>('0' + value % 10);
    value /= 10;
  } while (value > 0);
  print(p);
}

void print_hex(std::uint64_t value, int digits) {
  char text[17];
  for (int k = digits - 1; k >= 0; --k, value >>= 4) text[k] = "0123456789abcdef"[value & 15];
  text[digits] = 0;
  print(text);
}

void exit(int status) {
  const std::uint32_t block[2] = {kApplicationExit, static_cast<std::uint32_t>(status)};
  for (;;) semihost(kExitExtended, block);
}

void command_line(char* text, std::size_t size) {
  struct {
    char* text;
    std::size_t length;
  } block{text, size};
  if (semihost(kGetCommandLine, &block) != 0) text[0] = 0;
}

void start_counter() {
  systick().reload = 0xFFFFFF;
  systick().value = 0;
  systick().control = 5;  // processor clock, no interrupt
  while (systick().value == 0) {
  }
}

std::uint32_t count() { return 0xFFFFFF - systick().value; }

std::size_t stack_used() {
  const std::uint32_t* p = stack_bottom;
  while (p < stack_top && *p == kStackPaint) ++p;
  return static_cast<std::size_t>(stack_top - p) * sizeof *p;
}

std::size_t stack_size() {
  return static_cast<std::size_t>(stack_top - stack_bottom) * sizeof(std::uint32_t);
}

}  // namespace port
