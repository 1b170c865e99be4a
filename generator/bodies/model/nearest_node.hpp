// The node next to a point, and whether it lies so near that it can be meant.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "generator/bodies/model/full_model.hpp"

namespace mortise::gen {

struct NearestNode {
  std::string place;                   // what asked for it, as in messages: "output \"tip\""
  std::int64_t node = 0;               // label
  Vector3 wanted = Vector3::Zero();    // the point given [m]
  Vector3 position = Vector3::Zero();  // of the node [m]
  double distance = 0.0;               // between the two [m]
};

// The nearest candidate with coordinates, the first of equals; label 0 if there is none.
// candidates: labels.
NearestNode nearest_node(const FullModel& model, const std::vector<std::int64_t>& candidates,
                         const Vector3& point);

// The nearest of all nodes.
NearestNode nearest_node(const FullModel& model, const Vector3& point);

// Distance of the farthest node that shares an element with this one [m], as the stiffness tells;
// of a node without dofs that of the nearest other node. 0 if there is none.
double element_size_at(const FullModel& model, std::int64_t node);

// A sentence about a node beyond an element's size from its point; empty if it lies nearer.
std::string distance_warning(const FullModel& model, const NearestNode& found);

}  // namespace mortise::gen
