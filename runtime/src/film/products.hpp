// The dense products of a film's step: shapes at the stencils times unknowns, derivatives times
// shapes, test operator times both. Sums run in ascending order whatever the tile.
#pragma once

#include "mortise/view/film_layout.hpp"
#include "rows.hpp"
#include "scheme.hpp"

namespace mortise::MORTISE_ISA {

// First number of row `row` in an array of `components` packs per block of rows.
template <class T>
MORTISE_INLINE std::ptrdiff_t in_blocks(int row, int components) {
  constexpr int L = kPaddingOf<T>;
  return static_cast<std::ptrdiff_t>(row / L) * components * L + row % L;
}

// At the rows of a pack: out (S packs each) = sum over k of shapes_k (S packs) times b_k, for the
// shapes of pressure and gap side by side; with kOnto added to what stands there.
template <int S, bool kOnto = false, class T>
MORTISE_INLINE void at_stencils(const T* pressure_shapes, const T* gap_shapes, const T* b,
                                int modes, T* pressures, T* gaps) {
  using P = PackOf<T>;
  constexpr int L = kPaddingOf<T>;
  P p[S], g[S];
#pragma GCC unroll 4
  for (int j = 0; j < S; ++j) {
    p[j] = kOnto ? P::load(pressures + j * L) : P::all(0);
    g[j] = kOnto ? P::load(gaps + j * L) : P::all(0);
  }
  for (int k = 0; k < modes; ++k) {
    const P bk = P::all(b[k]);
#pragma GCC unroll 4
    for (int j = 0; j < S; ++j) {
      p[j] = p[j] + P::load(pressure_shapes + j * L) * bk;
      g[j] = g[j] + P::load(gap_shapes + j * L) * bk;
    }
    pressure_shapes += S * L;
    gap_shapes += S * L;
  }
#pragma GCC unroll 4
  for (int j = 0; j < S; ++j) {
    p[j].store(pressures + j * L);
    g[j].store(gaps + j * L);
  }
}

// Columns of the Jacobian at the rows of a pack, `ld` apart; that of H0 behind the others if the
// load is prescribed.
template <int S, class T>
MORTISE_INLINE void jacobian_rows(const ShapeSlopes<PackOf<T>, S>& slopes, const T* pressure_shapes,
                                  const T* gap_shapes, int modes, bool loaded, T* out,
                                  std::ptrdiff_t ld) {
  using P = PackOf<T>;
  constexpr int L = kPaddingOf<T>;
  for (int k = 0; k < modes; ++k) {
    P sum = slopes.by[0] * P::load(pressure_shapes);
    for (int j = 1; j < S; ++j) sum = sum + slopes.by[j] * P::load(pressure_shapes + j * L);
    for (int j = 0; j < S; ++j) sum = sum + slopes.by[S + j] * P::load(gap_shapes + j * L);
    sum.store(out + k * ld);
    pressure_shapes += S * L;
    gap_shapes += S * L;
  }
  if (loaded) slopes.by[2 * S].store(out + modes * ld);
}

// Columns that are worked on together, and packs of each: as many sums as the registers hold.
inline constexpr int kTileColumns = MORTISE_NATIVE_LANES == 8   ? 8
                                    : MORTISE_NATIVE_LANES == 2 ? 2
                                                                : 4;
inline constexpr int kTilePacks = MORTISE_NATIVE_LANES == 8 ? 2 : 1;

// Work of its own that a product may carry along, in kFilmPanel steps: step<0>() and so on.
struct NothingAside {};
// Rows of the product per step.
inline constexpr int kRowsAside = 4;

// Which rows a product runs over: all, or those of a list.
struct EveryRow {
  MORTISE_INLINE int operator()(int k) const { return k; }
};
struct ListedRow {
  const std::int32_t* list;
  MORTISE_INLINE int operator()(int k) const { return list[k]; }
};

// sum_c += sum over i = row(k) of left_i times right_c,i for some packs of kTileColumns columns.
//   left   row i at left + i stride;  right  column c at right + c ld
template <int Packs, class T, class Row>
MORTISE_INLINE void multiply_rows(const T* left, int from, int to, int stride, const T* right,
                                  std::ptrdiff_t ld, Row row_at,
                                  PackOf<T> (&sum)[kTileColumns][Packs]) {
  using P = PackOf<T>;
  constexpr int W = kLanesOf<T>;
  for (int k = from; k < to; ++k) {
    const int i = row_at(k);
    P row[Packs];
#pragma GCC unroll 4
    for (int q = 0; q < Packs; ++q) row[q] = P::load(left + i * stride + q * W);
#pragma GCC unroll 8
    for (int c = 0; c < kTileColumns; ++c) {
      const P factor = P::all(right[c * ld + i]);
#pragma GCC unroll 4
      for (int q = 0; q < Packs; ++q) sum[c][q] = sum[c][q] + row[q] * factor;
    }
  }
}

// A product of a panel of columns: out = start + left right.
//   left   rows of up numbers, `stride` apart
//   rows   how many of them, row(0) .. row(rows - 1)
//   right  column c at right + c ld
//   out    columns of up numbers; may be what `start` reads
//   start  P(c, j): start value of the pack at j of column c
template <class T, class Start, class Row = EveryRow>
struct PanelProduct {
  const T* left;
  int rows;
  std::ptrdiff_t stride;
  const T* right;
  std::ptrdiff_t ld;
  T* out;
  int up;
  Start start;
  Row row{};

  template <class Aside>
  MORTISE_INLINE void run(Aside* aside) const {
    NothingAside nothing;
    if constexpr (kTilePacks > 1) {
      if (up >= kTilePacks * W) {
        block<kTilePacks>(0, 0, aside);
      } else {
        block<1>(0, 0, aside);
      }
    } else {
      block<1>(0, 0, aside);
    }
    int j = 0;
    for (; j + kTilePacks * W <= up; j += kTilePacks * W)
      for (int c0 = j == 0 ? kTileColumns : 0; c0 < kFilmPanel; c0 += kTileColumns)
        block<kTilePacks>(c0, j, &nothing);
    if constexpr (kTilePacks > 1)
      if (j < up)
        for (int c0 = j == 0 ? kTileColumns : 0; c0 < kFilmPanel; c0 += kTileColumns)
          block<1>(c0, j, &nothing);
  }
  MORTISE_INLINE void run() const {
    NothingAside nothing;
    run(&nothing);
  }

 private:
  static constexpr int W = kLanesOf<T>;
  template <int Packs>
  using Sums = PackOf<T>[kTileColumns][Packs];

  template <int Packs, class Aside>
  MORTISE_INLINE void block(int c0, int j, Aside* aside) const {
    Sums<Packs> sum;
#pragma GCC unroll 8
    for (int c = 0; c < kTileColumns; ++c)
#pragma GCC unroll 4
      for (int q = 0; q < Packs; ++q) sum[c][q] = start(c0 + c, j + q * W);
    rows_of<Packs>(c0, j, &sum, aside);
#pragma GCC unroll 8
    for (int c = 0; c < kTileColumns; ++c)
#pragma GCC unroll 4
      for (int q = 0; q < Packs; ++q) sum[c][q].store(out + (c0 + c) * up + j + q * W);
  }

  template <int Packs>
  MORTISE_INLINE void rows_of(int c0, int j, Sums<Packs>* sum, NothingAside*) const {
    multiply_rows<Packs>(left + j, 0, rows, static_cast<int>(stride), right + c0 * ld, ld, row,
                         *sum);
  }
  template <int Packs, class Aside>
  MORTISE_INLINE void rows_of(int c0, int j, Sums<Packs>* sum, Aside* aside) const {
    in_steps<Packs>(c0, j, sum, aside, std::make_integer_sequence<int, kFilmPanel>());
  }
  template <int Packs, class Aside, int... kStep>
  MORTISE_INLINE void in_steps(int c0, int j, Sums<Packs>* sum, Aside* aside,
                               std::integer_sequence<int, kStep...>) const {
    int done = 0;
    (in_step<Packs, kStep>(c0, j, sum, aside, &done), ...);
    multiply_rows<Packs>(left + j, done, rows, static_cast<int>(stride), right + c0 * ld, ld, row,
                         *sum);
  }
  template <int Packs, int K, class Aside>
  MORTISE_INLINE void in_step(int c0, int j, Sums<Packs>* sum, Aside* aside, int* done) const {
    if (*done + kRowsAside <= rows) {
#pragma GCC unroll 4
      for (int i = 0; i < kRowsAside; ++i)
        multiply_rows<Packs>(left + j, *done + i, *done + i + 1, static_cast<int>(stride),
                             right + c0 * ld, ld, row, *sum);
      *done += kRowsAside;
    }
    aside->template step<K>();
  }
};

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

// Sum over k of kPacks packs at rows + k stride, times x_k: four sums of each, so that none waits
// for the other. Packs side by side share x_k.
template <int kPacks, class T>
MORTISE_INLINE void weigh(const T* rows, int stride, const T* x, int count,
                          PackOf<T> (&out)[kPacks]) {
  using P = PackOf<T>;
  constexpr int W = kLanesOf<T>;
  P sum[4][kPacks];
  const auto add = [&](int k, P(&to)[kPacks]) {
    const P by = P::all(x[k]);
#pragma GCC unroll 4
    for (int c = 0; c < kPacks; ++c) to[c] = to[c] + P::load(rows + k * stride + c * W) * by;
  };
  for (int q = 0; q < 4; ++q)
    for (int c = 0; c < kPacks; ++c) sum[q][c] = P::all(0);
  int k = 0;
  for (; k + 4 <= count; k += 4) {
#pragma GCC unroll 4
    for (int q = 0; q < 4; ++q) add(k + q, sum[q]);
  }
#pragma GCC unroll 4
  for (int q = 0; q < 3; ++q)
    if (k + q < count) add(k + q, sum[q]);
  for (int c = 0; c < kPacks; ++c) out[c] = (sum[0][c] + sum[1][c]) + (sum[2][c] + sum[3][c]);
}

template <class T>
MORTISE_INLINE PackOf<T> weighted(const T* rows, int stride, const T* x, int count) {
  PackOf<T> sum[1];
  weigh(rows, stride, x, count, sum);
  return sum[0];
}

// out (stride) += rows^T x, rows (count x stride).
template <class T>
MORTISE_INLINE void add_weighted(const T* rows, int stride, const T* x, int count, T* out) {
  using P = PackOf<T>;
  constexpr int W = kLanesOf<T>;
  const auto add = [&](int j, auto& sum) {
    weigh(rows + j, stride, x, count, sum);
    int to = j;
    for (const P& each : sum) {
      (P::load(out + to) + each).store(out + to);
      to += W;
    }
  };
  int j = 0;
  for (; j + kTilePacks * W <= stride; j += kTilePacks * W) {
    P sum[kTilePacks];
    add(j, sum);
  }
  for (; j < stride; j += W) {
    P sum[1];
    add(j, sum);
  }
}

// to = from, whole packs.
template <class T>
MORTISE_INLINE void copy_packs(const T* from, int count, T* to) {
  for (int j = 0; j < count; j += kLanesOf<T>) PackOf<T>::load(from + j).store(to + j);
}

// out = x a + y b, whole packs; b may be null.
template <class T>
MORTISE_INLINE void combine_packs(double x, const T* a, double y, const T* b, int count, T* out) {
  using P = PackOf<T>;
  const P px = P::all(static_cast<T>(x)), py = P::all(static_cast<T>(y));
  for (int j = 0; j < count; j += kLanesOf<T>) {
    P sum = px * P::load(a + j);
    if (b) sum = sum + py * P::load(b + j);
    sum.store(out + j);
  }
}

// Start values of the second stage: from those of the first, y, by kFilmLead of the way to its end.
//   now  pack(i) at the end of the first stage
template <class T, class Now>
MORTISE_INLINE void lead_on(const T* y, int count, const Now& now, T* start) {
  using P = PackOf<T>;
  const P lead = P::all(static_cast<T>(kFilmLead));
  for (int i = 0; i < count; i += kLanesOf<T>) {
    const P before = P::load(y + i);
    (before + lead * (now(i) - before)).store(start + i);
  }
}

}  // namespace mortise::MORTISE_ISA
