// Reset, fault handling and the vector table. Compiled with -mgeneral-regs-only: the compiler may
// not touch FPU registers before the FPU is on.
#include <cstdint>

#include "port.hpp"

// main, which C++ forbids to call.
extern "C" int run_main() __asm__("main");

namespace {

struct Mpu {
  volatile std::uint32_t type, control, number, base, attributes;
};
Mpu& mpu() { return *reinterpret_cast<Mpu*>(0xE000ED90); }

}  // namespace

extern "C" {

extern std::uint32_t stack_bottom[], stack_top[], data_start[], data_end[], bss_start[], bss_end[];
extern const std::uint32_t data_image[];

// The 64 KB below the stack become inaccessible, at no cost of RAM. (Some machines answer there: a
// stack that is too small then gives wrong numbers instead of a fault.)
static void guard_stack() {
  const auto guard = reinterpret_cast<std::uintptr_t>(stack_bottom) - 0x10000;
  mpu().number = 0;
  mpu().base = guard;
  mpu().attributes = 1u << 28 | 15u << 1 | 1u;  // never execute, no access, 2^(15+1) byte, on
  mpu().control = 5;                            // on; everything else as without MPU
  __asm__ volatile("dsb\n isb" ::: "memory");
}

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
  guard_stack();
  port::exit(run_main());
}

[[noreturn]] __attribute__((used)) void report_fault() {
  port::print("fault: CFSR ");
  port::print_hex(*reinterpret_cast<volatile std::uint32_t*>(0xE000ED28), 8);
  port::print("\n");
  port::exit(port::kExitFault);
}

// Every fault and every unexpected interrupt. The stack may be what failed, so it starts afresh.
__attribute__((naked)) void fault() { __asm__("ldr r0, =stack_top\n mov sp, r0\n b report_fault"); }

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
