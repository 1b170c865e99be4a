// How a film gets back after a step in which it found no solution.
//
// The step is rolled back, and the next ones go only a share of the way from where the film stands
// to their inputs: a quarter of the last one's after a failure, twice as much after a success. When
// the share has become too small (four failures in a row, or seven that take turns with successes)
// the film starts anew: under a prescribed load from a steady film, in an impact the bodies part.
// A carried film under a prescribed load is not rolled back at once: its inlet and outlet alone
// start anew, with the inputs as they are, and what its line holds stays.
// Nothing of this takes more linear solves than a step that is repeated with half steps.
#pragma once

#include "mortise/kernel/kernels.hpp"
#include "mortise/view/film.hpp"

namespace mortise::MORTISE_ISA {

inline constexpr std::uint32_t kMostHalvings = 8;  // the film starts anew
inline constexpr std::uint32_t kHalvingsAnew = 2;  // of its next step
// Way of the fluid, in half-widths, after which a failure is forgotten: from the inlet through the
// contact.
inline constexpr Real kPassage = 4;

// A film whose load and speed have stayed within kAtRest of their size for kRestWay is steady. One
// that differs by more than kAstray of its central or its smallest gap from the steady film of the
// file is none: the reduced equations have solutions that are no films of the full ones.
inline constexpr Real kRestWay = 8, kAtRest = 0.005, kAstray = 0.011;

// A kink of the load leaves a front in the inlet, which passes the centre one half-width later; the
// steps are too long for it there.
inline constexpr int kSlots = 32;                        // per half-width
inline constexpr Real kSmoothed = 0.25;                  // of the rate, in half-widths
inline constexpr int kFrontFirst = 28, kFrontLast = 36;  // 0.88 to 1.15 half-widths
inline constexpr std::uint64_t kFrontAtCentre =
    ((std::uint64_t{1} << (kFrontLast - kFrontFirst + 1)) - 1) << kFrontFirst;

MORTISE_INLINE std::uint32_t after_failure(std::uint32_t halvings) {
  return halvings < kMostHalvings - 2 ? halvings + 2 : kMostHalvings;
}

MORTISE_INLINE Real share_of_way(std::uint32_t halvings) {
  return Real(1) / static_cast<Real>(1u << (halvings < kMostHalvings ? halvings : kMostHalvings));
}

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

}  // namespace mortise::MORTISE_ISA
