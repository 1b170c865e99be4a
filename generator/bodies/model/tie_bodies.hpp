// Bodies that are joined for good: nodes that stand in the same place become one.
#pragma once

#include <string>
#include <vector>

#include "generator/bodies/model/full_model.hpp"

namespace mortise::gen {

// Two node sets of different bodies.
struct BodyTie {
  std::string first, second;
};

// Every node of the smaller set and the one of the other set in its place are one node from now on:
// that of the first set, in all sets as well. What one of the two holds is held. Substructures that
// are joined so are one, which has the name of the first of them and stands in its place.
// Throws Error for an unknown set and for a node that has none in its place: within a thousandth of
// the distance of its set's nodes.
FullModel tie_bodies(FullModel model, const std::vector<BodyTie>& ties);

}  // namespace mortise::gen
