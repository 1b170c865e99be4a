// Heights of two surfaces pressed together, above the plane in which the highest point lies.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "generator/ground/numbers/matrix.hpp"
#include "generator/ground/text/enum_names.hpp"

namespace mortise::gen {

#define MORTISE_PROFILES(PROFILE) \
  PROFILE(flat, "no heights") PROFILE(parabolic, "one hill over the whole zone") \
  PROFILE(spherical, "a ball of the given radius")
MORTISE_ENUM(ProfileKind, MORTISE_PROFILES)

// h = -peak_to_peak q / q_max,  q = ((x - x0) / a)^2 + aspect ((y - y0) / b)^2,  q_max at the pad's
// farthest corner; a, b: half of the pad's length and width. Spherical: h = -((x - x0)^2 +
// (y - y0)^2) / (2 radius), Hertz's parabola.
struct HeightProfile {
  ProfileKind kind = ProfileKind::flat;
  double peak_to_peak = 0.0;  // [m] >= 0
  double x0 = 0.0, y0 = 0.0;  // of the peak, from the pad's middle [m]
  double aspect = 1.0;        // [-] >= 0
  double radius = 0.0;        // of a spherical one [m] > 0
};

// Sum of both surfaces [m], <= 0, at places (n) given from the middle of a pad of half-sizes
// `half` [m].
Vector heights(const HeightProfile& profile, const std::vector<Eigen::Vector2d>& places,
               const Eigen::Vector2d& half);

}  // namespace mortise::gen
