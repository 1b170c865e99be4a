// Contact of single nodes with a wall: gap = clearance + n . u, tangents spanning the wall.
#pragma once

#include <cstdint>

#include "generator/bodies/model/contact_frame.hpp"
#include "generator/bodies/model/dof_table.hpp"
#include "generator/contact/unilateral/contact_point.hpp"

namespace mortise::gen {

// Adds direction . u of the translations of `node` to a functional; held directions do not move.
// Returns whether one of them is free.
bool add_translation(const DofTable& table, std::int64_t node, const Vector3& direction,
                     SparseRow* row);

// The functional direction . u of the translations of `node` [m per m].
// Clamped directions (no such dof) do not move and contribute nothing; a node without any
// translational dof, or a zero direction, is an Error.
SparseRow translation_row(const FullModel& model, std::int64_t node, const Vector3& direction);

// The contact of one node: rows n.u, t1.u, t2.u (Schurzig eq. 19, w_N and w_T of a single node).
// parameters: copied; Error if clearance is not finite, friction < 0 or restitution outside 0..1.
ContactPoint node_contact(const FullModel& model, std::int64_t node, const ContactFrame& frame,
                          const ContactParameters& parameters);

// Throws Error naming the contact if a parameter is out of its range (full_system.hpp).
void check_parameters(const ContactParameters& parameters);

}  // namespace mortise::gen
