// Compact versions of three library routines that the image needs once, at opening: newlib's and
// libgcc's cost 2.6 KB together, for speed or for FPUs without doubles. They win over the archives
// because objects are linked first. Compiled without LTO and as freestanding code, so that the
// compiler does not replace a body by a call of itself.
#include <cstdint>

extern "C" {

int strcmp(const char* a, const char* b) {
  for (; *a && *a == *b; ++a, ++b) {
  }
  return static_cast<unsigned char>(*a) - static_cast<unsigned char>(*b);
}

// The high word times 2^32 is exact, so the sum rounds once. Helpers of the run-time ABI return
// numbers in core registers even where everything else uses those of the FPU.
__attribute__((pcs("aapcs"))) double __aeabi_ul2d(std::uint64_t x) {
  return static_cast<double>(static_cast<std::uint32_t>(x >> 32)) * 4294967296.0 +
         static_cast<double>(static_cast<std::uint32_t>(x));
}

// Quotient and remainder by long division.
std::uint64_t mortise_divide(std::uint64_t n, std::uint64_t d, std::uint64_t* remainder) {
  std::uint64_t quotient = 0, rest = 0;
  for (int bit = 63; bit >= 0; --bit) {
    rest = rest << 1 | (n >> bit & 1);
    if (rest < d) continue;
    rest -= d;
    quotient |= std::uint64_t{1} << bit;
  }
  *remainder = rest;
  return quotient;
}

// Returns the quotient in r0, r1 and the remainder in r2, r3, which no C++ signature can say.
__attribute__((naked)) void __aeabi_uldivmod() {
  __asm__(
      "sub sp, #16\n"
      "str lr, [sp, #4]\n"
      "add r12, sp, #8\n"
      "str r12, [sp]\n"
      "bl mortise_divide\n"
      "ldr lr, [sp, #4]\n"
      "ldrd r2, r3, [sp, #8]\n"
      "add sp, #16\n"
      "bx lr\n");
}

}  // extern "C"
