// Places of a definition as nodes and displacement functionals of a model.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "generator/bodies/model/nearest_node.hpp"
#include "generator/define/definition/definition.hpp"

namespace mortise::gen {

// Labels of the nodes a place means, ascending. what: names the place in messages.
// Throws Error if the model has no such node or set.
std::vector<std::int64_t> locate(const FullModel& model, const Place& place,
                                 const std::string& what);

// The node of a place with `near`. Throws Error as locate() does.
NearestNode locate_near(const FullModel& model, const Place& place, const std::string& what);

// Labels of a node set in its own order, along an edge. Throws Error if the model has no such set.
std::vector<std::int64_t> ordered_set(const FullModel& model, const std::string& set,
                                      const std::string& what);

// direction . u, averaged over the nodes of the place (n). Its transpose shares a force equally.
SparseRow place_row(const FullModel& model, const Place& place, const Vector3& direction,
                    const std::string& what);

// Work of a uniform force per length along `direction` [N/m] on an ordered edge set, (n) [m]: every
// segment gives half its length to each of its two nodes, held nodes drop out.
// Throws Error for sets without two nodes with coordinates, or without a free one.
SparseRow line_row(const FullModel& model, const std::string& set, const Vector3& direction,
                   const std::string& what);

}  // namespace mortise::gen
