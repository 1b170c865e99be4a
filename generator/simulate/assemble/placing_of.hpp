// What a definition's points and normals turned out to be in the model, for people to check.
#pragma once

#include <string>
#include <vector>

#include "generator/bodies/model/nearest_node.hpp"
#include "generator/contact/system/full_system.hpp"
#include "generator/contact/unilateral/cylindrical_tip.hpp"
#include "generator/define/definition/definition.hpp"

namespace mortise::gen {

// The nodes that carry or touch a contact and are given by a point; `model` as imported, before a
// rigid tip changes it. Throws Error as locate() does.
std::vector<NearestNode> contact_nodes_near(const Definition& definition, const FullModel& model);

// The other places given by a point: masters, inputs, forces, outputs, initial states.
std::vector<NearestNode> nodes_near(const Definition& definition, const FullModel& model);

// "output "tip": node 12 at [...] m, 0.001 m from the point given".
std::string placing_line(const NearestNode& node);

// Numbers and names of the contacts, or of a joint's pairs of nodes, with their directions in the
// world and the side of the wall; neighbours that share their directions stand on one line.
std::vector<std::string> placing_lines(const Definition& definition, const FullSystem& system);

}  // namespace mortise::gen
