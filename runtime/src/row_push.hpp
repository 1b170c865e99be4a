// How forces of one interface move the rows of another one.
#pragma once

#include "mortise/kernel/kernels.hpp"

namespace mortise::MORTISE_ISA {

struct RowPush {
  const Real* columns;  // (ld x rows of the one that pushes)
  Real* rows;           // (ld) of the one that is pushed, kept up to date
  int ld;               // padded

  // Adds the motion by forces on `Count` consecutive rows from `row` on.
  template <int Count>
  MORTISE_INLINE void push(int row, const Real* forces) const {
    const Real* c = columns + static_cast<std::ptrdiff_t>(row) * ld;
    for (int j = 0; j < ld; j += kLanes) {
      Pack s = Pack::load(rows + j);
      for (int k = 0; k < Count; ++k)
        s = s + Pack::load(c + static_cast<std::ptrdiff_t>(k) * ld + j) * Pack::all(forces[k]);
      s.store(rows + j);
    }
  }
};

// The others that an interface pushes as it changes its forces; none where it is alone.
struct RowPushes {
  RowPush* to = nullptr;
  int count = 0;
};

}  // namespace mortise::MORTISE_ISA
