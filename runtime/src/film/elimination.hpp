// Gauss-Jordan elimination by panels of columns, kept as a product of panels: a later right-hand
// side costs a matrix-vector product.
//
// A column is a vector of up numbers. Panel k turns x into
//   x' = (x without its pivots) + sum over its columns of W_c x[pivot_c],
// W_c the columns of the panel after elimination within the panel. After all panels x[pivot_c] is
// the unknown c.
#pragma once

#include "../kernels.hpp"
#include "layout.hpp"

namespace mortise::MORTISE_ISA {

// Packs that are one in a lane; the last one in none.
template <class T>
struct UnitLanes {
  static constexpr int W = kLanesOf<T>;
  alignas(64) T lane[W + 1][W];
};

template <class T>
constexpr UnitLanes<T> make_unit_lanes() {
  UnitLanes<T> u{};
  for (int i = 0; i < UnitLanes<T>::W; ++i) u.lane[i][i] = T(1);
  return u;
}

template <class T>
inline constexpr UnitLanes<T> kUnitLanes = make_unit_lanes<T>();

template <class T>
class Elimination {
 public:
  // factor: (u rounded up to a panel, up) columns; kept: (panels, up); pivots: (u rounded up to a
  // panel).
  MORTISE_INLINE Elimination(T* factor, T* kept, std::int32_t* pivots, int unknowns, int padded)
      : factor_(factor), kept_(kept), pivots_(pivots), u_(unknowns), up_(padded) {}

  MORTISE_INLINE T* column(int c) const { return factor_ + c * up_; }

  // Eliminates the columns c0 .. of one panel, which hold the matrix; all panels before it must
  // have been eliminated. choose: pivots are the largest entries, else the diagonal. A singular
  // matrix leaves numbers that are not finite.
  void eliminate(int c0, bool choose) {
    const int width = u_ - c0 < kFilmPanel ? u_ - c0 : kFilmPanel;
    for (int before = 0; before < c0; before += kFilmPanel)
      for (int c = 0; c < width; ++c) apply(before, column(c0 + c));
    T* kept = kept_ + c0 / kFilmPanel * up_;
    for (int j = 0; j < up_; ++j) kept[j] = T(1);
    for (int k = 0; k < width; ++k) {
      const int pivot = choose ? largest_free(c0, k, kept) : c0 + k;
      pivots_[c0 + k] = pivot;
      kept[pivot] = T(0);
      eliminate_one(c0, k, width, pivot);
    }
  }

  // x (up) <- all panels applied, then the unknowns in order.
  void solve(T* x) const {
    for (int c0 = 0; c0 < u_; c0 += kFilmPanel) apply(c0, x);
  }

  // The unknown c of a solved x stands here.
  MORTISE_INLINE int place(int c) const { return pivots_[c]; }

 private:
  using P = PackOf<T>;
  static constexpr int W = kLanesOf<T>;

  // The row without a pivot so far that has the largest entry in column c0 + k.
  int largest_free(int c0, int k, const T* kept) const {
    const T* x = column(c0 + k);
    int best = -1;
    T largest = T(-1);
    for (int j = 0; j < u_; ++j) {
      const T size = x[j] < 0 ? -x[j] : x[j];
      if (size > largest && kept[j] > 0 && !used_before(c0, j)) {
        largest = size;
        best = j;
      }
    }
    for (int j = 0; best < 0; ++j)  // nothing but NaN
      if (kept[j] > 0 && !used_before(c0, j)) best = j;
    return best;
  }

  bool used_before(int c0, int j) const {
    for (int before = 0; before < c0; before += kFilmPanel)
      if (!(kept_[before / kFilmPanel * up_ + j] > 0)) return true;
    return false;
  }

  void eliminate_one(int c0, int k, int width, int pivot) {
    T* w = column(c0 + k);
    const T inverse = T(1) / w[pivot];
    const P zero = P::all(0);
    T at_pivot[kFilmPanel];
    for (int c = 0; c < width; ++c) at_pivot[c] = column(c0 + c)[pivot];
    for (int j = 0; j < up_; j += W) {
      const P unit = P::load(kUnitLanes<T>.lane[j == pivot / W * W ? pivot % W : W]);
      const P wj = where_above(unit, zero, P::all(inverse), P::load(w + j) * P::all(-inverse));
      wj.store(w + j);
      for (int c = 0; c < width; ++c) {
        if (c == k) continue;
        T* x = column(c0 + c) + j;
        (where_above(unit, zero, zero, P::load(x)) + wj * P::all(at_pivot[c])).store(x);
      }
    }
  }

  void apply(int c0, T* x) const {
    const int width = u_ - c0 < kFilmPanel ? u_ - c0 : kFilmPanel;
    const T* kept = kept_ + c0 / kFilmPanel * up_;
    T at_pivot[kFilmPanel];
    for (int c = 0; c < width; ++c) at_pivot[c] = x[pivots_[c0 + c]];
    const P zero = P::all(0);
    for (int j = 0; j < up_; j += W) {
      P s = where_above(P::load(kept + j), zero, P::load(x + j), zero);
      for (int c = 0; c < width; ++c) s = s + P::load(column(c0 + c) + j) * P::all(at_pivot[c]);
      s.store(x + j);
    }
  }

  T *factor_, *kept_;
  std::int32_t* pivots_;
  int u_, up_;
};

}  // namespace mortise::MORTISE_ISA
