// Reset, fault handling and the vector table. Compiled with -mgeneral-regs-only: the compiler may
// not touch FPU registers before the FPU is on.
#include <cstdint>

#include "port.hpp"

int main();

extern "C" {

extern std::uint32_t stack_bottom[], stack_top[], data_start[], data_end[], bss_start[], bss_end[];
extern const std::uint32_t data_image[];

[[noreturn]] void reset() {
  // CPACR: full access to coprocessors 10 and 11, the FPU.
  *reinterpret_cast<volatile std::uint32_t*>(0xE000ED88) |= 0xFu << 20;
  __asm__ volatile("dsb\n isb" ::: "memory");

  std::uint32_t* here = nullptr;
  __asm__ volatile("mov %0, sp" : "=r"(here));
  // Through volatile pointers, so that no loop becomes a library call with a stack frame.
  for (volatile std::uint32_t* p = stack_bottom; p < here; ++p) *p = port::kStackPaint;
  const std::uint32_t* from = data_image;
  for (volatile std::uint32_t* p = data_start; p < data_end; ++p) *p = *from++;
  for (volatile std::uint32_t* p = bss_start; p < bss_end; ++p) *p = 0;
  port::exit(main());
}

// Every fault and every unexpected interrupt.
[[noreturn]] void fault() {
  port::print("fault: CFSR ");
  port::print_hex(*reinterpret_cast<volatile std::uint32_t*>(0xE000ED28), 8);
  port::print("\n");
  port::exit(port::kExitFault);
}

using Handler = void (*)();

__attribute__((section(".vectors"), used))
const Handler vectors[16] = {reinterpret_cast<Handler>(stack_top),  // initial stack pointer
                             reset,
                             fault,
                             fault,
                             fault,
                             fault,
                             fault,
                             fault,
                             fault,
                             fault,
                             fault,
                             fault,
                             fault,
                             fault,
                             fault,
                             fault};

}  // extern "C"
