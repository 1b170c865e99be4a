// How a body gives up most of its coordinates: component mode synthesis, one table of methods for
// every body. R selects the master motions (Schurzig et al., section 2).
//
//   u = Psi r + Phi eta + A alpha,   r = R u
//   Psi = constraint modes (ConstraintModes)
//   Phi = normal modes that rest at the interface: what a method chooses
//   A   = static answers to loads with the interface held
#pragma once

#include <memory>
#include <string>

#include "generator/bodies/condense/modes.hpp"
#include "generator/ground/numbers/matrix.hpp"
#include "generator/ground/sparse/sparse_solver.hpp"

namespace mortise::gen {

// Constraint modes of an interface R: what component mode synthesis knows of statics.
//
//   Psi = K^-1 R^T (R K^-1 R^T)^-1   unit interface motions, loaded through R^T only
//
// A floating K is replaced by K + R^T S R (S diagonal, positive), which has the same Psi.
struct ConstraintModes {
  Matrix shapes;                         // Psi (n x m), R Psi = I
  std::unique_ptr<SparseSolver> solver;  // of K, or of K + R^T S R if it floats
  Eigen::Index rigid_body_modes = 0;     // of the free structure
};

// stiffness, mass: (n x n) symmetric, both triangles [SI].
// interface_rows:  R (m x n), m >= 1. Linearly dependent rows are an Error naming the row.
// Throws Error if the interface does not hold a floating structure, or if nothing is stiff.
ConstraintModes constraint_modes(const SparseMatrix& stiffness, const SparseMatrix& mass,
                                 const SparseMatrix& interface_rows);

// masters: (k x n). Returns them and below them a row for every rigid-body motion of (K, M) that
// they leave free, such as sliding along a flat contact: single dofs that hold it. Which ones does
// not matter, as those motions load nothing.
SparseMatrix with_holding_rows(const SparseMatrix& stiffness, const SparseMatrix& mass,
                               const SparseMatrix& masters);

// A body with its interface, whose statics are solved.
struct Component {
  const SparseMatrix& stiffness;       // K (n x n) symmetric, both triangles [SI]
  const SparseMatrix& mass;            // M (n x n)
  const SparseMatrix& masters;         // (k x n) motions to keep
  const SparseMatrix& interface_rows;  // R (m x n): the masters, then what holds loose motions
  const Matrix& constraint_modes;      // Psi (n x m)
};

// Returns normal modes, mass-normalised (n x p). Throws Error as lowest_modes().
using NormalModes = Modes (*)(const Component& component, const ModeRequest& request);

struct CondensationMethod {
  const char* name;   // as the definition names it
  bool interface;     // keeps an interface by constraint modes; else free modes alone
  const char* modes;  // what its normal modes are called, with a blank behind
  NormalModes normal_modes;
};

// "craig_bampton": fixed-interface modes (Craig, Bampton, AIAA Journal 1968; Schmidt 2.66).
// "craig_chang":   free-interface modes brought into that form (craig_chang.cc; Schmidt 2.68).
// "modes":         free modes, no interface.
// "none", "full":  every mode of finite frequency (small bodies), no interface.
// Throws Error naming those there are.
const CondensationMethod& condensation_method(const std::string& name);

// Names of those that keep an interface, "craig_bampton|craig_chang"; `more` is put behind them.
std::string interface_methods(const std::string& more = "");

struct CondenseOptions {
  ModeRequest modes;           // how many normal modes, by number and/or cut-off frequency
  bool attach_inputs = false;  // attachment modes for the loads
  std::string method = "craig_bampton";
  // Rigid-body motions that the masters leave free (sliding along a flat contact) are held by
  // single dofs, so that constraint modes contain them; otherwise they are an Error.
  bool hold_loose = false;
  // The reduced matrices by their blocks, those known to vanish left out: for hundreds of masters.
  // Otherwise as products of the whole basis.
  bool by_blocks = false;
};

struct CondensedComponent {
  SparseMatrix interface_rows;        // R (m x n), m = 0 without interface
  Matrix constraint_modes;            // Psi (n x m), R Psi = I
  Modes normal;                       // Phi (n x p), R Phi = 0
  Matrix attachment_modes;            // A (n x a), R A = 0
  Eigen::Index rigid_body_modes = 0;  // of the full body
  // Of the coordinates (r, eta, alpha); empty without interface.
  Matrix stiffness, mass;
  // Modes of the condensed body, diagonalised: shapes in these coordinates, those of dofs (n x p)
  // without interface.
  Modes modes;

  // [Psi, Phi, A].
  Matrix basis() const;
};

// interface_rows: R (m x n), m >= 1 if the method keeps an interface. Linearly dependent rows are
//                 an Error naming the row.
// loads:          (n x a) [N] force patterns that get an attachment mode if options.attach_inputs.
//                 Patterns whose answer the other modes already contain are left out.
// Throws Error if the interface does not hold a floating body, if nothing is stiff, for an unknown
// method.
CondensedComponent condense_component(const SparseMatrix& stiffness, const SparseMatrix& mass,
                                      const SparseMatrix& interface_rows,
                                      const CondenseOptions& options, const Matrix& loads = {});

// request: how many free-interface modes, rigid-body modes included.
// Returns Phi (n x p), p <= the number of free-interface modes, mass-normalised; rigid_body_modes
// is 0, residual that of the free-interface modes. Throws Error as lowest_modes().
Modes craig_chang(const Component& component, const ModeRequest& request);

}  // namespace mortise::gen
