// Segments of two surfaces that face each other, or of one that faces a rigid base: interface nodes
// and law points of a joint (Song et al. section 3, segment-to-segment contact).
//
// Segment i of side A faces segment i of side B. Two Gauss points stand on every subdivision of it;
// the normal, from side B or the base to side A, and the tangent, from the first node to the last,
// are those of the undeformed segment of side A in the x-y plane.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "generator/bodies/model/full_model.hpp"
#include "generator/contact/joint/joint.hpp"

namespace mortise::gen {

struct Facing {
  std::vector<std::int64_t> side_a;  // (k >= 2) nodes in order along the interface
  std::vector<std::int64_t> side_b;  // (k) the nodes opposite, same order; empty: a rigid base
  // Side B is meshed otherwise: any nodes, in any order; those of side A meet it between its nodes
  // (project_onto()).
  bool projected = false;
  int subdivisions = 1;     // of every segment, >= 1; two law points each
  double tolerance = 1e-6;  // offset of opposite nodes along the segment [of its length]
  // Any vector that points from side B or the base to side A; zero: from the interface to the
  // centre of the body of side A.
  Vector3 opening = Vector3::Zero();
};

// Nodes and points, in order along the interface; the law is left at its defaults. A node is shared
// by neighbouring segments of one direction and occurs twice where they turn ("17:59" and
// "17:59.turn"). Clamped directions of a node do not move.
// Throws Error naming the nodes for lists of different length, nodes that the model does not have,
// that do not lie opposite or coincide, segments outside the x-y plane, sides that cannot be told.
Joint face(const FullModel& model, const Facing& facing);

}  // namespace mortise::gen
