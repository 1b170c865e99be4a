#include "generator/contact/bolted/height_profile.hpp"

#include <algorithm>
#include <cmath>

#include "generator/ground/numbers/constants.hpp"

namespace mortise::gen {
namespace {

using Places = std::vector<Eigen::Vector2d>;

double distance2(const SurfaceProfile& profile, const Eigen::Vector2d& place) {
  return (place - Eigen::Vector2d(profile.x0, profile.y0)).squaredNorm();
}

Vector parabolic(const SurfaceProfile& profile, const Places& places, const Eigen::Vector2d& half) {
  const auto form = [&](double x, double y) {
    const double u = (x - profile.x0) / half.x(), v = (y - profile.y0) / half.y();
    return u * u + profile.aspect * v * v;
  };
  double largest = 0.0;
  for (const double x : {-half.x(), half.x()})
    for (const double y : {-half.y(), half.y()}) largest = std::max(largest, form(x, y));
  Vector h(static_cast<Eigen::Index>(places.size()));
  for (std::size_t i = 0; i < places.size(); ++i)
    h[static_cast<Eigen::Index>(i)] =
        -profile.peak_to_peak * form(places[i].x(), places[i].y()) / largest;
  return h;
}

Vector measured(const SurfaceProfile& profile, const Places& places) {
  const HeightMap map(profile.file);
  const double quarters = profile.angle / 90.0, angle = profile.angle * kRadiansPerDegree;
  const bool square = quarters == std::round(quarters);  // then the axes turn without rounding
  const double c = square ? std::round(std::cos(angle)) : std::cos(angle);
  const double s = square ? std::round(std::sin(angle)) : std::sin(angle);
  Vector h(static_cast<Eigen::Index>(places.size()));
  for (std::size_t i = 0; i < places.size(); ++i) {
    const Eigen::Vector2d from = places[i] - Eigen::Vector2d(profile.x0, profile.y0);
    Eigen::Vector2d at(c * from.x() + s * from.y(), c * from.y() - s * from.x());
    if (profile.mirror == ProfileMirror::x) at.x() = -at.x();
    if (profile.mirror == ProfileMirror::y) at.y() = -at.y();
    h[static_cast<Eigen::Index>(i)] = profile.scale * map.at(at, profile.holes);
  }
  return h;
}

Vector of_surface(const SurfaceProfile& profile, const Places& places,
                  const Eigen::Vector2d& half) {
  switch (profile.kind) {
    case ProfileKind::parabolic:
      return parabolic(profile, places, half);
    case ProfileKind::spherical: {
      Vector h(static_cast<Eigen::Index>(places.size()));
      for (std::size_t i = 0; i < places.size(); ++i)
        h[static_cast<Eigen::Index>(i)] = -distance2(profile, places[i]) / (2.0 * profile.radius);
      return h;
    }
    case ProfileKind::file:
      return measured(profile, places);
    default:
      return Vector::Zero(static_cast<Eigen::Index>(places.size()));
  }
}

}  // namespace

Vector heights(const HeightProfile& profile, const Places& places, const Eigen::Vector2d& half) {
  Vector h = of_surface(profile, places, half);
  if (profile.opposite.kind != ProfileKind::flat) h += of_surface(profile.opposite, places, half);
  return h;
}

Vector composite_heights(const HeightProfile& profile, const Roughness& roughness,
                         const std::string& zone, const Places& places,
                         const Eigen::Vector2d& half) {
  Vector h = heights(profile, places, half);
  const bool measured =
      profile.kind == ProfileKind::file || profile.opposite.kind == ProfileKind::file;
  if (roughness.sigma > 0.0) h += rough_heights(roughness, zone, places, 2.0 * half);
  if ((measured || roughness.sigma > 0.0) && h.size() > 0) h.array() -= h.maxCoeff();
  return h;
}

}  // namespace mortise::gen
