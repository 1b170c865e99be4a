// Nodes that move with the edge of a contact around an axis while the bodies rebound.
#pragma once

#include "generator/ground/numbers/matrix.hpp"

namespace mortise::gen {

// The edge is the radius a [b] at which the pressure has a given value. Nodes ascend from the axis
// to the fixed end of the film: the centre, whose film is frozen, a narrow zone behind the edge in
// which it begins to flow, the edge, and what lies outside.
struct EdgeMesh {
  Vector place, share;  // (nodes) X = place + share a [b]
  int centre = 0, zone = 0;

  Eigen::Index nodes() const { return place.size(); }
  Eigen::Index edge() const { return centre + zone; }
  // Nodes that hold Reynolds' equation: all from the zone on but the end.
  Eigen::Index rows() const { return nodes() - 1 - centre; }
  Eigen::Index outside() const { return rows() - zone; }  // from the edge on
  Vector at(double a) const { return place + a * share; }
};

// Smallest a [b] at which all nodes are in their order.
inline constexpr double kLeastEdge = 0.03;

// zone: its nodes >= 2. end: of the film [b], where the pressure is zero; beyond 1.5.
EdgeMesh make_edge_mesh(int zone, double end);

}  // namespace mortise::gen
