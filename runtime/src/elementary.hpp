// exp and log over packs, without libm and with the same bits on every machine.
//
// Largest errors against long double (tests/runtime/film_elementary_test.cc), in units of the last
// place of the result:
//   exp  float 1.00, double 1.00, over the whole range of the clipped exponent
//   log  float 1.9, double 1.9, over the normal x > 0
// Only IEEE operations and integer shifts are used. Contraction may change the last bit, nothing
// else; reassociation (-ffast-math) would remove the rounding to whole powers of two.
#pragma once

#include "mortise/kernel/lanes.hpp"

#ifdef __FAST_MATH__
#error "the elementary functions need the order of operations they are written in"
#endif

namespace mortise::MORTISE_ISA {

// Near-minimax polynomials (Chebyshev fits), highest power first:
//   kExp  (e^r - 1 - r)/r^2 on |r| <= ln(2)/2
//   kLog  (log((1+s)/(1-s)) - 2s)/s^3 over s^2, |s| <= (sqrt(2)-1)/(sqrt(2)+1)
template <class T>
struct Elementary;

template <>
struct Elementary<float> {
  using Bits = std::uint32_t;
  static constexpr int kFraction = 23, kBias = 127;
  static constexpr float kShift = 12582912.0f + 127.0f;  // 1.5 2^23 + bias: its unit is one
  static constexpr float kUnits = 8388608.0f;            // 2^23
  static constexpr Bits kHalfRoot = 0x3f3504f3u;         // sqrt(1/2)
  static constexpr float kLowest = -87.3f, kHighest = 88.0f;
  static constexpr float kLog2e = 1.44269504088896341f;
  static constexpr float kLn2High = 0.693145751953125f, kLn2Low = 1.42860682030941723e-6f;
  static constexpr float kExp[] = {1.3926375995803529e-3f, 8.3633330821829432e-3f,
                                   4.1666553458651747e-2f, 0.16666576062275124f, 0.5f};
  static constexpr float kLog[] = {0.29580398281484708f, 0.39988770673510876f,
                                   0.66666685063750327f};
};

template <>
struct Elementary<double> {
  using Bits = std::uint64_t;
  static constexpr int kFraction = 52, kBias = 1023;
  static constexpr double kShift = 6755399441055744.0 + 1023.0;
  static constexpr double kUnits = 4503599627370496.0;
  static constexpr Bits kHalfRoot = 0x3fe6a09e667f3bcdull;
  static constexpr double kLowest = -708.0, kHighest = 709.0;
  static constexpr double kLog2e = 1.4426950408889634074;
  static constexpr double kLn2High = 0.6931471805592082091607153,
                          kLn2Low = 7.37100256516779890183404e-13;
  static constexpr double kExp[] = {2.5100634461878486996e-8, 2.7620412194498852386e-7,
                                    2.7557267935231927139e-6, 2.4801520613566221212e-5,
                                    1.9841269863392213356e-4, 1.3888888917654015311e-3,
                                    8.3333333333299938634e-3, 4.1666666666623244033e-2,
                                    0.16666666666666667473,   0.50000000000000010487};
  static constexpr double kLog[] = {0.14617037548791650168, 0.1533167403016786185,
                                    0.18182890556695603528, 0.22222211115144161503,
                                    0.28571428626095891537, 0.39999999999899238978,
                                    0.66666666666666696955};
};

// The bits of a pack as unsigned integers, and back.
template <class To, class From, int W>
MORTISE_INLINE Lanes<To, W> reinterpret(const Lanes<From, W>& a) {
  static_assert(sizeof(To) == sizeof(From), "same width");
  if constexpr (W <= kNativeLanes<From>) {
    Lanes<To, W> out;
    __builtin_memcpy(&out.x, &a.x, sizeof out.x);
    return out;
  } else {
    return {reinterpret<To>(a.lo), reinterpret<To>(a.hi)};
  }
}

template <class U, int W>
MORTISE_INLINE Lanes<U, W> shift_left(const Lanes<U, W>& a, int bits) {
  if constexpr (W <= kNativeLanes<U>) {
    return {a.x << bits};
  } else {
    return {shift_left(a.lo, bits), shift_left(a.hi, bits)};
  }
}

template <class U, int W>
MORTISE_INLINE Lanes<U, W> shift_right(const Lanes<U, W>& a, int bits) {
  if constexpr (W <= kNativeLanes<U>) {
    return {a.x >> bits};
  } else {
    return {shift_right(a.lo, bits), shift_right(a.hi, bits)};
  }
}

template <class T, int W, int N>
MORTISE_INLINE Lanes<T, W> polynomial(const T (&coefficients)[N], const Lanes<T, W>& x) {
  Lanes<T, W> p = Lanes<T, W>::all(coefficients[0]);
#pragma GCC unroll 16
  for (int k = 1; k < N; ++k) p = p * x + Lanes<T, W>::all(coefficients[k]);
  return p;
}

// e^x for x within the bounds of exponential().
template <class T, int W>
MORTISE_INLINE Lanes<T, W> exponential_within(const Lanes<T, W>& x) {
  using E = Elementary<T>;
  using P = Lanes<T, W>;
  // The last bits of `shifted` are n + bias, n = x / ln(2) rounded; contraction could only turn a
  // tie, r stays exact.
  const P shifted = x * P::all(E::kLog2e) + P::all(E::kShift);
  const P n = shifted - P::all(E::kShift);
  const P r = (x - n * P::all(E::kLn2High)) - n * P::all(E::kLn2Low);
  const P e = P::all(1) + (r + r * r * polynomial(E::kExp, r));
  return e * reinterpret<T>(shift_left(reinterpret<typename E::Bits>(shifted), E::kFraction));
}

// e^x; x beyond -87.3 .. 88 (float), -708 .. 709 (double) counts as the bound, NaN as a bound.
template <class T, int W>
MORTISE_INLINE Lanes<T, W> exponential(const Lanes<T, W>& x) {
  using E = Elementary<T>;
  using P = Lanes<T, W>;
  return exponential_within(smaller(larger(x, P::all(E::kLowest)), P::all(E::kHighest)));
}

// log x for normal x > 0.
template <class T, int W>
MORTISE_INLINE Lanes<T, W> logarithm(const Lanes<T, W>& x) {
  using E = Elementary<T>;
  using P = Lanes<T, W>;
  using U = Lanes<typename E::Bits, W>;
  constexpr typename E::Bits kBias = E::kBias;
  const U bits = reinterpret<typename E::Bits>(x);
  // x = 2^(k - bias) m, sqrt(1/2) <= m < sqrt(2)
  const U k = shift_right(bits + U::all((kBias << E::kFraction) - E::kHalfRoot), E::kFraction);
  const P m = reinterpret<T>(bits - shift_left(k - U::all(kBias), E::kFraction));
  // k < 2^fraction in the last bits of 2^fraction: a number without conversion
  const P whole = reinterpret<T>(reinterpret<typename E::Bits>(P::all(E::kUnits)) + k);
  const P e = whole - P::all(E::kUnits + static_cast<T>(E::kBias));
  const P s = (m - P::all(1)) / (m + P::all(1));
  const P z = s * s;
  const P tail = s * z * polynomial(E::kLog, z) + e * P::all(E::kLn2Low);
  return e * P::all(E::kLn2High) + (s + s + tail);
}

}  // namespace mortise::MORTISE_ISA
