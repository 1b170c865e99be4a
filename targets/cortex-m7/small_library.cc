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
  const std::uint32_t word = static_cast<unsigned char>(value) * 0x01010101u;
  if (reinterpret_cast<std::uintptr_t>(to) % 4 == 0)
    for (; size >= 4; size -= 4, d += 4) *reinterpret_cast<Word*>(d) = word;
  while (size-- > 0) *d++ = static_cast<unsigned char>(word);
  return to;
}

int memcmp(const void* a, const void* b, std::size_t size) {
  const auto* x = static_cast<const unsigned char*>(a);
  const auto* y = static_cast<const unsigned char*>(b);
  int difference = 0;
  while (size-- > 0 && difference == 0) difference = *x++ - *y++;
  return difference;
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

// Quotient and remainder by long division; r0, r1 / r2, r3 returns the quotient in r0, r1 and the
// remainder in r2, r3, which no C++ signature can say. The dividend is shifted into the remainder,
// and bits of the quotient follow behind it. Divisors are below 2^63.
__attribute__((naked)) void __aeabi_uldivmod() {
  __asm__(
      "push {r4, r5, r6, r7, lr}\n"
      "mov r4, r2\n"
      "mov r5, r3\n"
      "movs r2, #0\n"
      "movs r3, #0\n"
      "movs r6, #64\n"
      "1: adds r0, r0, r0\n"
      "adcs r1, r1, r1\n"
      "adcs r2, r2, r2\n"
      "adcs r3, r3, r3\n"
      "subs r7, r2, r4\n"
      "sbcs lr, r3, r5\n"
      "bcc 2f\n"
      "mov r2, r7\n"
      "mov r3, lr\n"
      "adds r0, r0, #1\n"
      "2: subs r6, r6, #1\n"
      "bne 1b\n"
      "pop {r4, r5, r6, r7, pc}\n");
}

}  // extern "C"
