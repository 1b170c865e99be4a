// Contact of single nodes with a wall: gap = clearance + n . u, tangents spanning the wall.
#pragma once

#include <cstdint>

#include "generator/bodies/model/dof_table.hpp"
#include "generator/contact/unilateral/contact_point.hpp"

namespace mortise::gen {

// Right-handed orthonormal frame of a contact: normal x tangent1 = tangent2.
struct ContactFrame {
  Vector3 normal;    // from the wall into the free side: the gap opens along it
  Vector3 tangent1;  // in the wall
  Vector3 tangent2;  // in the wall
};

// normal:  any length > 0, from the wall into the free side.
// tangent: direction of tangent1, any length; its part along the normal is removed. The zero vector
//          asks for the projection of the coordinate axis least aligned with the normal (the first
//          of equals), so that the same normal always gives the same frame.
// Throws Error if the normal is zero or not finite, or the tangent is parallel to it.
ContactFrame contact_frame(const Vector3& normal, const Vector3& tangent = Vector3::Zero());

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
