// Lowest modes of K x = omega^2 M x, optionally on the null space of constraint rows.
//
// Block Lanczos, shifted and inverted: M x = mu (K + s M) x, s > 0 small, so that rigid-body modes
// and a singular M need no special treatment; with the factor of the statics where these are known.
// A Sturm count, the inertia of K - tau M just above the last mode, proves that none is missing;
// what is, deflation finds. So there are two factorisations, or one behind those of the statics.
// Small models are solved densely.
#pragma once

#include "generator/ground/numbers/matrix.hpp"
#include "generator/ground/sparse/sparse_solver.hpp"

namespace mortise::gen {

// What the statics of the constraints R have computed already (ConstraintModes). The modes outlive
// neither.
struct HeldStatics {
  const SparseSolver* solver;      // of K held at the constraints
  const Matrix& constraint_modes;  // Psi (n x m)
};

struct ModeRequest {
  Eigen::Index count = 0;  // at most so many modes; 0 = no limit
  double cutoff_hz = 0.0;  // modes below this frequency [Hz]; 0 = no limit
  bool all = false;        // every mode of finite frequency (small models)
  bool elastic = false;    // rigid-body modes come on top of the count
  bool proven = true;      // by a Sturm count, a factorisation more, that none is missing
};

struct Modes {
  Vector omega;                       // (p) [rad/s], ascending, 0 for rigid-body modes
  Matrix shapes;                      // (n x p) mass-normalised, X^T M X = I
  Eigen::Index rigid_body_modes = 0;  // leading omegas that are exactly 0
  double residual =
      0.0;  // largest |(1 - X X^T M) (omega^2 + s) (K + s M)^-1 M x| / |x|; 0 if dense
  bool splits_multiple = false;  // the next mode has the frequency of the last one

  Vector frequencies_hz() const;  // (p) [Hz]
};

// stiffness, mass: (n x n) symmetric, both triangles, positive semi-definite [SI].
// request:         empty (count 0, no cut-off, not all) gives no modes.
// constraints:     (m x n) full row rank; only motions with constraints * x = 0. m = 0: none.
// statics:         of these constraints, to be used again; may be null.
// Throws Error if K has negative eigenvalues beyond rounding, if K and M share a null direction,
// or if the verification fails.
Modes lowest_modes(const SparseMatrix& stiffness, const SparseMatrix& mass,
                   const ModeRequest& request, const SparseMatrix& constraints = SparseMatrix(),
                   const HeldStatics* statics = nullptr);

// Below this omega^2 [rad^2/s^2] a mode counts as a rigid-body motion: 1e-13 of the median
// K_ii / M_ii, about what matrices exported with 14 digits can resolve. Throws Error without mass.
double rigid_body_level(const SparseMatrix& stiffness, const SparseMatrix& mass);

// All modes of finite frequency of a small dense pencil. Directions without mass follow statically.
// zero_level: omega^2 [rad^2/s^2] up to which a mode counts as rigid (at least 1e-13 of the
// largest). Throws Error as lowest_modes().
Modes dense_modes(const Matrix& stiffness, const Matrix& mass, double zero_level);

// omega:  (p) [rad/s] ascending. Frequencies that agree to 1e-6 (a symmetric mesh exported
//         with 14 digits) are replaced by their mean.
// shapes: (n x p). Modes of one frequency are rotated (orthogonally, so M-orthonormality stays)
//         until the row of `guide` on which they act most moves the first of them only, the
//         strongest remaining row the second one, and so on; where `guide` rows do not tell them
//         apart the shapes' own rows do. Then the largest entry of each shape is made positive
//         (the first of equals).
// guide:  (k x n) rows that matter, e.g. the contact rows; k = 0 allowed.
void orient_modes(Vector* omega, Matrix* shapes, const SparseMatrix& guide);

}  // namespace mortise::gen
