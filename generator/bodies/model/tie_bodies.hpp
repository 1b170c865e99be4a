// Bodies that are joined for good: nodes that stand in the same place become one, sets of nodes one
// rigid body, or the nodes of a side follow those of the other on a mesh that does not match.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "generator/bodies/model/full_model.hpp"

namespace mortise::gen {

// Two node sets of different bodies.
struct BodyTie {
  std::string first, second;
  bool rigid = false;             // both sets are one rigid body, wherever their nodes stand
  std::optional<Vector3> normal;  // meshes that do not match: projected along it, any length > 0
};

// Merged (neither rigid nor normal): every node of the smaller set and the one of the other set in
// its place are one node from now on: that of the first set, in all sets as well. What one of the
// two holds is held.
// Rigid: u = u_0 + theta x r of all nodes of both sets; as many of their dofs as this has motions
// stay, the others follow them. A direction that no node has (plane bodies) does not move.
// Projected: the side with more nodes follows. Sides that lie on a line, seen along the normal, are
// joined in the weak sense of mortar methods, D u_f = M u_c with the moments of linear shape
// functions: constant tractions pass. Surfaces follow node by node (project_onto()). Both are exact
// for motions that are linear in place.
// Substructures that are joined so are one, which has the name of the first of them and stands in
// its place. Throws Error for an unknown set, a node that is in two ties that are not merged, a
// node to be merged that has none in its place within a thousandth of the distance of its set's
// nodes, a gap of projected sides above a hundredth of it, and nodes of a rigid tie that are partly
// held.
FullModel tie_bodies(FullModel model, const std::vector<BodyTie>& ties);

}  // namespace mortise::gen
