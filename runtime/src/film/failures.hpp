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

namespace mortise::MORTISE_ISA {

inline constexpr std::uint32_t kMostHalvings = 8;  // the film starts anew
inline constexpr std::uint32_t kHalvingsAnew = 2;  // of its next step
// Way of the fluid, in half-widths, after which a failure is forgotten: from the inlet through the
// contact. It counts as passing at this speed at least.
inline constexpr Real kPassage = 4;
inline constexpr Real kSlowestPassage = 0.1;

MORTISE_INLINE std::uint32_t after_failure(std::uint32_t halvings) {
  return halvings < kMostHalvings - 2 ? halvings + 2 : kMostHalvings;
}

MORTISE_INLINE Real share_of_way(std::uint32_t halvings) {
  return Real(1) / static_cast<Real>(1u << (halvings < kMostHalvings ? halvings : kMostHalvings));
}

}  // namespace mortise::MORTISE_ISA
