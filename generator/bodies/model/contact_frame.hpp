// The frame of a surface: its normal and two tangents.
#pragma once

#include "generator/ground/numbers/matrix.hpp"

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

}  // namespace mortise::gen
