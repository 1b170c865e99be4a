// Tractions of all points by few shapes: the one way from a bolted structure at full order to its
// reduced model, whatever the shapes are (clusters of points, interpolated points).
//
//   lambda = lambda_0 + dlambda_bonded + Z (force of the shapes beyond that of the bonded state)
//
// One non-negative shape serves normal and tangential tractions: what stays in Coulomb's cone where
// the shapes do does so at every point. What shapes see of the gap is its work-conjugate mean Z^T
// g. With D the points closed by the preload, E all others, B_p = C_r,DD^-1 of the points,
//
//   dlambda_bonded,D = -B_p (G_D eta + W_D Q f + C_r,DE Z_E L_E)
//   B = (Z_D^T C_r,DD Z_D)^-1,   L_D = L_0 - B Z_D^T (G_D eta + W_D Q f + C_r,DE Z_E L_E) + B s
//
// (Galerkin's projection), so that the reduced model is symmetric, keeps the bonded frequencies and
// answers of loads exactly, and its friction does no work against the motion.
#pragma once

#include <vector>

#include "generator/contact/bolted/reduced_bolted.hpp"
#include "generator/ground/dense/cholesky.hpp"
#include "generator/simulate/bolted/bolted_system.hpp"

namespace mortise::gen {

// The base first; every shape lies in one zone, those of the base on points closed by the preload,
// others on open ones.
struct TractionShapes {
  SparseMatrix shapes;                    // Z (n x p), >= 0
  std::vector<TractionCluster> clusters;  // (p)
  Vector weight;                          // (n) > 0 where shapes are: typical pressure of a point
};

// What shapes are projected with, made once of a system for as many sets of shapes as are tried.
class TractionProjector {
 public:
  // system: outlives this, and stays where it is. Factorises C_r of the closed points.
  explicit TractionProjector(const BoltedSystem& system);

  // Forces of all points while none slips or opens, beyond the preload's, at eta (m): (3 n) [N].
  Vector bonded_forces(const Vector& eta) const;

  // All but the trained ranges. One thread for each projector at a time.
  ReducedBolted project(const TractionShapes& shapes);

 private:
  Matrix of_base(const Matrix& rows) const;  // rows of D out of all points' (3 |D| x k)

  const BoltedSystem& system_;
  SurfaceCompliance compliance_;
  std::vector<Eigen::Index> base_;
  Matrix among_;                 // C_r,DD
  Cholesky factor_;              // of it
  Matrix by_modes_, by_inputs_;  // G, W Q f (3 n x m), (3 n x nu)
};

}  // namespace mortise::gen
