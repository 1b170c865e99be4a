// Compact versions of library routines that the image needs at opening and for short arrays:
// newlib's and libgcc's cost 2.9 KB together, for speed or for FPUs without doubles. They win over
// the archives because objects are linked first. Compiled without LTO and as freestanding code, so
// that the compiler does not replace a body by a call of itself.
#include <cstddef>
#include <cstdint>

using Word __attribute__((may_alias)) = std::uint32_t;

extern "C" {

// Whole words where both ends allow it, the rest byte by byte.
void* memcpy(void* to, const void* from, std::size_t size) {
  auto* d = static_cast<unsigned char*>(to);
  const auto* s = static_cast<const unsigned char*>(from);
  const auto both = reinterpret_cast<std::uintptr_t>(to) | reinterpret_cast<std::uintptr_t>(from);
  for (; both % 4 == 0 && size >= 4; size -= 4, d += 4, s += 4)
    *reinterpret_cast<Word*>(d) = *reinterpret_cast<const Word*>(s);
  while (size-- > 0) *d++ = *s++;
  return to;
}

void* memset(void* to, int value, std::size_t size) {
  auto* d = static_cast<unsigned char*>(to);
  const std::uint32_t byte = static_cast<unsigned char>(value);
  if (reinterpret_cast<std::uintptr_t>(to) % 4 == 0)
    for (; size >= 4; size -= 4, d += 4) *reinterpret_cast<Word*>(d) = byte * 0x01010101u;
  while (size-- > 0) *d++ = static_cast<unsigned char>(byte);
  return to;
}

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
