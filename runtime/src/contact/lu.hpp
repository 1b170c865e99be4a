// LU factorisation with threshold pivoting of [J | rhs] and the solution in place.
#pragma once

#include "../kernels.hpp"

namespace mortise::MORTISE_ISA {

// J: (k x ld) row-major with the right-hand side in column k, ld a multiple of 8 and > k. Columns
// behind the right-hand side are zero. Overwritten; the solution is returned in z (k).
// A diagonal pivot is kept if it is at least a tenth of the largest candidate.
// Returns false if the matrix is singular to working precision.
inline bool solve_in_place(Real* J, int k, int ld, Real* z) {
  for (int c = 0; c < k; ++c) {
    int best = c;
    Real largest = absolute(J[c * ld + c]);
    const Real diagonal = largest;
    for (int r = c + 1; r < k; ++r) {
      const Real a = absolute(J[r * ld + c]);
      if (a > largest) {
        largest = a;
        best = r;
      }
    }
    if (!(largest > 0)) return false;
    const int from = c & ~(kLanes - 1);
    Real* pivot = J + static_cast<std::ptrdiff_t>(c) * ld;
    if (diagonal < Real(0.1) * largest) {
      Real* other = J + static_cast<std::ptrdiff_t>(best) * ld;
      for (int j = from; j < ld; j += kLanes) {
        const Pack a = Pack::load(pivot + j), b = Pack::load(other + j);
        b.store(pivot + j);
        a.store(other + j);
      }
    }
    const Real inverse = 1 / pivot[c];
    for (int r = c + 1; r < k; ++r) {
      Real* row = J + static_cast<std::ptrdiff_t>(r) * ld;
      const Real factor = row[c] * inverse;
      if (factor == 0) continue;
      const Pack f = Pack::all(factor);
      for (int j = from; j < ld; j += kLanes)
        (Pack::load(row + j) - Pack::load(pivot + j) * f).store(row + j);
    }
  }
  for (int c = k - 1; c >= 0; --c) {
    const Real* row = J + static_cast<std::ptrdiff_t>(c) * ld;
    Real s = row[k];
    for (int j = c + 1; j < k; ++j) s -= row[j] * z[j];
    z[c] = s / row[c];
    if (!(absolute(z[c]) < Real(1e300))) return false;
  }
  return true;
}

}  // namespace mortise::MORTISE_ISA
