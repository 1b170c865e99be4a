// How far a number lies outside of a trained range.
#pragma once

#include "mortise/kernel/sizes.hpp"

namespace mortise {

// Over the width of the range; of a range without width over the size of its number. 0 inside.
MORTISE_ACCESSOR Real range_distance(Real x, Real low, Real high) {
  constexpr Real kLeastWidth = 1e-30;
  const Real below = low - x, above = x - high;
  const Real beyond = below > above ? below : above;
  if (!(beyond > 0)) return 0;
  const Real size = high < 0 ? -high : high;
  const Real width = high > low ? high - low : size > kLeastWidth ? size : kLeastWidth;
  return beyond / width;
}

}  // namespace mortise
