// A preloaded bolted structure as it vibrates: its stick modes, what drives it, what is observed.
// Full order: every point rubs and opens for itself (contact/bolted/stick_modes.hpp).
#pragma once

#include <vector>

#include "generator/contact/bolted/stick_modes.hpp"
#include "generator/simulate/bolted/preload.hpp"

namespace mortise::gen {

struct BoltedSystemOptions {
  Eigen::Index modes = 16;  // m: all below the highest frequency that forces excite, and some more
  double damping = 0.0;     // zeta of every mode [-], >= 0
  double friction = 0.0;    // mu of all zones [-]
  Matrix loads;             // (coordinates x nu): forces of inputs of 1
  Matrix motions;           // (k x coordinates): displacements that are observed
};

struct BoltedSystem {
  const BoltedStructure* structure = nullptr;  // outlives this
  Preloaded preloaded;
  StickModes modes;
  Vector zeta;  // (m)
  double friction = 0.0;
  Vector still;            // free gap at rest: g_0 - C_r lambda_0 (3 n) [m]
  Matrix modal_loads;      // Phi^T f (m x nu): on the bonded structure
  Matrix condensed_loads;  // A^T f (m x nu)
  Matrix boundary_loads;   // Q f at the boundary (boundary x nu)
  // Observed: motions = by_modes eta + by_boundary (W^T dlambda) + by_inputs u
  Matrix by_modes, by_boundary, by_inputs;  // (k x m), (k x boundary), (k x nu)
  Matrix by_shapes;                         // the bonded structure's part, rows Phi (k x m)
  Matrix load_flexibility;                  // f^T Q f (nu x nu)

  Eigen::Index inputs() const { return modal_loads.cols(); }
  Eigen::Index points() const { return structure->point_count(); }
  std::vector<bool> closed() const;      // (n) by the preload
  SurfaceCompliance compliance() const;  // C + W Q W^T; this outlives it, and stays where it is
  // Gap of all points that eta (m) and u (nu) would leave without forces (3 n) [m].
  Vector free_gap(const Vector& eta, const Vector& inputs) const;
  // What contact at dlambda (3 n) does beyond the bonded structure's own forces (m):
  // A^T W^T dlambda + (diag(omega^2) - Kbar) eta + A^T f - Phi^T f.
  Vector contact_force(const Vector& eta, const Vector& inputs, const Vector& change) const;
  // A^T W^T dlambda and the like: W^T of forces (boundary).
  Vector on_boundary(const Vector& force) const { return structure->points.transpose() * force; }
  // Elastic energy since the preload [J].
  double elastic_energy(const Vector& eta, const Vector& inputs, const SurfaceState& state) const;
};

// structure: outlives the result. Throws Error as stick_modes(), and for options of wrong sizes.
BoltedSystem bolted_system(const BoltedStructure& structure, const Preloaded& preloaded,
                           const BoltedSystemOptions& options);

}  // namespace mortise::gen
