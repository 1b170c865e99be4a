// Dense kernels over padded, 64-byte aligned arrays; lengths are multiples of 8.
#pragma once

#include "lanes.hpp"

namespace mortise::MORTISE_ISA {

// out[k] = row_k . x for `Rows` rows at `rows + k * stride` (length n).
template <int Rows>
MORTISE_INLINE void dot_rows(const Real* rows, std::ptrdiff_t stride, const Real* x, int n,
                             Real* out) {
  Pack acc[Rows];
  for (int k = 0; k < Rows; ++k) acc[k] = Pack::all(0);
  for (int j = 0; j < n; j += kLanes) {
    const Pack xj = Pack::load(x + j);
    for (int k = 0; k < Rows; ++k) acc[k] = acc[k] + Pack::load(rows + k * stride + j) * xj;
  }
  for (int k = 0; k < Rows; ++k) out[k] = sum(acc[k]);
}

// out[k] = rows[k] . x for `Rows` rows anywhere.
template <int Rows>
MORTISE_INLINE void dot_scattered(const Real* const* rows, const Real* x, int n, Real* out) {
  Pack acc[Rows];
  for (int k = 0; k < Rows; ++k) acc[k] = Pack::all(0);
  for (int j = 0; j < n; j += kLanes) {
    const Pack xj = Pack::load(x + j);
    for (int k = 0; k < Rows; ++k) acc[k] = acc[k] + Pack::load(rows[k] + j) * xj;
  }
  for (int k = 0; k < Rows; ++k) out[k] = sum(acc[k]);
}

// out[k] = row_k . x and out2[k] = row_k . z, reading every row once.
template <int Rows>
MORTISE_INLINE void dot_rows_twice(const Real* rows, std::ptrdiff_t stride, const Real* x,
                                   const Real* z, int n, Real* out, Real* out2) {
  Pack acc[Rows], acc2[Rows];
  for (int k = 0; k < Rows; ++k) acc[k] = acc2[k] = Pack::all(0);
  for (int j = 0; j < n; j += kLanes) {
    const Pack xj = Pack::load(x + j), zj = Pack::load(z + j);
    for (int k = 0; k < Rows; ++k) {
      const Pack r = Pack::load(rows + k * stride + j);
      acc[k] = acc[k] + r * xj;
      acc2[k] = acc2[k] + r * zj;
    }
  }
  for (int k = 0; k < Rows; ++k) {
    out[k] = sum(acc[k]);
    out2[k] = sum(acc2[k]);
  }
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
