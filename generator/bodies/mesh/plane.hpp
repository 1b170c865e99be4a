// Built-in plane bodies: structured meshes of four-node quadrilaterals, rectangular, placed
// anywhere in the x-y plane.
#pragma once

#include <string>
#include <vector>

#include "generator/bodies/mesh/plane_element.hpp"

namespace mortise::gen {

enum class PlaneEdge { left, right, bottom, top };  // local x = 0, x = length, y = 0, y = height
template <>
inline constexpr std::array enum_names<PlaneEdge> = {"left", "right", "bottom", "top"};

// Directions (1 global x, 2 global y) in which an edge is held.
struct EdgeSupport {
  PlaneEdge edge = PlaneEdge::left;
  std::vector<int> directions;
};

struct PlaneBody {
  std::string name;                       // unique, not empty
  double length = 0.0, height = 0.0;      // in the plane [m] > 0
  double width = 1.0;                     // out of the plane [m] > 0
  int elements_x = 1, elements_y = 1;     // >= 1
  double origin_x = 0.0, origin_y = 0.0;  // corner left, bottom [m]
  double angle = 0.0;                     // of the local x axis, from global x [rad]
  Material material{0.0, 0.0, 0.0};
  PlaneState state = PlaneState::stress;  // or strain
  QuadKind element = QuadKind::full;
  std::vector<EdgeSupport> supports;
};

// One substructure per body, dofs (node, direction 1 or 2) body by body, held dofs removed,
// consistent mass. Nodes are labelled from 1, body by body, row by row from the bottom, from left
// to right. Sets of body "name": "name.left", ".right", ".bottom", ".top", in order along the edge
// (local x or y ascending), and "name" with all its nodes. Throws Error naming body and quantity.
FullModel build_plane(const std::string& name, const std::vector<PlaneBody>& bodies);

}  // namespace mortise::gen
