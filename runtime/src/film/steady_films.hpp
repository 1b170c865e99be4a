// Films between those of the table in the file (SteadyFilms).
#pragma once

#include "mortise/kernel/kernels.hpp"
#include "mortise/view/film.hpp"

namespace mortise::MORTISE_ISA {

// A value between two entries of an ascending axis.
struct AxisPlace {
  int below;   // entry
  Real share;  // of the way to the next one; 0 at the last
  Real value;  // moved into the axis
};

// count >= 1
inline AxisPlace axis_place(const double* axis, int count, Real value) {
  const Real first = axis[0], last = axis[count - 1];
  AxisPlace p{0, 0, value >= first ? (value <= last ? value : last) : first};
  while (p.below + 2 < count && p.value >= axis[p.below + 1]) ++p.below;
  if (count > 1) p.share = (p.value - axis[p.below]) / (axis[p.below + 1] - axis[p.below]);
  return p;
}

// b and H0 (unknowns) between four films of the table.
inline void interpolate_film(const SteadyFilms& table, const AxisPlace& load,
                             const AxisPlace& speed, int unknowns, Real* film) {
  const auto at = [&](int more_load, int more_speed) {
    const int i = load.below + more_load < table.load_count ? load.below + more_load : load.below;
    const int j =
        speed.below + more_speed < table.speed_count ? speed.below + more_speed : speed.below;
    return table.films + static_cast<std::ptrdiff_t>(i * table.speed_count + j) * unknowns;
  };
  const double *ll = at(0, 0), *lh = at(0, 1), *hl = at(1, 0), *hh = at(1, 1);
  for (int k = 0; k < unknowns; ++k) {
    const Real low = ll[k] + speed.share * (lh[k] - ll[k]);
    const Real high = hl[k] + speed.share * (hh[k] - hl[k]);
    film[k] = low + load.share * (high - low);
  }
}

// A steady film under a load (over the reference) and at a pull, speed times viscosity factor.
inline void interpolate_film(const SteadyFilms& table, Real load, Real pull, int unknowns,
                             Real* film) {
  interpolate_film(table, axis_place(table.loads, table.load_count, load),
                   axis_place(table.speeds, table.speed_count, pull), unknowns, film);
}

}  // namespace mortise::MORTISE_ISA
