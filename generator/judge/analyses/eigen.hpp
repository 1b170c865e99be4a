// Complex eigenvalues of the sliding system with its contact frozen at a position of the path
// (Brunetti eq. 12-15, primal assembly): will it squeal there?
//
//   q'' + D q' + omega^2 q = b lambda,   c . q = 0
//
// b carries the friction, c does not: coordinates N with c . N = 0 and an oblique projection along
// b leave one ordinary problem of 2 (n - 1) states, whose eigenvalues s = growth +- 2 pi i
// frequency.
#pragma once

#include <string>
#include <vector>

#include "generator/contact/system/reduced_system.hpp"
#include "generator/simulate/run/trajectory.hpp"
#include "generator/simulate/sliding/equilibrium.hpp"

namespace mortise::gen {

struct SlidingEigenOptions {
  // Rows of the deformed static sliding state at the position; else those of the undeformed chain.
  bool deformed = false;
  // deformed only: the contact force turns with its segment and travels along it (lambda db/dq).
  // Small for soft contacts; the usual frozen analysis leaves it out.
  bool turning_force = false;
  // > 0: only the modes below, by the characteristic equation of the contact;
  // 0: all of them, by LAPACK with 10 (2 n)^3 operations. turning_force has the latter only.
  double maximum_hz = 0.0;
};

struct ComplexMode {
  double frequency_hz = 0.0;  // |Im s| / (2 pi), 0: overdamped
  double growth = 0.0;        // Re s [1/s]
  // What rounding makes of it: the unit roundoff times the size of the problem times the condition
  // of the eigenvalue by its left and right vectors [1/s].
  double rounding = 0.0;

  bool unstable() const { return growth > rounding; }
};

struct SlidingEigenPoint {
  double friction = 0.0;           // mu [-]
  double position = 0.0;           // path of the slave [m]
  double force = 0.0;              // lambda of the static sliding state [N], 0 if undeformed
  std::vector<ComplexMode> modes;  // one per pair, ascending frequency
};

// Rows of the contact at a position: of its static sliding state if `deformed`, else of the
// undeformed chain. friction: mu [-]. Throws Error if the slave is not on its target there, if
// friction locks the contact (c . b = 0) or, deformed, if there is no static sliding state.
struct FrozenRows {
  Vector gap, force;  // c, b (n)
  ContactPlace place;
  double lambda = 0.0;  // of the static sliding state [N], 0 if undeformed
};
FrozenRows frozen_rows(const ReducedSystem& system, const SlidingGeometryModel& geometry,
                       double position, double friction, bool deformed);

// The matrix of the states (y, y') (2 (n - 1) square) with q = N y, and N (n x (n - 1)).
struct FrozenSystem {
  Matrix state_matrix;
  Matrix basis;
};

// Throws Error as frozen_rows().
FrozenSystem freeze_sliding(const ReducedSystem& system, const SlidingGeometryModel& geometry,
                            double position, double friction, const SlidingEigenOptions& options);

// Eigenvalues at one position [m] for a friction mu.
SlidingEigenPoint sliding_eigenvalues_at(const ReducedSystem& system,
                                         const SlidingGeometryModel& geometry, double position,
                                         double friction, const SlidingEigenOptions& options);

// Eigenvalues for every friction and position, friction by friction; with the system's own friction
// if `frictions` is empty. Throws Error without a sliding contact.
std::vector<SlidingEigenPoint> sliding_eigenvalues(const ReducedSystem& system,
                                                   const std::vector<double>& positions,
                                                   const std::vector<double>& frictions,
                                                   const SlidingEigenOptions& options,
                                                   const Progress& progress = {});

}  // namespace mortise::gen
