// Rigid motion of a part that deforms: the weighted least-squares fit of master dofs, and by its
// transpose the statically equivalent distribution of a force among them.
//
//   u_masters ~ G m,  m = [translation of the reference point; rotation],
//   R = (G^T W G)^-1 G^T W  (6 x n):  m = R u,  F_masters = R^T [F; (r_c - r_0) x F]
//
// Schurzig, Tatzko, Panning-von Scheidt, Wallaschek, section 5: eq. 29 (sum F_i = F) and eq. 30
// (sum r_i x F_i = r_c x F) hold because G^T R^T = I. No stiffness is added ("RBE3").
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "generator/bodies/model/full_model.hpp"

namespace mortise::gen {

struct Master {
  std::int64_t node = 0;
  std::vector<int> directions;  // 1..6, which dofs of the node take part; empty = all it has
  double weight = 1.0;          // > 0, e.g. the share of the surface [any unit]
};

class RigidMotion {
 public:
  // model:     masters must be among its dofs; a named direction that is clamped is an Error.
  // masters:   at least one, no node twice. Rotations enter with weight * length^2, length = rms
  //            distance of the masters from their centre (1 for a single master).
  // reference: point r_0 [m] whose translation the first three rows give.
  // Motions which the masters do not determine (collinear nodes: rotation about their line) are
  // set to zero in the rows and refused by displacement_row() where a point needs them.
  RigidMotion(const FullModel& model, const std::vector<Master>& masters, const Vector3& reference);

  // (6 x n) sparse: translation of the reference point [m], rotation vector [rad].
  const SparseMatrix& rows() const { return rows_; }

  // (m x n) the determined motions only, full row rank: an interface operator for Craig-Bampton.
  SparseMatrix independent_rows() const;

  // Number of motions the masters determine, 6 for three nodes that are not on one line.
  int rank() const { return 6 - static_cast<int>(undetermined_.cols()); }

  // direction . u(point) of the moving part, d^T [I, -[point - r_0]x] R; (n), point in [m].
  // name: for the message, e.g. "tip.0". Throws Error if it needs an undetermined motion.
  SparseRow displacement_row(const Vector3& point, const Vector3& direction,
                             const std::string& name) const;

 private:
  SparseMatrix rows_;         // about the reference point
  SparseMatrix centre_rows_;  // about the masters' centre, where the fit is well conditioned
  Vector3 centre_;            // [m]
  double length_ = 1.0;       // [m] makes rotations comparable with translations
  Matrix determined_;         // (6 x rank) orthonormal basis in [translation; length * rotation]
  Matrix undetermined_;       // (6 x (6 - rank)) the rest
};

// The masters of a whole node set: every node with all its dofs and weight 1. Nodes without any
// dof (clamped) are an Error. set: name in model.sets.
std::vector<Master> masters_of_set(const FullModel& model, const std::string& set);

}  // namespace mortise::gen
