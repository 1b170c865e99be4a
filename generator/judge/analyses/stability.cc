#include "generator/judge/analyses/stability.hpp"

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
  const SlidingGeometryModel geometry = sliding_geometry(system, "analyze stability");
  check(request);
  const auto rows = static_cast<Eigen::Index>(request.frictions.size()),
             columns = static_cast<Eigen::Index>(request.positions.size());
  StabilityMap map{request.frictions, request.positions,
                   Matrix::Constant(rows, columns, std::numeric_limits<double>::quiet_NaN()),
                   Matrix::Zero(rows, columns)};
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
      for (const ComplexMode& mode : point.modes) {
        if (mode.growth <= map.growth(m, p)) continue;  // false for NaN
        map.growth(m, p) = mode.growth;
        map.frequency_hz(m, p) = mode.frequency_hz;
      }
    }
  }
  return map;
}

std::vector<double> critical_friction(const StabilityMap& map) {
  std::vector<double> critical(map.positions.size(), std::numeric_limits<double>::quiet_NaN());
  for (std::size_t p = 0; p < critical.size(); ++p) {
    for (std::size_t m = 0; m < map.frictions.size(); ++m) {
      const double growth = map.growth(static_cast<Eigen::Index>(m), static_cast<Eigen::Index>(p));
      if (growth > 0 && !(critical[p] <= map.frictions[m])) critical[p] = map.frictions[m];
    }
  }
  return critical;
}

}  // namespace mortise::gen
