// Eight doubles at a time, in one fixed order on every machine.
//
// Lanes<8> is a tree of halves down to the native vector of the instruction set this file is
// compiled for. Every operation is element by element; `sum` adds halves, (0..3)+(4..7) first. So
// the bits do not depend on the vector width. Contraction must be off (-ffp-contract=off).
#pragma once

#include "mortise/types.hpp"

#ifndef MORTISE_ISA
#define MORTISE_ISA baseline
#endif

#if defined(__AVX512F__)
#define MORTISE_NATIVE_LANES 8
#elif defined(__AVX__)
#define MORTISE_NATIVE_LANES 4
#elif defined(__SSE2__) || defined(__aarch64__)
#define MORTISE_NATIVE_LANES 2
#else
#define MORTISE_NATIVE_LANES 1
#endif

#define MORTISE_INLINE inline __attribute__((always_inline))

namespace mortise::MORTISE_ISA {

template <int W>
struct NativeVector {
  typedef Real Type __attribute__((vector_size(W * sizeof(Real)), may_alias));
};
template <>
struct NativeVector<1> {
  using Type = Real;
};

template <int W, bool kNative = (W <= MORTISE_NATIVE_LANES)>
struct Lanes;

template <int W>
struct Lanes<W, true> {
  using V = typename NativeVector<W>::Type;
  V x;
  static MORTISE_INLINE Lanes load(const Real* p) { return {*reinterpret_cast<const V*>(p)}; }
  static MORTISE_INLINE Lanes all(Real s) {
    if constexpr (W == 1) {
      return {s};
    } else {
      return {s - V{}};  // exact broadcast: s - 0
    }
  }
  MORTISE_INLINE void store(Real* p) const { *reinterpret_cast<V*>(p) = x; }
  MORTISE_INLINE Lanes operator+(const Lanes& o) const { return {x + o.x}; }
  MORTISE_INLINE Lanes operator-(const Lanes& o) const { return {x - o.x}; }
  MORTISE_INLINE Lanes operator*(const Lanes& o) const { return {x * o.x}; }
};

template <int W>
struct Lanes<W, false> {
  Lanes<W / 2> lo, hi;
  static MORTISE_INLINE Lanes load(const Real* p) {
    return {Lanes<W / 2>::load(p), Lanes<W / 2>::load(p + W / 2)};
  }
  static MORTISE_INLINE Lanes all(Real s) { return {Lanes<W / 2>::all(s), Lanes<W / 2>::all(s)}; }
  MORTISE_INLINE void store(Real* p) const {
    lo.store(p);
    hi.store(p + W / 2);
  }
  MORTISE_INLINE Lanes operator+(const Lanes& o) const { return {lo + o.lo, hi + o.hi}; }
  MORTISE_INLINE Lanes operator-(const Lanes& o) const { return {lo - o.lo, hi - o.hi}; }
  MORTISE_INLINE Lanes operator*(const Lanes& o) const { return {lo * o.lo, hi * o.hi}; }
};

// Arrays are padded for the eight lanes that sums have on every machine; loops that work element by
// element take one at a time where there are no vectors.
inline constexpr int kPadding = 8;
inline constexpr int kLanes = MORTISE_NATIVE_LANES == 1 ? 1 : kPadding;
// Rows whose dot products are accumulated at a time: as many as the registers hold.
inline constexpr int kRowBatch = MORTISE_NATIVE_LANES == 8 ? 8 : MORTISE_NATIVE_LANES == 4 ? 4 : 2;
using Pack = Lanes<kLanes>;

// Sum of all lanes: the upper half is added to the lower one until a single number is left.
template <int W>
MORTISE_INLINE Real sum(const Lanes<W>& a) {
  if constexpr (W == 1) {
    return a.x;
  } else if constexpr (W > MORTISE_NATIVE_LANES) {
    return sum(a.lo + a.hi);
  } else if constexpr (W == 2) {
    return a.x[0] + a.x[1];
  } else if constexpr (W == 4) {
    return sum(Lanes<2>{__builtin_shufflevector(a.x, a.x, 0, 1)} +
               Lanes<2>{__builtin_shufflevector(a.x, a.x, 2, 3)});
  } else {
    return sum(Lanes<4>{__builtin_shufflevector(a.x, a.x, 0, 1, 2, 3)} +
               Lanes<4>{__builtin_shufflevector(a.x, a.x, 4, 5, 6, 7)});
  }
}

}  // namespace mortise::MORTISE_ISA
