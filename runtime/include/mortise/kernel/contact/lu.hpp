// LU factorisation with threshold pivoting of [J | rhs] and the solution in place.
//
// Large systems go eight pivots at a time: a panel is factored pack by pack, then every row behind
// it is updated by eight pivot rows that stay in registers. Small ones go row by row.
#pragma once

#include "mortise/kernel/caps.hpp"
#include "mortise/kernel/kernels.hpp"

namespace mortise::MORTISE_ISA {

// The largest entry of column c from row `first` to k - 1; four independent maxima.
inline Real largest_in_column(const Real* J, int first, int k, int ld, int c) {
  const Real* p = J + static_cast<std::ptrdiff_t>(first) * ld + c;
  const std::ptrdiff_t four = static_cast<std::ptrdiff_t>(4) * ld;
  Real m0 = 0, m1 = 0, m2 = 0, m3 = 0;
  int r = first;
  for (; r + 4 <= k; r += 4, p += four) {
    m0 = larger(absolute(p[0]), m0);
    m1 = larger(absolute(p[ld]), m1);
    m2 = larger(absolute(p[2 * ld]), m2);
    m3 = larger(absolute(p[3 * ld]), m3);
  }
  for (; r < k; ++r, p += ld) m0 = larger(absolute(*p), m0);
  return larger(larger(m0, m1), larger(m2, m3));
}

// Packs that are one in lane i, and in the lanes behind it.
struct LaneMasks {
  alignas(64) Real unit[kLanes][kLanes];
  alignas(64) Real behind[kLanes][kLanes];
};

constexpr LaneMasks make_lane_masks() {
  LaneMasks m{};
  for (int i = 0; i < kLanes; ++i) {
    for (int j = 0; j < kLanes; ++j) {
      m.unit[i][j] = i == j ? Real(1) : Real(0);
      m.behind[i][j] = j > i ? Real(1) : Real(0);
    }
  }
  return m;
}

inline constexpr LaneMasks kLaneMasks = make_lane_masks();

// Factors columns c0 .. c0 + width - 1 within their own pack; factors replace the eliminated
// entries. Whole rows behind the pack are swapped. False if the matrix is singular.
inline bool factor_panel(Real* J, int k, int ld, int c0, int width) {
  for (int c = c0; c < c0 + width; ++c) {
    Real* pivot = J + static_cast<std::ptrdiff_t>(c) * ld;
    const Real largest = largest_in_column(J, c, k, ld, c);
    if (!(largest > 0)) return false;
    if (absolute(pivot[c]) < Real(0.1) * largest) {
      Real* other = pivot;
      while (absolute(other[c]) != largest) other += ld;
      for (int j = c0; j < ld; j += kLanes) {
        const Pack a = Pack::load(pivot + j), b = Pack::load(other + j);
        b.store(pivot + j);
        a.store(other + j);
      }
    }
    // row <- row with its entry c replaced by the factor, and what is behind it eliminated.
    const int lane = c - c0;
    const Pack unit = Pack::load(kLaneMasks.unit[lane]), keep = Pack::all(1) - unit;
    const Pack p = unit - Pack::load(pivot + c0) * Pack::load(kLaneMasks.behind[lane]);
    const Real inverse = 1 / pivot[c];
    for (int r = c + 1; r < k; ++r) {
      Real* row = J + static_cast<std::ptrdiff_t>(r) * ld;
      const Pack f = Pack::all(row[c] * inverse);
      (Pack::load(row + c0) * keep + p * f).store(row + c0);
    }
  }
  return true;
}

// Rows behind the panel: row -= sum of factor times pivot row, columns behind the panel.
inline void update_behind(Real* J, int k, int ld, int c0) {
  for (int j = c0 + kLanes; j < ld; j += kLanes) {
    Pack u[kLanes];
    Real* top = J + static_cast<std::ptrdiff_t>(c0) * ld;
    for (int t = 0; t < kLanes; ++t) {
      const Real* f = top + static_cast<std::ptrdiff_t>(t) * ld;
      u[t] = Pack::load(f + j);
      for (int s = 0; s < t; ++s) u[t] = u[t] - u[s] * Pack::all(f[c0 + s]);
      u[t].store(top + static_cast<std::ptrdiff_t>(t) * ld + j);
    }
    for (int r = c0 + kLanes; r < k; ++r) {
      Real* row = J + static_cast<std::ptrdiff_t>(r) * ld;
      Pack x = Pack::load(row + j);
      for (int t = 0; t < kLanes; ++t) x = x - u[t] * Pack::all(row[c0 + t]);
      x.store(row + j);
    }
  }
}

// row . z from `first` to `end`, multiples of 8, in one order of eight lanes on every machine.
inline Real sum_in_lanes(const Real* row, const Real* z, int first, int end) {
#if MORTISE_NATIVE_LANES == 1
  Real lane[kPadding] = {};
  for (int j = first; j < end; j += kPadding)
    for (int l = 0; l < kPadding; ++l) lane[l] += row[j + l] * z[j + l];
  return ((lane[0] + lane[4]) + (lane[2] + lane[6])) + ((lane[1] + lane[5]) + (lane[3] + lane[7]));
#else
  Pack s = Pack::all(0);
  for (int j = first; j < end; j += kLanes) s = s + Pack::load(row + j) * Pack::load(z + j);
  return sum(s);
#endif
}

// By panels of eight pivots.
inline bool solve_by_panels(Real* J, int k, int ld, Real* z) {
  for (int c0 = 0; c0 < k; c0 += kLanes) {
    const int width = k - c0 < kLanes ? k - c0 : kLanes;
    if (!factor_panel(J, k, ld, c0, width)) return false;
    if (width == kLanes) update_behind(J, k, ld, c0);
  }
  const int padded = (k + kPadding - 1) & ~(kPadding - 1);
  fill_zero(z, padded);
  for (int c = k - 1; c >= 0; --c) {
    // z is still zero up to c, so that the entries before do not count.
    const Real* row = J + static_cast<std::ptrdiff_t>(c) * ld;
    z[c] = (row[k] - sum_in_lanes(row, z, c & ~(kPadding - 1), padded)) / row[c];
    if (!(absolute(z[c]) < Real(1e300))) return false;
  }
  return true;
}

// Row by row, for small systems: one pivot at a time, the whole of every row behind it.
inline bool solve_small(Real* J, int k, int ld, Real* z) {
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

// J: (k x ld) row-major with the right-hand side in column k, ld a multiple of 8 and > k. Columns
// behind the right-hand side are zero. Overwritten; the solution is returned in z (k, room for k
// rounded up to a multiple of 8).
// A diagonal pivot is kept if it is at least a tenth of the largest candidate.
// Returns false if the matrix is singular to working precision.
inline bool solve_in_place(Real* J, int k, int ld, Real* z) {
  return k < kPanelsFrom ? solve_small(J, k, ld, z) : solve_by_panels(J, k, ld, z);
}

}  // namespace mortise::MORTISE_ISA
