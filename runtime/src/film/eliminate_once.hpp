// A linear system that is solved once: Gauss and Jordan without pivoting, nothing kept.
#pragma once

#include "unit_rows.hpp"

namespace mortise::MORTISE_ISA {

// Works as eliminate_once() on columns of one pack, which stay in registers.
template <int kRight, class T>
class EliminationInRegisters {
  using P = PackOf<T>;
  static constexpr int N = kLanesOf<T>;

 public:
  MORTISE_INLINE EliminationInRegisters(const T* matrix, int unknowns, T* const (&x)[kRight])
      : u_(unknowns), inverse_(P::all(0)) {
    for (int c = 0; c < N; ++c) column_[c] = c < u_ ? P::load(matrix + c * N) : P::all(0);
    for (int r = 0; r < kRight; ++r) column_[N + r] = P::load(x[r]);
  }
  MORTISE_INLINE void run(T* const (&x)[kRight]) {
    all(std::make_integer_sequence<int, N>());
    for (int r = 0; r < kRight; ++r) (column_[N + r] * inverse_).store(x[r]);
  }

 private:
  template <int... kStep>
  MORTISE_INLINE void all(std::integer_sequence<int, kStep...>) {
    (void)(... && step<kStep>());
  }
  template <int K>
  MORTISE_INLINE bool step() {
    if (K >= u_) return false;
    const P unit = P::load(kUnitRows<T>.row[K]), zero = P::all(0);
    const P scale = P::all(T(1) / column_[K].x[K]);
    inverse_ = where_above(unit, zero, scale, inverse_);
    const P pivot = where_above(unit, zero, zero, column_[K] * scale);
#pragma GCC unroll 32
    for (int c = K + 1; c < N + kRight; ++c)
      column_[c] = column_[c] - pivot * spread<K>(column_[c]);
    return true;
  }

  int u_;
  P inverse_, column_[N + kRight];
};

// Solves once, nothing kept: Gauss and Jordan without pivoting, all columns as long as they are
// needed. A step waits for one division and one column alone, so that few unknowns take less time
// than by panels.
//   matrix   column c at matrix + c up; overwritten
//   x        (up) each: right-hand sides, become the solutions
//   inverse  (up) scratch
template <int kRight, class T>
MORTISE_INLINE void eliminate_once(T* matrix, int unknowns, int up, T* const (&x)[kRight],
                                   T* inverse) {
  using P = PackOf<T>;
  constexpr int W = kLanesOf<T>;
  if constexpr (W > 1 && W <= kNativeLanes<T>) {
    if (up == W) {
      EliminationInRegisters<kRight, T>(matrix, unknowns, x).run(x);
      return;
    }
  }
  for (int j = unknowns; j < up; ++j) inverse[j] = 0;
  for (int k = 0; k < unknowns; ++k) {
    T* pivot = matrix + k * up;
    inverse[k] = T(1) / pivot[k];
    const P scale = P::all(inverse[k]), zero = P::all(0);
    for (int j = 0; j < up; j += W)
      where_above(unit_pack<T>(k, j), zero, zero, P::load(pivot + j) * scale).store(pivot + j);
    const auto take_off = [=](T* column) {
      const P by = P::all(column[k]);
      for (int j = 0; j < up; j += W)
        (P::load(column + j) - P::load(pivot + j) * by).store(column + j);
    };
    for (int c = k + 1; c < unknowns; ++c) take_off(matrix + c * up);
    for (int r = 0; r < kRight; ++r) take_off(x[r]);
  }
  for (int r = 0; r < kRight; ++r)
    for (int j = 0; j < up; j += W) (P::load(x[r] + j) * P::load(inverse + j)).store(x[r] + j);
}

}  // namespace mortise::MORTISE_ISA
