// A node that slides along a chain of target segments (Brunetti, D'Ambrogio, Fregolent,
// "Friction-induced vibrations in the framework of dynamic substructuring").
//
// The slave's body is described in a frame that moves along x; `path` is where the undeformed slave
// node stands on the chain. With deformed positions C, T1, T2 and the projection a of C on the
// segment T1 T2 (eq. 34-36), gamma the slope of the deformed segment:
//   n = (-sin gamma, cos gamma),  t = (cos gamma, sin gamma)
//   gap  g = n . (C - (1-a) T1 - a T2)                       opening positive
//   sliding in +x: force on the slave  lambda (n - mu t), on T1, T2 its negative, shared (1-a), a
#pragma once

#include <vector>

#include "generator/ground/numbers/matrix.hpp"
#include "generator/ground/text/enum_names.hpp"

namespace mortise::gen {

struct SlidingGeometry {
  // Undeformed target nodes (2 x nt), x ascending, from first to last [m]. A clamped first node
  // belongs to the chain with zero rows.
  Matrix target_positions;
  double slave_height = 0.0;  // y of the undeformed slave node [m]
  double start = 0.0;         // path: x of the undeformed slave node at t = 0 [m]
};

// bilateral: the contact is kept, as in the paper; sticking and detachment end its validity and are
// reported. unilateral: Signorini and Coulomb, continues through both.
enum class SlidingKind { bilateral, unilateral };
template <>
inline constexpr std::array enum_names<SlidingKind> = {"bilateral", "unilateral"};

struct SlidingLaw {
  SlidingKind kind = SlidingKind::bilateral;
  double friction = 0.0;  // mu [-]
  double velocity = 0.0;  // of the slave's frame along x [m/s]
  double feedback = 0.2;  // share of the gap that a step takes back: velocity-level constraint
};

struct SlidingContact {
  SparseRow slave_x, slave_y;
  std::vector<SparseRow> target_x, target_y;  // (nt) each
  SlidingGeometry geometry;
  SlidingLaw law;
};

// A sliding contact seen by the modes; geometry as in SlidingContact.
struct ReducedSliding {
  Matrix slave_rows;   // (2 x n) x, y of the slave node
  Matrix target_rows;  // (2 nt x n) x, y of target node 0, 1, ...
  SlidingGeometry geometry;
  SlidingLaw law;
};

}  // namespace mortise::gen
