// Contact surfaces of circular shape; the apex is at the origin, the centre above it.
#pragma once

#include <cmath>

namespace mortise::gen {

// y of the lower arc at |x| <= radius [m], accurate near the apex too.
inline double circle_height(double radius, double x) {
  return x * x / (radius + std::sqrt((radius - x) * (radius + x)));
}

}  // namespace mortise::gen
