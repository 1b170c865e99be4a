// Contact of a node with the surface of another body, on meshes that match or not.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "generator/bodies/model/surface_point.hpp"
#include "generator/contact/unilateral/node_contact.hpp"

namespace mortise::gen {

// Rows of the motion of `node` against the surface, in the frame's directions; the clearance is the
// distance of both.
ContactPoint surface_contact(const FullModel& model, std::int64_t node,
                             const std::vector<std::int64_t>& surface, const ContactFrame& frame,
                             const std::string& name);

}  // namespace mortise::gen
