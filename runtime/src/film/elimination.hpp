// Gauss-Jordan elimination by panels of columns, kept as a product of panels: a later right-hand
// side costs a matrix-vector product.
//
// A column is a vector of up numbers. A panel turns x into
//   x' = (x without the panel's pivots) + sum over its columns of W_c x[pivot_c],
// W_c the columns of the panel after elimination within the panel. After all panels x[pivot_c] is
// the unknown c. Columns behind the last unknown are those of the unit matrix.
#pragma once

#include "mortise/kernel/kernels.hpp"
#include "products.hpp"
#include "unit_rows.hpp"

namespace mortise::MORTISE_ISA {

// Ones, zero at k (row k) or in a panel of a pack (panel p).
template <class T>
struct OtherLanes {
  alignas(64) T row[kFilmPanel][kFilmPanel];
  alignas(64) T panel[kPaddingOf<T> / kFilmPanel][kPaddingOf<T>];
};

template <class T>
constexpr OtherLanes<T> make_other_lanes() {
  OtherLanes<T> o{};
  for (int k = 0; k < kFilmPanel; ++k)
    for (int i = 0; i < kFilmPanel; ++i) o.row[k][i] = i == k ? T(0) : T(1);
  for (int p = 0; p < kPaddingOf<T> / kFilmPanel; ++p)
    for (int i = 0; i < kPaddingOf<T>; ++i) o.panel[p][i] = i / kFilmPanel == p ? T(0) : T(1);
  return o;
}

template <class T>
inline constexpr OtherLanes<T> kOthers = make_other_lanes<T>();

// Inverse of the diagonal block of a panel by Gauss-Jordan without pivoting, in as many steps as it
// has columns, so that other work can fill the time that the divisions take.
template <class T>
class DiagonalInverse {
 public:
  static constexpr int N = kFilmPanel, W = MORTISE_NATIVE_LANES == 1 ? 1 : N;

  // column c of the block at from + c ld
  MORTISE_INLINE void begin(const T* from, std::ptrdiff_t ld) {
    for (int c = 0; c < N; ++c)
      for (int i = 0; i < N; i += W) P::load(from + c * ld + i).store(x_[c] + i);
    asm("" : "+m"(x_));
  }

  template <int K>
  MORTISE_INLINE void step() {
    const P inverse = P::all(T(1) / x_[K][K]), minus = P::all(0) - inverse;
    T at_pivot[N];
#pragma GCC unroll 8
    for (int c = 0; c < N; ++c) at_pivot[c] = x_[c][K];
    for (int i = 0; i < N; i += W) {
      const P others = P::load(kOthers<T>.row[K] + i);
      const P w = where_above(others, P::all(0), P::load(x_[K] + i) * minus, inverse);
#pragma GCC unroll 8
      for (int c = 0; c < N; ++c)
        if (c != K) (P::load(x_[c] + i) * others + w * P::all(at_pivot[c])).store(x_[c] + i);
      w.store(x_[K] + i);
    }
    // Without this the compiler takes single entries from registers again, with shuffles.
    asm("" : "+m"(x_));
  }

  // The negative inverse (N, N), column c at out + c N.
  MORTISE_INLINE void end(T* out) const {
    for (int c = 0; c < N; ++c)
      for (int i = 0; i < N; i += W) (P::all(0) - P::load(x_[c] + i)).store(out + c * N + i);
  }
  // All steps at once.
  MORTISE_INLINE void finish() { finish(std::make_integer_sequence<int, N>()); }

 private:
  template <int... kStep>
  MORTISE_INLINE void finish(std::integer_sequence<int, kStep...>) {
    (step<kStep>(), ...);
  }

  using P = Lanes<T, W>;
  // In memory: broadcasts of single entries then cost no shuffles.
  alignas(64) T x_[N][N];
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
  // Completes the panel from column c0 on with unit columns behind the last unknown.
  MORTISE_INLINE void complete(int c0) const {
    for (int c = u_ > c0 ? u_ : c0; c < c0 + kFilmPanel; ++c)
      for (int j = 0; j < up_; j += W) unit_pack<T>(c, j).store(matrix(c) + j);
  }

  // Applies the finished panel `before` to the columns of the panel c0.
  template <bool kChoose>
  MORTISE_INLINE void apply(int before, int c0) const {
    const int up = up_;
    T* panel = matrix(c0);
    alignas(64) T at_pivots[kFilmPanel * kFilmPanel];
    for (int c = 0; c < kFilmPanel; ++c) {
      if constexpr (kChoose) {
        for (int k = 0; k < kFilmPanel; ++k)
          at_pivots[c * kFilmPanel + k] = panel[c * up + pivots_[before + k]];
      } else {
        copy_panel(panel + c * up + before, at_pivots + c * kFilmPanel);
      }
    }
    const T* kept = kept_ + before / kFilmPanel * up;
    const auto start = [=](int c, int j) { return without(kept + j, panel + c * up + j); };
    PanelProduct<T, decltype(start)>{column(before), kFilmPanel, up, at_pivots,
                                     kFilmPanel,     panel,      up, start}
        .run();
  }

  // Eliminates within the panel, pivots on the diagonal, with the negative inverse of its diagonal
  // block (panel, panel). Singular blocks leave numbers that are not finite.
  MORTISE_INLINE void finish(int c0, const T* minus_inverse) const {
    constexpr int L = kPaddingOf<T>;
    const int up = up_, first = c0 & ~(L - 1), within = c0 & (L - 1);
    T *kept = kept_ + c0 / kFilmPanel * up, *panel = matrix(c0), *out = column(c0);
    for (int j = 0; j < up; j += W) P::all(1).store(kept + j);
    // the rows of the panel become those of a negative unit matrix
    for (int j = W == 1 ? within : 0; j < (W == 1 ? within + kFilmPanel : L); j += W) {
      const P others = P::load(kOthers<T>.panel[within / kFilmPanel] + j);
      others.store(kept + first + j);
#pragma GCC unroll 8
      for (int k = 0; k < kFilmPanel; ++k) {
        T* x = panel + k * up + first + j;
        (P::load(x) * others - P::load(kUnitRows<T>.row[within + k] + j)).store(x);
      }
    }
    const auto start = [](int, int) { return P::all(0); };
    PanelProduct<T, decltype(start)>{panel,      kFilmPanel, up, minus_inverse,
                                     kFilmPanel, out,        up, start}
        .run();
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
  template <bool kChoose>
  MORTISE_INLINE void solve(T* x) const {
    const int up = up_, u = u_;
    const T *kept = kept_, *w = factor_;
    const std::int32_t* pivots = pivots_;
    for (int c0 = 0; c0 < u; c0 += kFilmPanel, kept += up, w += kFilmPanel * up) {
      T at_pivot[kFilmPanel];
#pragma GCC unroll 8
      for (int c = 0; c < kFilmPanel; ++c) at_pivot[c] = x[kChoose ? pivots[c0 + c] : c0 + c];
      for (int j = 0; j < up; j += W) {
        P even = without(kept + j, x + j);
        P odd = P::all(0);
#pragma GCC unroll 4
        for (int c = 0; c < kFilmPanel; c += 2) {
          even = even + P::load(w + c * up + j) * P::all(at_pivot[c]);
          odd = odd + P::load(w + (c + 1) * up + j) * P::all(at_pivot[c + 1]);
        }
        (even + odd).store(x + j);
      }
    }
    if constexpr (kChoose) sort(x);
  }

 private:
  using P = PackOf<T>;
  static constexpr int W = kLanesOf<T>;

  MORTISE_INLINE T* column(int c) const { return factor_ + c * up_; }

  // Brings a solved x into the order of the unknowns.
  void sort(T* x) const {
    T* sorted = matrix_;  // no longer needed
    for (int c = 0; c < up_; ++c) sorted[c] = c < u_ ? x[pivots_[c]] : T(0);
    for (int c = 0; c < up_; ++c) x[c] = sorted[c];
  }

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

// Factorises by panels. columns(c0, aside): fills the panel from column c0 on, and takes `aside`
// along: without a choice of pivots that work fills the time that the divisions of an inverse take.
template <bool kChoose, class T, class Columns>
MORTISE_INLINE void eliminate_panels(const Elimination<T>& e, int unknowns, int up,
                                     Columns columns) {
  NothingAside nothing;
  columns(0, &nothing);
  for (int c0 = 0; c0 < unknowns; c0 += kFilmPanel) {
    const int next = c0 + kFilmPanel;
    e.complete(c0);
    if (c0 > 0) e.template apply<kChoose>(c0 - kFilmPanel, c0);
    DiagonalInverse<T> block;
    if constexpr (kChoose) {
      e.finish_choosing(c0);
      if (next < unknowns) columns(next, &nothing);
    } else {
      block.begin(e.matrix(c0) + c0, up);
      if (next < unknowns) {
        columns(next, &block);
      } else {
        block.finish();
      }
    }
    if (next < unknowns)
      for (int before = 0; before < c0; before += kFilmPanel)
        e.template apply<kChoose>(before, next);
    if constexpr (!kChoose) {
      alignas(64) T minus_inverse[kFilmPanel * kFilmPanel];
      block.end(minus_inverse);
      e.finish(c0, minus_inverse);
    }
  }
}

}  // namespace mortise::MORTISE_ISA
