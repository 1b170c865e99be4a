// Stability over friction and position: where along the path, and from which friction on, it
// squeals.
#pragma once

#include <vector>

#include "generator/contact/system/reduced_system.hpp"
#include "generator/judge/analyses/eigen.hpp"

namespace mortise::gen {

struct StabilityRequest {
  std::vector<double> frictions;  // mu [-] >= 0
  std::vector<double> positions;  // path of the slave [m]
  SlidingEigenOptions eigen;      // maximum_hz: modes above do not count
};

// Row per friction, column per position. Where friction locks the contact or there is no static
// sliding state, growth is NaN, frequency and rounding 0.
struct StabilityMap {
  std::vector<double> frictions, positions;
  Matrix growth;        // worst growth rate [1/s], of unstable modes if there are any
  Matrix frequency_hz;  // of that mode
  Matrix rounding;      // of that growth, see ComplexMode [1/s]

  bool unstable(Eigen::Index m, Eigen::Index p) const { return growth(m, p) > rounding(m, p); }
};

// Throws Error without a sliding contact, for an empty request or a friction < 0, and for positions
// outside the target.
StabilityMap stability_map(const ReducedSystem& system, const StabilityRequest& request);

// Smallest friction of the map that is unstable at each position, NaN where none is.
std::vector<double> critical_friction(const StabilityMap& map);

}  // namespace mortise::gen
