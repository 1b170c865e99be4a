// Dense kernels over padded, 64-byte aligned arrays; lengths are multiples of 8.
#pragma once

#include "mortise/kernel/lanes.hpp"

namespace mortise::MORTISE_ISA {

#if MORTISE_NATIVE_LANES == 1

// row . x in the order of the vector form below, lane by lane: without vector registers, eight of
// everything unrolled costs flash and stack and wins no time. Out of line for the same reason.
inline __attribute__((noinline)) Real dot(const Real* row, const Real* x, int n) {
  Real lane[kPadding];
  for (int l = 0; l < kPadding; ++l) {
    Real even = 0, odd = 0;
    int j = l;
    for (; j + kPadding < n; j += 2 * kPadding) {
      even += row[j] * x[j];
      odd += row[j + kPadding] * x[j + kPadding];
    }
    if (j < n) even += row[j] * x[j];
    lane[l] = even + odd;
  }
  return ((lane[0] + lane[4]) + (lane[2] + lane[6])) + ((lane[1] + lane[5]) + (lane[3] + lane[7]));
}

template <int Rows>
MORTISE_INLINE void dot_scattered(const Real* const* rows, const Real* x, int n, Real* out) {
  for (int k = 0; k < Rows; ++k) out[k] = dot(rows[k], x, n);
}

template <int Rows>
MORTISE_INLINE void dot_rows(const Real* rows, std::ptrdiff_t stride, const Real* x, int n,
                             Real* out) {
  for (int k = 0; k < Rows; ++k) out[k] = dot(rows + k * stride, x, n);
}

template <int Rows>
MORTISE_INLINE void dot_rows_twice(const Real* rows, std::ptrdiff_t stride, const Real* x,
                                   const Real* z, int n, Real* out, Real* out2) {
  dot_rows<Rows>(rows, stride, x, n, out);
  dot_rows<Rows>(rows, stride, z, n, out2);
}

#else

// Dot products of several rows at once. Even and odd packs have an accumulator each, added at the
// end: half the latency, and the one order of summation there is.
template <int Rows>
struct DotProducts {
  Pack even[Rows], odd[Rows];

  MORTISE_INLINE DotProducts() {
    for (int k = 0; k < Rows; ++k) even[k] = odd[k] = Pack::all(0);
  }
  MORTISE_INLINE void finish(Real* out) const {
    for (int k = 0; k < Rows; ++k) out[k] = sum(even[k] + odd[k]);
  }
};

// Calls even(j) and odd(j) in turn for every pack of n numbers.
template <class EvenVisit, class OddVisit>
MORTISE_INLINE void by_pairs(int n, EvenVisit even, OddVisit odd) {
  int j = 0;
  for (; j + 2 * kLanes <= n; j += 2 * kLanes) {
    even(j);
    odd(j + kLanes);
  }
  if (j < n) even(j);
}

// out[k] = rows[k] . x for `Rows` rows anywhere.
template <int Rows>
MORTISE_INLINE void dot_scattered(const Real* const* rows, const Real* x, int n, Real* out) {
  DotProducts<Rows> d;
  const auto add = [&](Pack* acc, int j) {
    const Pack xj = Pack::load(x + j);
    for (int k = 0; k < Rows; ++k) acc[k] = acc[k] + Pack::load(rows[k] + j) * xj;
  };
  by_pairs(
      n, [&](int j) { add(d.even, j); }, [&](int j) { add(d.odd, j); });
  d.finish(out);
}

// out[k] = row_k . x for `Rows` rows at `rows + k * stride` (length n).
template <int Rows>
MORTISE_INLINE void dot_rows(const Real* rows, std::ptrdiff_t stride, const Real* x, int n,
                             Real* out) {
  const Real* each[Rows];
  for (int k = 0; k < Rows; ++k) each[k] = rows + k * stride;
  dot_scattered<Rows>(each, x, n, out);
}

// out[k] = row_k . x and out2[k] = row_k . z, reading every row once.
template <int Rows>
MORTISE_INLINE void dot_rows_twice(const Real* rows, std::ptrdiff_t stride, const Real* x,
                                   const Real* z, int n, Real* out, Real* out2) {
  DotProducts<Rows> d, d2;
  const auto add = [&](Pack* acc, Pack* acc2, int j) {
    const Pack xj = Pack::load(x + j), zj = Pack::load(z + j);
    for (int k = 0; k < Rows; ++k) {
      const Pack r = Pack::load(rows + k * stride + j);
      acc[k] = acc[k] + r * xj;
      acc2[k] = acc2[k] + r * zj;
    }
  };
  by_pairs(
      n, [&](int j) { add(d.even, d2.even, j); }, [&](int j) { add(d.odd, d2.odd, j); });
  d.finish(out);
  d2.finish(out2);
}

#endif

// Several sums over n numbers in the one order there is, lane by lane: add(acc, j) adds what
// belongs to the pack at j to acc[0] .. acc[Count - 1].
template <int Count, class Add>
MORTISE_INLINE void lane_sums(int n, Real* out, Add add) {
#if MORTISE_NATIVE_LANES == 1
  Real lane[kPadding][Count];
  for (int l = 0; l < kPadding; ++l) {
    Pack acc[Count];
    for (int k = 0; k < Count; ++k) acc[k] = Pack::all(0);
    for (int j = l; j < n; j += kPadding) add(acc, j);
    for (int k = 0; k < Count; ++k) lane[l][k] = acc[k].x;
  }
  for (int half = kPadding / 2; half > 0; half /= 2)
    for (int l = 0; l < half; ++l)
      for (int k = 0; k < Count; ++k) lane[l][k] += lane[l + half][k];
  for (int k = 0; k < Count; ++k) out[k] = lane[0][k];
#else
  Pack acc[Count];
  for (int k = 0; k < Count; ++k) acc[k] = Pack::all(0);
  for (int j = 0; j < n; j += kLanes) add(acc, j);
  for (int k = 0; k < Count; ++k) out[k] = sum(acc[k]);
#endif
}

// y += c0 a0 + c1 a1 + c2 a2, left to right.
MORTISE_INLINE void add_three(Real* y, const Real* a0, const Real* a1, const Real* a2, Real c0,
                              Real c1, Real c2, int n) {
  const Pack p0 = Pack::all(c0), p1 = Pack::all(c1), p2 = Pack::all(c2);
  for (int j = 0; j < n; j += kLanes) {
    Pack s = Pack::load(y + j) + Pack::load(a0 + j) * p0;
    s = s + Pack::load(a1 + j) * p1;
    s = s + Pack::load(a2 + j) * p2;
    s.store(y + j);
  }
}

// y += c a.
MORTISE_INLINE void add_scaled(Real* y, const Real* a, Real c, int n) {
  const Pack p = Pack::all(c);
  for (int j = 0; j < n; j += kLanes) (Pack::load(y + j) + Pack::load(a + j) * p).store(y + j);
}

// y += sum_j c_j row_j with rows at `rows + j * stride`, in their order.
MORTISE_INLINE void add_rows(Real* y, const Real* rows, std::ptrdiff_t stride, const Real* c,
                             int count, int n) {
  for (int j = 0; j < n; j += kLanes) {
    Pack s = Pack::load(y + j);
    for (int k = 0; k < count; ++k) s = s + Pack::load(rows + k * stride + j) * Pack::all(c[k]);
    s.store(y + j);
  }
}

MORTISE_INLINE void copy(Real* y, const Real* a, int n) {
  for (int j = 0; j < n; j += kLanes) Pack::load(a + j).store(y + j);
}

MORTISE_INLINE void fill_zero(Real* y, int n) {
  for (int j = 0; j < n; j += kLanes) Pack::all(0).store(y + j);
}

// y = sum_j c_j column_j with columns at `columns + index_j * stride`, four packs of y at a time
// so that they stay in registers. index may be null: columns 0 .. count-1.
template <int Packs>
MORTISE_INLINE void combine_block(Real* y, const Real* columns, std::ptrdiff_t stride,
                                  const Real* c, int count) {
  Pack acc[Packs];
  for (int k = 0; k < Packs; ++k) acc[k] = Pack::all(0);
  for (int j = 0; j < count; ++j) {
    const Pack cj = Pack::all(c[j]);
    const Real* col = columns + j * stride;
    for (int k = 0; k < Packs; ++k) acc[k] = acc[k] + Pack::load(col + k * kLanes) * cj;
  }
  for (int k = 0; k < Packs; ++k) acc[k].store(y + k * kLanes);
}

// y (n) = sum over `count` consecutive columns.
MORTISE_INLINE void combine(Real* y, const Real* columns, std::ptrdiff_t stride, const Real* c,
                            int count, int n) {
  int j = 0;
  for (; j + 4 * kLanes <= n; j += 4 * kLanes)
    combine_block<4>(y + j, columns + j, stride, c, count);
  for (; j < n; j += kLanes) combine_block<1>(y + j, columns + j, stride, c, count);
}

MORTISE_INLINE Real absolute(Real x) { return x < 0 ? -x : x; }
MORTISE_INLINE Real larger(Real a, Real b) { return a > b ? a : b; }
MORTISE_INLINE Real square_root(Real x) { return __builtin_sqrt(x); }

}  // namespace mortise::MORTISE_ISA
