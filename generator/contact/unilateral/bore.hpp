// Contacts of a rigid tip in a round bore, offline and independent of the runtime. A point of the
// tip's axis stands at p off the axis of the bore, |p| <= clearance; it touches at the nearest
// point of the bore, whose normal is -e with e = p / |p|. Rows of a contact are
//   contact rows  as at angle 0: normal, along the axis, around it
//   bore rows     of the axis towards 90 degrees; what the rim gains along the axis by tilting, at
//                 angle 0 and at 90 degrees
// and a step takes those at the angle of the middle, p_n + h/2 p'_n.
#pragma once

#include "generator/ground/numbers/matrix.hpp"

namespace mortise::gen {

// What the rows of the contacts (nc) say of displacements or velocities.
struct BoreMotion {
  Vector contact;  // (3 nc)
  Vector bore;     // (3 nc)
};

struct BoreTurn {
  Vector cosine, sine;  // (nc) of the angle of the step
  // (nc) rate of the gap at the start of the step that its normal misses, and at the end has too
  // much of [m/s], >= 0.
  Vector curvature;
};

// Towards where they are in the middle of a step [s] that begins so.
BoreTurn turn_bores(const BoreMotion& displacement, const BoreMotion& velocity, double step);

// (3 nc x 6 nc) that makes rows at these angles of the contact rows above the bore rows.
Matrix turning(const Vector& cosine, const Vector& sine);

// (nc) gaps [m].
Vector bore_gaps(const Vector& clearance, const BoreMotion& displacement);

}  // namespace mortise::gen
