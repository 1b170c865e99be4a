// The dense products of a film's step: shapes at the stencils times unknowns, derivatives times
// shapes, test operator times both. Sums run in ascending order whatever the tile.
#pragma once

#include "rows.hpp"

namespace mortise::MORTISE_ISA {

// First number of row `row` in an array of `components` packs per block of rows.
template <class T>
MORTISE_INLINE std::ptrdiff_t in_blocks(int row, int components) {
  constexpr int L = kPaddingOf<T>;
  return static_cast<std::ptrdiff_t>(row / L) * components * L + row % L;
}

// out (S packs) = sum over k of shapes_k (S packs each) times b_k, at the rows of a pack.
template <int S, class T>
MORTISE_INLINE void at_stencils(const T* shapes, const T* b, int modes, T* out) {
  using P = PackOf<T>;
  constexpr int L = kPaddingOf<T>;
  P sum[S];
  for (int j = 0; j < S; ++j) sum[j] = P::all(0);
  for (int k = 0; k < modes; ++k, shapes += S * L) {
    const P bk = P::all(b[k]);
    for (int j = 0; j < S; ++j) sum[j] = sum[j] + P::load(shapes + j * L) * bk;
  }
  for (int j = 0; j < S; ++j) sum[j].store(out + j * L);
}

// Columns of the Jacobian at the rows of a pack, `ld` apart: dP/db = a V, dH/db = a^2 C V, and
// dH/dH0 = 1 behind them if the load is prescribed.
template <int S, class T>
MORTISE_INLINE void jacobian_rows(const RowSlopes<PackOf<T>, S>& slopes, T frame,
                                  const T* pressure_shapes, const T* gap_shapes, int modes,
                                  bool loaded, T* out, std::ptrdiff_t ld) {
  using P = PackOf<T>;
  constexpr int L = kPaddingOf<T>;
  P by_P[S], by_H[S];
  for (int j = 0; j < S; ++j) {
    by_P[j] = slopes.by_P[j] * P::all(frame);
    by_H[j] = slopes.by_H[j] * P::all(frame * frame);
  }
  for (int k = 0; k < modes; ++k) {
    P sum = by_P[0] * P::load(pressure_shapes);
    for (int j = 1; j < S; ++j) sum = sum + by_P[j] * P::load(pressure_shapes + j * L);
    for (int j = 0; j < S; ++j) sum = sum + by_H[j] * P::load(gap_shapes + j * L);
    sum.store(out + k * ld);
    pressure_shapes += S * L;
    gap_shapes += S * L;
  }
  if (!loaded) return;
  P sum = slopes.by_H[0];
  for (int j = 1; j < S; ++j) sum = sum + slopes.by_H[j];
  sum.store(out + modes * ld);
}

// Columns of T J: out (columns, up) = sum over the rows i of T_i (up) times J_i. J: columns `ld`
// apart, `columns` at most Columns.
template <int Columns, class T>
MORTISE_INLINE void project_columns(const T* test, int rows, int up, const T* jacobian,
                                    std::ptrdiff_t ld, int columns, T* out) {
  using P = PackOf<T>;
  constexpr int W = kLanesOf<T>;
  for (int j = 0; j < up; j += W) {
    P sum[Columns];
    for (int c = 0; c < Columns; ++c) sum[c] = P::all(0);
    for (int i = 0; i < rows; ++i) {
      const P t = P::load(test + static_cast<std::ptrdiff_t>(i) * up + j);
      for (int c = 0; c < Columns; ++c) sum[c] = sum[c] + t * P::all(jacobian[c * ld + i]);
    }
    for (int c = 0; c < columns; ++c) sum[c].store(out + c * up + j);
  }
}

// out (up) = sum over the rows i of T_i f_i, as four interleaved sums.
template <class T>
MORTISE_INLINE void project_residual(const T* test, int rows, int up, const T* f, T* out) {
  using P = PackOf<T>;
  constexpr int W = kLanesOf<T>;
  for (int j = 0; j < up; j += W) {
    P sum[4];
    for (int k = 0; k < 4; ++k) sum[k] = P::all(0);
    const T* t = test + j;
    int i = 0;
    for (; i + 4 <= rows; i += 4)
      for (int k = 0; k < 4; ++k, t += up) sum[k] = sum[k] + P::load(t) * P::all(f[i + k]);
    for (int k = 0; i < rows; ++i, ++k, t += up) sum[k] = sum[k] + P::load(t) * P::all(f[i]);
    ((sum[0] + sum[1]) + (sum[2] + sum[3])).store(out + j);
  }
}

// a . b over n numbers, n a multiple of the padding.
template <class T>
MORTISE_INLINE T dot_padded(const T* a, const T* b, int n) {
  constexpr int L = kPaddingOf<T>;
  if constexpr (kLanesOf<T> == 1) {
    T lane[L];
    for (int l = 0; l < L; ++l) {
      lane[l] = 0;
      for (int j = l; j < n; j += L) lane[l] += a[j] * b[j];
    }
    for (int half = L / 2; half > 0; half /= 2)
      for (int l = 0; l < half; ++l) lane[l] += lane[l + half];
    return lane[0];
  } else {
    using P = PackOf<T>;
    P s = P::all(0);
    for (int j = 0; j < n; j += L) s = s + P::load(a + j) * P::load(b + j);
    return sum(s);
  }
}

}  // namespace mortise::MORTISE_ISA
