#include "generator/contact/bolted/height_profile.hpp"

#include <algorithm>
#include <cmath>

namespace mortise::gen {

Vector heights(const HeightProfile& profile, const std::vector<Eigen::Vector2d>& places,
               const Eigen::Vector2d& half) {
  Vector h = Vector::Zero(static_cast<Eigen::Index>(places.size()));
  if (profile.kind == ProfileKind::flat) return h;
  if (profile.kind == ProfileKind::spherical) {
    for (std::size_t i = 0; i < places.size(); ++i)
      h[static_cast<Eigen::Index>(i)] =
          -(places[i] - Eigen::Vector2d(profile.x0, profile.y0)).squaredNorm() /
          (2.0 * profile.radius);
    return h;
  }
  const auto form = [&](double x, double y) {
    const double u = (x - profile.x0) / half.x(), v = (y - profile.y0) / half.y();
    return u * u + profile.aspect * v * v;
  };
  double largest = 0.0;
  for (const double x : {-half.x(), half.x()})
    for (const double y : {-half.y(), half.y()}) largest = std::max(largest, form(x, y));
  for (std::size_t i = 0; i < places.size(); ++i)
    h[static_cast<Eigen::Index>(i)] =
        -profile.peak_to_peak * form(places[i].x(), places[i].y()) / largest;
  return h;
}

}  // namespace mortise::gen
