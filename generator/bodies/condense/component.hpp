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
//   Psi = A^-1 R^T (R A^-1 R^T)^-1   unit interface motions, loaded through R^T only
//
// A = K + R^T S R (S diagonal, positive) gives the same Psi for any S and is regular where the
// interface holds the structure. Rows of many entries fill the factor: with these A = K, unless it
// floats.
struct ConstraintModes {
  Matrix shapes;                               // Psi (n x m), R Psi = I
  std::shared_ptr<const SparseSolver> solver;  // of A
  Eigen::Index rigid_body_modes = 0;           // of the free structure
};

// The factor of K, to be used by more than one; null if the structure floats.
std::shared_ptr<const SparseSolver> regular_factor(const SparseMatrix& stiffness,
                                                   const SparseMatrix& mass);

// stiffness, mass: (n x n) symmetric, both triangles [SI].
// interface_rows:  R (m x n), m >= 1. Linearly dependent rows are an Error naming the row.
// factor:          regular_factor(), if it is known.
// Throws Error if the interface does not hold a floating structure, or if nothing is stiff.
ConstraintModes constraint_modes(const SparseMatrix& stiffness, const SparseMatrix& mass,
                                 const SparseMatrix& interface_rows,
                                 std::shared_ptr<const SparseSolver> factor = nullptr);

// Psi^T K Psi (m x m) [N/m], symmetric. Loaded along R alone, K Psi = R^T F, R Psi = I: it is F,
// which takes no product of Psi with itself. stiffness: K; rows: R; shapes: Psi.
Matrix interface_stiffness(const SparseMatrix& stiffness, const SparseMatrix& rows,
                           const Matrix& shapes);

// masters: (k x n). Returns them and below them a row for every rigid-body motion of (K, M) that
// they leave free, such as sliding along a flat contact: single dofs that hold it. Which ones does
// not matter, as those motions load nothing.
SparseMatrix with_holding_rows(const SparseMatrix& stiffness, const SparseMatrix& mass,
                               const SparseMatrix& masters);

// A body with its interface, whose statics are solved.
struct Component {
  const SparseMatrix& stiffness;         // K (n x n) symmetric, both triangles [SI]
  const SparseMatrix& mass;              // M (n x n)
  const SparseMatrix& masters;           // (k x n) motions to keep
  const SparseMatrix& interface_rows;    // R (m x n): the masters, then what holds loose motions
  const Matrix& constraint_modes;        // Psi (n x m)
  const SparseSolver* solver = nullptr;  // of K, or of K held at the interface (ConstraintModes)
  Eigen::Index rigid_body_modes = 0;     // of the free structure
  const Matrix* given = nullptr;         // (n x p) shapes that the user brings
  Eigen::Index heavy = 0;                // of the masters: CondenseOptions::heavy_masters
};

// Returns normal modes, mass-normalised (n x p). Throws Error as lowest_modes().
using NormalModes = Modes (*)(const Component& component, const ModeRequest& request);

struct CondensedComponent;

// From normal modes to the modes of the condensed body: fills stiffness, mass, modes, statics.
// loads: (n x a) that get an exact static answer, a = 0 allowed.
using Diagonalise = void (*)(const Component& component, const Matrix& loads, bool by_blocks,
                             CondensedComponent* condensed);

struct CondensationMethod {
  const char* name;   // as the definition names it
  bool interface;     // keeps an interface by constraint modes; else free modes alone
  bool massless;      // its interface moves without mass: a part of the answer has no dynamics
  const char* modes;  // what its normal modes are called, with a blank behind
  NormalModes normal_modes;
  Diagonalise diagonalise;  // null: the normal modes are the condensed body
};

// "craig_bampton": fixed-interface modes (Craig, Bampton, AIAA Journal 1968; Schmidt 2.66).
// "craig_chang":   free-interface modes brought into that form (craig_chang.cc; Schmidt 2.68).
// "rubin":         the same with residual attachment modes (Rubin, AIAA Journal 1975; rubin.cc).
// "dual_craig_bampton": free modes and residual flexibility (Rixen, J. Comput. Appl. Math. 2004;
//                  MacNeal 1971; massless.cc).
// "massless_boundary": fixed-interface modes that carry all of the mass (Monjaraz-Tec, Gross,
//                  Krack, Comput. Struct. 2022; massless.cc).
// "modes":         free modes, no interface.
// "given":         shapes that the user brings, no interface (given_modes.cc).
// "none", "full":  every mode of finite frequency (small bodies), no interface.
// Throws Error naming those there are.
const CondensationMethod& condensation_method(const std::string& name);

// Names of those that keep an interface, "craig_bampton|craig_chang|..."; `more` is put behind
// them.
std::string interface_methods(const std::string& more = "");

// Interface motions are replaced by the lowest modes of their own pencil, the characteristic
// constraint modes (Castanier, Tan, Pierre, AIAA Journal 2001): Psi T, T of (Psi^T K Psi,
// Psi^T M Psi). Everything attached moves by recovery, R u = T r.
struct InterfaceReduction {
  Eigen::Index modes = 0;  // at most so many; 0 = no limit
  double cutoff_hz = 0.0;  // those below this frequency; 0 = no limit
  bool empty() const { return modes == 0 && cutoff_hz == 0.0; }
};

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
  bool diagonal = true;  // the condensed body's modes are wanted; not of a reduced interface
  InterfaceReduction characteristic{};  // of the constraint modes; not of massless methods
  double band_hz = 0.0;                 // top of the band that matters; 0: that of the normal modes
  double error = 0.01;                  // of method "auto" (contact/system): largest in the band
  Matrix given{};                       // (n x p) of method "given"
  // So many of the last masters keep their mass where a method takes it from the interface
  // ("massless_boundary" alone).
  Eigen::Index heavy_masters = 0;
};

// What characteristic constraint modes left out, against the same basis with all constraint modes.
struct InterfaceReport {
  Eigen::Index motions = 0, kept = 0;  // of the interface; 0: not reduced
  double next_hz = 0.0;                // of the lowest left out
  double band_hz = 0.0;                // up to the highest normal mode, or the band asked for
  double frequency_error = 0.0;        // largest relative one of the modes in the band
  double compliance_error = 0.0;       // of the answer to interface loads, relative (Frobenius)
};

struct CondensedComponent {
  SparseMatrix interface_rows;  // R (m x n), m = 0 without interface
  // Psi (n x m), R Psi = I; of a reduced interface Psi T; without columns for methods that see the
  // interface through free modes alone.
  Matrix constraint_modes;
  Modes normal;                       // Phi (n x p), R Phi = 0
  Matrix attachment_modes;            // A (n x a), R A = 0
  Eigen::Index rigid_body_modes = 0;  // of the full body
  // Of the coordinates (r, eta, alpha); empty without interface.
  Matrix stiffness, mass;
  // Modes of the condensed body, diagonalised: shapes in these coordinates, those of dofs (n x p)
  // without interface.
  Modes modes;
  // Motions without mass, u = statics statics^T f beside the modes (n x s): of unit stiffness and
  // orthogonal to the modes in K and M.
  Matrix statics;
  InterfaceReport interface;

  // [Psi, Phi, A].
  Matrix basis() const;
  // Shapes of the condensed body's modes in the body's dofs (n x p).
  Matrix shapes() const;
};

// interface_rows: R (m x n), m >= 1 if the method keeps an interface. Linearly dependent rows are
//                 an Error naming the row.
// loads:          (n x a) [N] force patterns that get an attachment mode if options.attach_inputs.
//                 Patterns whose answer the other modes already contain are left out.
// factor:         regular_factor(), if it is known.
// Throws Error if the interface does not hold a floating body, if nothing is stiff, for an unknown
// method.
CondensedComponent condense_component(const SparseMatrix& stiffness, const SparseMatrix& mass,
                                      const SparseMatrix& interface_rows,
                                      const CondenseOptions& options, const Matrix& loads = {},
                                      std::shared_ptr<const SparseSolver> factor = nullptr);

// request: how many free-interface modes, rigid-body modes included.
// Returns Phi (n x p), p <= the number of free-interface modes, mass-normalised; rigid_body_modes
// is 0, residual that of the free-interface modes. Throws Error as lowest_modes().
Modes craig_chang(const Component& component, const ModeRequest& request);

// Returns and throws as craig_chang(), p larger by the number of rigid-body modes.
Modes rubin(const Component& component, const ModeRequest& request);

// Normal modes in the span of `motions`, which need not rest at the interface nor be independent.
// free: the eigen-solution they come from, for residual and splits_multiple.
Modes modes_at_rest(const Component& component, const Matrix& motions, const Modes& free);

// Ritz modes in the span of Component::given; request limits them. Throws Error for shapes of
// another size, that are not finite, or that depend linearly.
Modes given_modes(const Component& component, const ModeRequest& request);

// Adds attachment modes: static answers to loads (n x a), what the interface, the normal modes and
// the earlier answers contain removed in the energy product.
void attach(const Component& component, const Matrix& loads, CondensedComponent* condensed);

// massless.cc
void diagonalise_dual(const Component& component, const Matrix& loads, bool by_blocks,
                      CondensedComponent* condensed);
void diagonalise_massless(const Component& component, const Matrix& loads, bool by_blocks,
                          CondensedComponent* condensed);

// Replaces the constraint modes of a condensed body (stiffness and mass filled, modes not yet) by
// characteristic ones and fills interface. zero_level: as dense_modes().
void reduce_interface(const InterfaceReduction& reduction, double band_hz, double zero_level,
                      CondensedComponent* condensed);

}  // namespace mortise::gen
