// Packs of unit vectors.
#pragma once

#include "mortise/kernel/kernels.hpp"

namespace mortise::MORTISE_ISA {

// Rows of the unit matrix of one padded pack, and a row of zeros behind them.
template <class T>
struct UnitRows {
  alignas(64) T row[kPaddingOf<T> + 1][kPaddingOf<T>];
};

template <class T>
constexpr UnitRows<T> make_unit_rows() {
  UnitRows<T> u{};
  for (int i = 0; i < kPaddingOf<T>; ++i) u.row[i][i] = T(1);
  return u;
}

template <class T>
inline constexpr UnitRows<T> kUnitRows = make_unit_rows<T>();

// The pack at j of the unit vector `at`.
template <class T>
MORTISE_INLINE PackOf<T> unit_pack(int at, int j) {
  constexpr int L = kPaddingOf<T>, kPacks = ~(L - 1);
  const int row = (j & kPacks) == (at & kPacks) ? at & (L - 1) : L;
  return PackOf<T>::load(kUnitRows<T>.row[row] + (j & (L - 1)));
}

}  // namespace mortise::MORTISE_ISA
