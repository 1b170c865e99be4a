// Where something acts or is measured, and the damping of a structure.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "generator/contact/joint/joint.hpp"
#include "generator/ground/numbers/matrix.hpp"

namespace mortise::gen {

// Nodes named by label, by set, as the node nearest to a point, or as the node of a set nearest to
// a point. A set without a point means the average over its nodes.
struct Place {
  std::optional<std::int64_t> node;
  std::string set;
  std::optional<Vector3> near;  // [m]
  bool empty() const { return !node && set.empty() && !near; }
};

// D = alpha M + beta K, given directly or by a ratio at one or two frequencies or modes. One
// frequency gives alpha alone.
struct DampingSpec {
  std::optional<double> alpha, beta;        // [1/s], [s]
  std::optional<double> ratio;              // [-]
  std::vector<int> modes;                   // 1-based numbers of elastic modes
  std::vector<double> frequencies;          // [Hz]
  JointState interface = JointState::open;  // of the joint while modes are counted
};

}  // namespace mortise::gen
