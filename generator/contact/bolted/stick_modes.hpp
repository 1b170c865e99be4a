// A preloaded structure by the modes of its bonded contact; all else it does is quasi-static. With
// K of the open structure, Phi and omega of the bonded one (Linder eq. 62), W the points' rows,
//
//   Q = K^-1 - X S^-1 X^T,  X = K^-1 M Phi,  S = Phi^T M X     answers without the modes' share
//   A = Phi - Q K Phi = X S^-1,   Kbar = A^T K A = S^-1
//   u = A eta + Q (W^T dlambda + f)
//   eta'' + 2 zeta omega eta' + Kbar eta = A^T (W^T dlambda + f)
//   g = g_0 + (C + W Q W^T) dlambda + W A eta + W Q f
//
// dlambda, u and eta count from the preloaded state. With the points D of the preload bonded,
// Kbar + G_D^T B G_D = diag(omega^2), G = W A, B = (C + W Q W^T)_DD^-1.
#pragma once

#include <vector>

#include "generator/contact/bolted/bolted_structure.hpp"

namespace mortise::gen {

struct StickModes {
  Vector omega;        // (m) ascending [rad/s]
  Matrix shapes;       // Phi (coordinates x m), mass-normalised
  Matrix answers;      // X (coordinates x m)
  Matrix motions;      // A (coordinates x m)
  Matrix stiffness;    // Kbar (m x m)
  Matrix flexibility;  // Q at the boundary (boundary x boundary) [m/N]

  Eigen::Index count() const { return omega.size(); }
  Eigen::Index boundary() const { return flexibility.rows(); }
  Matrix boundary_motions() const { return motions.topRows(boundary()); }  // of A
};

// closed: (n) points that count as bonded. count: m >= 1.
// Throws Error for structures that float: their statics without modes are not unique.
StickModes stick_modes(const BoltedStructure& structure, const std::vector<bool>& closed,
                       Eigen::Index count);

// Q f; loads and the result (coordinates x k). A force of 1 along row r of `sensor` has the load
// sensor.row(r)^T.
Matrix residual_motion(const BoltedStructure& structure, const StickModes& modes,
                       const Matrix& loads);

}  // namespace mortise::gen
