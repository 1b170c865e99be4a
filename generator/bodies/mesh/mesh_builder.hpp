// Collects quadratic quadrilaterals of one or several mapped blocks and joins their nodes.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "generator/bodies/mesh/plane_mesh.hpp"

namespace mortise::gen {

// From the parameters of a block [m] to the plane [m].
using PlaneMap = std::function<Eigen::Vector2d(const Eigen::Vector2d&)>;

class MeshBuilder {
 public:
  // tolerance: nodes closer than this are one [m]; far below the smallest element.
  MeshBuilder(PlaneState state, const std::string& source, double tolerance);

  // Adds an element with straight sides in the parameters; its nodes, mid-side ones included, are
  // mapped, so that sides follow curved boundaries.
  // corners: in order around the element, either way; the numbering becomes counter-clockwise.
  void add(const std::array<Eigen::Vector2d, 4>& corners, const PlaneMap& map);

  // Names the nodes that `belongs` selects, by ascending x.
  void name_set(const std::string& name,
                const std::function<bool(const Eigen::Vector2d&)>& belongs);

  double tolerance() const { return tolerance_; }
  const PlaneMesh& mesh() const { return mesh_; }

 private:
  int node_at(const Eigen::Vector2d& place);

  PlaneMesh mesh_;
  double tolerance_;
  std::map<std::pair<std::int64_t, std::int64_t>, int> cells_;  // node by cell of `tolerance`
};

}  // namespace mortise::gen
