// Is this thread's arithmetic the one that models are made for: rounding to nearest, denormal
// numbers kept? One read of the control register, no call.
//
// In a build that trades the bits away (MORTISE_ANY_FLOAT_MODE, set by the preset `fast`) denormal
// numbers may be flushed to zero; rounding is watched all the same.
#pragma once

#include <cstdint>

namespace mortise {

#if defined(MORTISE_ANY_FLOAT_MODE)
inline constexpr bool kKeepsDenormals = false;
#else
inline constexpr bool kKeepsDenormals = true;
#endif

#if defined(__SSE2__)

// MXCSR: rounding 14:13, flush to zero 15, denormals are zero 6.
inline __attribute__((always_inline)) bool float_mode_differs() noexcept {
  constexpr std::uint32_t kWrong = 0x6000u | (kKeepsDenormals ? 0x8040u : 0u);
  return (__builtin_ia32_stmxcsr() & kWrong) != 0;
}

#elif defined(__aarch64__)

// FPCR: rounding 23:22, flush to zero 24, flush inputs to zero 0.
inline __attribute__((always_inline)) bool float_mode_differs() noexcept {
  constexpr std::uint64_t kWrong = 0xC00000u | (kKeepsDenormals ? 0x1000001u : 0u);
  std::uint64_t fpcr;
  __asm__ volatile("mrs %0, fpcr" : "=r"(fpcr));
  return (fpcr & kWrong) != 0;
}

#elif defined(__arm__) && defined(__VFP_FP__) && !defined(__SOFTFP__)

// FPSCR: rounding 23:22, flush to zero 24.
inline __attribute__((always_inline)) bool float_mode_differs() noexcept {
  constexpr std::uint32_t kWrong = 0xC00000u | (kKeepsDenormals ? 0x1000000u : 0u);
  std::uint32_t fpscr;
  __asm__ volatile("vmrs %0, fpscr" : "=r"(fpscr));
  return (fpscr & kWrong) != 0;
}

#else

// No register that is known: by what the arithmetic does. A quarter of the last digit of 1 is
// rounded away towards both sides; half of the smallest normal number is not zero.
inline bool float_mode_differs() noexcept {
  const volatile double one = 1, quarter = 0x1p-54, smallest = 0x1p-1022, half = 0.5;
  const bool nearest =
      one + quarter == 1 && one - quarter == 1 && -one - quarter == -1 && -one + quarter == -1;
  return !nearest || (kKeepsDenormals && !(smallest * half > 0));
}

#endif

}  // namespace mortise
