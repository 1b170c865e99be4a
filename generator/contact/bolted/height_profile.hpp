// Heights of two surfaces pressed together, above the plane in which the highest point lies.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "generator/contact/bolted/height_map.hpp"
#include "generator/contact/bolted/roughness.hpp"
#include "generator/ground/numbers/matrix.hpp"
#include "generator/ground/text/enum_names.hpp"

namespace mortise::gen {

#define MORTISE_PROFILES(PROFILE)                    \
  PROFILE(flat, "no heights")                        \
  PROFILE(parabolic, "one hill over the whole zone") \
  PROFILE(spherical, "a ball of the given radius")   \
  PROFILE(file, "measured heights")
MORTISE_ENUM(ProfileKind, MORTISE_PROFILES)

// Across which of its axes a measured surface is turned over, as that of a part that was measured
// from its other side is.
#define MORTISE_MIRRORS(MIRROR)             \
  MIRROR(none, "as it is")                  \
  MIRROR(x, "x of the file runs backwards") \
  MIRROR(y, "y of the file runs backwards")
MORTISE_ENUM(ProfileMirror, MORTISE_MIRRORS)

// parabolic: h = -peak_to_peak q / q_max,  q = ((x - x0) / a)^2 + aspect ((y - y0) / b)^2, q_max at
// the pad's farthest corner; a, b: half of the pad's length and width. spherical: h = -((x - x0)^2
// + (y - y0)^2) / (2 radius), Hertz's parabola.
struct SurfaceProfile {
  ProfileKind kind = ProfileKind::flat;
  double peak_to_peak = 0.0;  // parabolic [m] >= 0
  double x0 = 0.0, y0 = 0.0;  // of the peak, of a file's origin, from the pad's middle [m]
  double aspect = 1.0;        // parabolic: curvature across over along [-] >= 0
  double radius = 0.0;        // spherical [m] > 0
  std::string file;           // path of a height map (height_map.hpp)
  double angle = 0.0;         // of the file's x axis to the pad's, anticlockwise [deg]
  ProfileMirror mirror = ProfileMirror::none;
  double scale = 1.0;  // of the file's heights; -1: they are depths
  Holes holes = Holes::REFUSE;
};

// Heights of one surface and, where they are not in them already, of the one it meets.
struct HeightProfile : SurfaceProfile {
  SurfaceProfile opposite;
};

// Sum of both surfaces [m] at places (n) given from the middle of a pad of half-sizes `half` [m].
// Those of analytic kinds are <= 0; those of a file are as they were measured.
// Throws Error naming the file and the place where a file has no height (height_map.hpp).
Vector heights(const HeightProfile& profile, const std::vector<Eigen::Vector2d>& places,
               const Eigen::Vector2d& half);

// heights() with roughness, moved together until the highest of the places is at 0; surfaces that
// are analytic and smooth stay where they are: their peak is at 0, be it between the places.
Vector composite_heights(const HeightProfile& profile, const Roughness& roughness,
                         const std::string& zone, const std::vector<Eigen::Vector2d>& places,
                         const Eigen::Vector2d& half);

}  // namespace mortise::gen
