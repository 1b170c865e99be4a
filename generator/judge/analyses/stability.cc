#include "generator/judge/analyses/stability.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>

#include "generator/ground/text/error.hpp"
#include "generator/ground/text/number_text.hpp"

namespace mortise::gen {
namespace {

void check(const StabilityRequest& request) {
  if (request.frictions.empty() || request.positions.empty())
    throw Error("analyze stability", "the map has no friction or no position",
                "give at least one of each");
  for (const double mu : request.frictions)
    if (!(mu >= 0) || !std::isfinite(mu))
      throw Error("analyze stability", "a friction of " + number_text(mu), "give numbers >= 0");
}

}  // namespace

StabilityMap stability_map(const ReducedSystem& system, const StabilityRequest& request) {
  const SlidingGeometryModel geometry(sliding_of(system), system.size());
  check(request);
  const auto rows = static_cast<Eigen::Index>(request.frictions.size()),
             columns = static_cast<Eigen::Index>(request.positions.size());
  StabilityMap map{request.frictions, request.positions,
                   Matrix::Constant(rows, columns, std::numeric_limits<double>::quiet_NaN()),
                   Matrix::Zero(rows, columns), Matrix::Zero(rows, columns)};
  for (Eigen::Index p = 0; p < columns; ++p) {
    const double position = request.positions[static_cast<std::size_t>(p)];
    geometry.undeformed(position);  // off the target: an Error, not a hole in the map
    for (Eigen::Index m = 0; m < rows; ++m) {
      SlidingEigenPoint point;
      try {
        point =
            sliding_eigenvalues_at(system, geometry, position,
                                   request.frictions[static_cast<std::size_t>(m)], request.eigen);
      } catch (const Error&) {
        continue;  // locked
      }
      const auto worst = std::max_element(
          point.modes.begin(), point.modes.end(), [](const ComplexMode& a, const ComplexMode& b) {
            return a.unstable() != b.unstable() ? b.unstable() : a.growth < b.growth;
          });
      if (worst == point.modes.end()) continue;
      map.growth(m, p) = worst->growth;
      map.frequency_hz(m, p) = worst->frequency_hz;
      map.rounding(m, p) = worst->rounding;
    }
  }
  return map;
}

std::vector<double> critical_friction(const StabilityMap& map) {
  std::vector<double> critical(map.positions.size(), std::numeric_limits<double>::quiet_NaN());
  for (std::size_t p = 0; p < critical.size(); ++p) {
    for (std::size_t m = 0; m < map.frictions.size(); ++m) {
      const bool unstable =
          map.unstable(static_cast<Eigen::Index>(m), static_cast<Eigen::Index>(p));
      if (unstable && !(critical[p] <= map.frictions[m])) critical[p] = map.frictions[m];
    }
  }
  return critical;
}

}  // namespace mortise::gen
