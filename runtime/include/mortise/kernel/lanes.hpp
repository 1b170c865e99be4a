// Packs of numbers worked on together, in one fixed order on every machine.
//
// Lanes<T, W> is a tree of halves down to the native vector of the instruction set this file is
// compiled for. Every operation is element by element; `sum` adds halves, (0..3)+(4..7) first. So
// the bits do not depend on the vector width. Contraction must be off (-ffp-contract=off).
#pragma once

#include <utility>

#include "mortise/types.hpp"

#ifndef MORTISE_ISA
#define MORTISE_ISA baseline
#endif

// Doubles in a native vector; 1: no vectors. MORTISE_SINGLE_LANES works on the numbers of a pack
// one by one, for scalars that no vector holds.
#if defined(MORTISE_NATIVE_LANES)
#elif defined(__AVX512F__)
#define MORTISE_NATIVE_LANES 8
#elif defined(__AVX__)
#define MORTISE_NATIVE_LANES 4
#elif defined(__SSE2__) || defined(__aarch64__)
#define MORTISE_NATIVE_LANES 2
#else
#define MORTISE_NATIVE_LANES 1
#endif

// A build with sanitizers may say `inline`: what they add to code inlined by force takes minutes to
// compile.
#if !defined(MORTISE_INLINE)
#define MORTISE_INLINE inline __attribute__((always_inline))
#endif

namespace mortise::MORTISE_ISA {

#if MORTISE_NATIVE_LANES == 1 || defined(MORTISE_SINGLE_LANES)
template <class T>
inline constexpr int kNativeLanes = 1;
#else
template <class T>
inline constexpr int kNativeLanes = MORTISE_NATIVE_LANES * 8 / static_cast<int>(sizeof(T));
#endif

template <class T, int W>
struct NativeVector {
  typedef T Type __attribute__((vector_size(W * sizeof(T)), may_alias));
};
template <class T>
struct NativeVector<T, 1> {
  using Type = T;
};

template <class T, int W, bool kNative = (W <= kNativeLanes<T>)>
struct Lanes;

template <class T, int W>
struct Lanes<T, W, true> {
  using V = typename NativeVector<T, W>::Type;
  V x;
  static MORTISE_INLINE Lanes load(const T* p) { return {*reinterpret_cast<const V*>(p)}; }
  static MORTISE_INLINE Lanes load_anywhere(const T* p) {  // aligned as a T
    Lanes out;
    __builtin_memcpy(&out.x, p, sizeof out.x);
    return out;
  }
  static MORTISE_INLINE Lanes all(T s) {
    if constexpr (W == 1) {
      return {s};
    } else {
      return {s - V{}};  // exact broadcast: s - 0
    }
  }
  MORTISE_INLINE void store(T* p) const { *reinterpret_cast<V*>(p) = x; }
  MORTISE_INLINE Lanes operator+(const Lanes& o) const { return {x + o.x}; }
  MORTISE_INLINE Lanes operator-(const Lanes& o) const { return {x - o.x}; }
  MORTISE_INLINE Lanes operator*(const Lanes& o) const { return {x * o.x}; }
  MORTISE_INLINE Lanes operator/(const Lanes& o) const { return {x / o.x}; }
};

template <class T, int W>
struct Lanes<T, W, false> {
  using Half = Lanes<T, W / 2>;
  Half lo, hi;
  static MORTISE_INLINE Lanes load(const T* p) { return {Half::load(p), Half::load(p + W / 2)}; }
  static MORTISE_INLINE Lanes load_anywhere(const T* p) {
    return {Half::load_anywhere(p), Half::load_anywhere(p + W / 2)};
  }
  static MORTISE_INLINE Lanes all(T s) { return {Half::all(s), Half::all(s)}; }
  MORTISE_INLINE void store(T* p) const {
    lo.store(p);
    hi.store(p + W / 2);
  }
  MORTISE_INLINE Lanes operator+(const Lanes& o) const { return {lo + o.lo, hi + o.hi}; }
  MORTISE_INLINE Lanes operator-(const Lanes& o) const { return {lo - o.lo, hi - o.hi}; }
  MORTISE_INLINE Lanes operator*(const Lanes& o) const { return {lo * o.lo, hi * o.hi}; }
  MORTISE_INLINE Lanes operator/(const Lanes& o) const { return {lo / o.lo, hi / o.hi}; }
};

// x, but zero in the place of anything below 1e-116: what dies away exponentially would end in
// subnormal numbers, which slow a step down tenfold. Numbers above 1e-84 keep their bits.
template <class T, int W>
MORTISE_INLINE Lanes<T, W> without_traces(const Lanes<T, W>& x) {
  const Lanes<T, W> trace = Lanes<T, W>::all(T(1e-100));
  return (x + trace) - trace;
}

// The larger and the smaller of two numbers; the second one if one of them is NaN.
template <class T, int W>
MORTISE_INLINE Lanes<T, W> larger(const Lanes<T, W>& a, const Lanes<T, W>& b) {
  if constexpr (W <= kNativeLanes<T>) {
    return {a.x > b.x ? a.x : b.x};
  } else {
    return {larger(a.lo, b.lo), larger(a.hi, b.hi)};
  }
}
template <class T, int W>
MORTISE_INLINE Lanes<T, W> smaller(const Lanes<T, W>& a, const Lanes<T, W>& b) {
  if constexpr (W <= kNativeLanes<T>) {
    return {a.x < b.x ? a.x : b.x};
  } else {
    return {smaller(a.lo, b.lo), smaller(a.hi, b.hi)};
  }
}

// a where x > limit, else b.
template <class T, int W>
MORTISE_INLINE Lanes<T, W> where_above(const Lanes<T, W>& x, const Lanes<T, W>& limit,
                                       const Lanes<T, W>& a, const Lanes<T, W>& b) {
  if constexpr (W <= kNativeLanes<T>) {
    return {x.x > limit.x ? a.x : b.x};
  } else {
    return {where_above(x.lo, limit.lo, a.lo, b.lo), where_above(x.hi, limit.hi, a.hi, b.hi)};
  }
}

// The number in one of the lanes, in all of them.
template <int kLane, class T, int W, int... kIndex>
MORTISE_INLINE Lanes<T, W> spread(const Lanes<T, W>& a, std::integer_sequence<int, kIndex...>) {
  if constexpr (W == 1) {
    return a;
  } else {
    return {__builtin_shufflevector(a.x, a.x, (kIndex * 0 + kLane)...)};
  }
}
template <int kLane, class T, int W>
MORTISE_INLINE Lanes<T, W> spread(const Lanes<T, W>& a) {
  static_assert(W <= kNativeLanes<T> && kLane < W);
  return spread<kLane>(a, std::make_integer_sequence<int, W>());
}

// Arrays are padded for the 64 bytes that sums have on every machine; loops that work element by
// element take one at a time where there are no vectors.
template <class T>
inline constexpr int kPaddingOf = 64 / static_cast<int>(sizeof(T));
template <class T>
inline constexpr int kLanesOf = MORTISE_NATIVE_LANES == 1 ? 1 : kPaddingOf<T>;
template <class T>
using PackOf = Lanes<T, kLanesOf<T>>;

inline constexpr int kPadding = kPaddingOf<Real>;
inline constexpr int kLanes = kLanesOf<Real>;
// Rows whose dot products are accumulated at a time: as many as the registers hold.
inline constexpr int kRowBatch = MORTISE_NATIVE_LANES == 8 ? 8 : MORTISE_NATIVE_LANES == 4 ? 4 : 2;
using Pack = PackOf<Real>;

// The lower half of a native vector, and the upper one.
template <class T, int W, int... kIndex>
MORTISE_INLINE Lanes<T, W> pick(const Lanes<T, 2 * W>& a, std::integer_sequence<int, kIndex...>) {
  if constexpr (W == 1) {
    return {a.x[kIndex]...};
  } else {
    return {__builtin_shufflevector(a.x, a.x, kIndex...)};
  }
}
template <int kFrom, int... kIndex>
MORTISE_INLINE auto from(std::integer_sequence<int, kIndex...>) {
  return std::integer_sequence<int, kFrom + kIndex...>();
}

// Folds the upper half onto the lower one until a single number is left.
template <class T, int W, class Fold>
MORTISE_INLINE T fold(const Lanes<T, W>& a, Fold two) {
  if constexpr (W == 1) {
    return a.x;
  } else if constexpr (W > kNativeLanes<T>) {
    return fold(two(a.lo, a.hi), two);
  } else {
    constexpr auto kLower = std::make_integer_sequence<int, W / 2>();
    return fold(two(pick<T, W / 2>(a, kLower), pick<T, W / 2>(a, from<W / 2>(kLower))), two);
  }
}

template <class T, int W>
MORTISE_INLINE T sum(const Lanes<T, W>& a) {
  return fold(a, [](const auto& lower, const auto& upper) { return lower + upper; });
}
template <class T, int W>
MORTISE_INLINE T largest(const Lanes<T, W>& a) {
  return fold(a, [](const auto& lower, const auto& upper) { return larger(lower, upper); });
}
template <class T, int W>
MORTISE_INLINE T smallest(const Lanes<T, W>& a) {
  return fold(a, [](const auto& lower, const auto& upper) { return smaller(lower, upper); });
}

}  // namespace mortise::MORTISE_ISA
