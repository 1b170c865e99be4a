// Gauss-Jordan elimination by panels of columns, kept as a product of panels: a later right-hand
// side costs a matrix-vector product.
//
// A column is a vector of up numbers. A panel turns x into
//   x' = (x without the panel's pivots) + sum over its columns of W_c x[pivot_c],
// W_c the columns of the panel after elimination within the panel. After all panels x[pivot_c] is
// the unknown c. Columns behind the last unknown are those of the unit matrix.
#pragma once

#include "../kernels.hpp"
#include "products.hpp"

namespace mortise::MORTISE_ISA {

// Rows of the unit matrix of one pack, and a row of zeros behind them.
template <class T>
struct UnitLanes {
  static constexpr int W = kLanesOf<T>;
  alignas(64) T row[W + 1][W];
};

template <class T>
constexpr UnitLanes<T> make_unit_lanes() {
  UnitLanes<T> u{};
  for (int i = 0; i < UnitLanes<T>::W; ++i) u.row[i][i] = T(1);
  return u;
}

template <class T>
inline constexpr UnitLanes<T> kUnitLanes = make_unit_lanes<T>();

// The pack at j of the unit vector `at`.
template <class T>
MORTISE_INLINE PackOf<T> unit_pack(int at, int j) {
  constexpr int W = kLanesOf<T>;
  return PackOf<T>::load(kUnitLanes<T>.row[j == at / W * W ? at % W : W]);
}

// Inverse of the diagonal block of a panel by Gauss-Jordan without pivoting, in as many steps as it
// has columns, so that other work can fill the time that the divisions take.
template <class T>
class DiagonalInverse {
 public:
  static constexpr int N = kFilmPanel, W = MORTISE_NATIVE_LANES == 1 ? 1 : N;

  // column c of the block at from + c ld
  MORTISE_INLINE void begin(const T* from, std::ptrdiff_t ld) {
    for (int c = 0; c < N; ++c)
      for (int i = 0; i < N; i += W) x_[c][i / W] = P::load(from + c * ld + i);
  }

  template <int K>
  MORTISE_INLINE void step() {
    const P inverse = P::all(1) / spread<K % W>(x_[K][K / W]), minus = P::all(0) - inverse;
    P w[N / W], at_pivot[N];
#pragma GCC unroll 8
    for (int c = 0; c < N; ++c) at_pivot[c] = spread<K % W>(x_[c][K / W]);
#pragma GCC unroll 8
    for (int i = 0; i < N / W; ++i) {
      w[i] = x_[K][i] * minus;
      if (i == K / W) w[i] = with_lane<K % W>(w[i], inverse);
    }
#pragma GCC unroll 8
    for (int c = 0; c < N; ++c) {
      if (c == K) continue;
      x_[c][K / W] = with_lane<K % W>(x_[c][K / W], P::all(0));
#pragma GCC unroll 8
      for (int i = 0; i < N / W; ++i) x_[c][i] = x_[c][i] + w[i] * at_pivot[c];
    }
#pragma GCC unroll 8
    for (int i = 0; i < N / W; ++i) x_[K][i] = w[i];
  }

  // The negative inverse (N, N), column c at out + c N.
  MORTISE_INLINE void end(T* out) const {
    for (int c = 0; c < N; ++c)
      for (int i = 0; i < N; i += W) (P::all(0) - x_[c][i / W]).store(out + c * N + i);
  }
  // All steps at once.
  MORTISE_INLINE void finish() { finish(std::make_integer_sequence<int, N>()); }

 private:
  template <int... kStep>
  MORTISE_INLINE void finish(std::integer_sequence<int, kStep...>) {
    (step<kStep>(), ...);
  }

  using P = Lanes<T, W>;
  P x_[N][N / W];
};

template <class T>
class Elimination {
 public:
  // matrix, factor: (u rounded up to a panel, up) columns; kept: (panels, up); pivots: (u rounded
  // up to a panel).
  MORTISE_INLINE Elimination(T* matrix, T* factor, T* kept, std::int32_t* pivots, int unknowns,
                             int padded)
      : matrix_(matrix), factor_(factor), kept_(kept), pivots_(pivots), u_(unknowns), up_(padded) {}

  // Column c of the matrix, to be filled before its panel begins.
  MORTISE_INLINE T* matrix(int c) const { return matrix_ + c * up_; }
  // Completes the panel from column c0 on and applies the panels before it.
  template <bool kChoose>
  MORTISE_INLINE void begin(int c0) const {
    for (int c = u_ > c0 ? u_ : c0; c < c0 + kFilmPanel; ++c)
      for (int j = 0; j < up_; j += W) unit_pack<T>(c, j).store(matrix(c) + j);
    T* panel = matrix(c0);
    for (int before = 0; before < c0; before += kFilmPanel) {
      alignas(64) T at_pivots[kFilmPanel * kFilmPanel];
      for (int c = 0; c < kFilmPanel; ++c) {
        if constexpr (kChoose) {
          for (int k = 0; k < kFilmPanel; ++k)
            at_pivots[c * kFilmPanel + k] = panel[c * up_ + pivots_[before + k]];
        } else {
          copy_panel(panel + c * up_ + before, at_pivots + c * kFilmPanel);
        }
      }
      const T* kept = kept_ + before / kFilmPanel * up_;
      const auto start = [&](int c, int j) { return without(kept + j, panel + c * up_ + j); };
      PanelProduct<T, decltype(start)>{column(before), kFilmPanel, up_, at_pivots,
                                       kFilmPanel,     panel,      up_, start}
          .run();
    }
  }

  // Eliminates within the panel, pivots on the diagonal, with the negative inverse of its diagonal
  // block (panel, panel). Singular blocks leave numbers that are not finite.
  MORTISE_INLINE void finish(int c0, const T* minus_inverse) const {
    T *kept = kept_ + c0 / kFilmPanel * up_, *panel = matrix(c0);
    for (int j = 0; j < up_; j += W) P::all(1).store(kept + j);
    for (int j = c0 / W * W; j < c0 + kFilmPanel; j += W) {
      P others = P::all(1);
#pragma GCC unroll 8
      for (int k = 0; k < kFilmPanel; ++k) others = others - unit_pack<T>(c0 + k, j);
      others.store(kept + j);
#pragma GCC unroll 8
      for (int k = 0; k < kFilmPanel; ++k)
        where_above(others, P::all(0), P::load(panel + k * up_ + j),
                    P::all(0) - unit_pack<T>(c0 + k, j))
            .store(panel + k * up_ + j);
    }
    const auto start = [](int, int) { return P::all(0); };
    PanelProduct<T, decltype(start)>{panel,      kFilmPanel, up_, minus_inverse,
                                     kFilmPanel, column(c0), up_, start}
        .run();
    for (int c = c0; c < c0 + kFilmPanel; ++c) pivots_[c] = c;
  }

  // Eliminates within the panel column by column, pivots the largest entries.
  void finish_choosing(int c0) const {
    T* kept = kept_ + c0 / kFilmPanel * up_;
    for (int j = 0; j < up_; j += W) P::all(1).store(kept + j);
    for (int j = 0; j < kFilmPanel * up_; j += W) P::load(matrix(c0) + j).store(column(c0) + j);
    for (int k = 0; k < kFilmPanel; ++k) {
      const int pivot = largest_free(c0, k, kept);
      pivots_[c0 + k] = pivot;
      kept[pivot] = T(0);
      eliminate_one(c0, k, pivot);
    }
  }

  // x (up) <- all panels applied: the unknowns, with pivots on the diagonal in their order.
  MORTISE_INLINE void solve(T* x) const {
    for (int c0 = 0; c0 < u_; c0 += kFilmPanel) {
      const T* kept = kept_ + c0 / kFilmPanel * up_;
      T at_pivot[kFilmPanel];
      for (int c = 0; c < kFilmPanel; ++c) at_pivot[c] = x[pivots_[c0 + c]];
      for (int j = 0; j < up_; j += W) {
        P even = without(kept + j, x + j);
        P odd = P::all(0);
#pragma GCC unroll 4
        for (int c = 0; c < kFilmPanel; c += 2) {
          even = even + P::load(column(c0 + c) + j) * P::all(at_pivot[c]);
          odd = odd + P::load(column(c0 + c + 1) + j) * P::all(at_pivot[c + 1]);
        }
        (even + odd).store(x + j);
      }
    }
  }

  // Brings a solved x into the order of the unknowns.
  void sort(T* x) const {
    T* sorted = matrix_;  // no longer needed
    for (int c = 0; c < up_; ++c) sorted[c] = c < u_ ? x[pivots_[c]] : T(0);
    for (int c = 0; c < up_; ++c) x[c] = sorted[c];
  }

 private:
  using P = PackOf<T>;
  static constexpr int W = kLanesOf<T>;

  MORTISE_INLINE T* column(int c) const { return factor_ + c * up_; }

  // The pack at x, zero where the panel has its pivots.
  static MORTISE_INLINE P without(const T* kept, const T* x) {
    return where_above(P::load(kept), P::all(0), P::load(x), P::all(0));
  }

  static MORTISE_INLINE void copy_panel(const T* from, T* to) {
    using Few = Lanes<T, W == 1 ? 1 : kFilmPanel>;
    for (int k = 0; k < kFilmPanel; k += W == 1 ? 1 : kFilmPanel) Few::load(from + k).store(to + k);
  }

  // The row without a pivot so far that has the largest entry in column c0 + k.
  int largest_free(int c0, int k, const T* kept) const {
    const T* x = column(c0 + k);
    int best = -1;
    T most = T(-1);
    for (int j = 0; j < up_; ++j) {
      const T size = x[j] < 0 ? -x[j] : x[j];
      const bool better = size > most || best < 0;  // best < 0: also NaN
      if (better && kept[j] > 0 && !used_before(c0, j)) {
        most = size;
        best = j;
      }
    }
    return best;
  }

  bool used_before(int c0, int j) const {
    for (int before = 0; before < c0; before += kFilmPanel)
      if (!(kept_[before / kFilmPanel * up_ + j] > 0)) return true;
    return false;
  }

  void eliminate_one(int c0, int k, int pivot) const {
    T* w = column(c0 + k);
    const P zero = P::all(0), inverse = P::all(T(1) / w[pivot]);
    T at_pivot[kFilmPanel];
    for (int c = 0; c < kFilmPanel; ++c) at_pivot[c] = column(c0 + c)[pivot];
    for (int j = 0; j < up_; j += W) {
      const P unit = unit_pack<T>(pivot, j);
      const P wj = where_above(unit, zero, inverse, P::load(w + j) * (zero - inverse));
      for (int c = 0; c < kFilmPanel; ++c) {
        T* x = column(c0 + c) + j;
        (where_above(unit, zero, zero, P::load(x)) + wj * P::all(at_pivot[c])).store(x);
      }
      wj.store(w + j);
    }
  }

  T *matrix_, *factor_, *kept_;
  std::int32_t* pivots_;
  int u_, up_;
};

}  // namespace mortise::MORTISE_ISA
