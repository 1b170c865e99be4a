// The condensation stage: a full-order system becomes a few mass-normalised modal coordinates.
#pragma once

#include <string>
#include <vector>

#include "generator/bodies/condense/component.hpp"
#include "generator/contact/system/full_system.hpp"
#include "generator/contact/system/reduced_system.hpp"
#include "generator/contact/system/truncate.hpp"

namespace mortise::gen {

// CondenseOptions::method that leaves the choice to choose_condensation(), substructure by
// substructure; needs CondenseOptions::band_hz.
inline constexpr const char* kAutomatic = "auto";

// Whether a method keeps an interface; kAutomatic does. Throws Error for an unknown one.
bool keeps_interface(const std::string& method);

// What was done to one substructure.
struct PartReport {
  std::string name;                 // of the substructure, empty if the structure is one
  Eigen::Index interface_dofs = 0;  // 0: free modes
  Eigen::Index modes = 0;           // fixed-interface modes, free modes without interface
  double lowest_hz = 0.0;           // of those modes, 0 if there are none
  double highest_hz = 0.0;
  InterfaceReport interface;  // of characteristic constraint modes
};

struct CondensationReport {
  std::string method;               // "craig-bampton", ..., "modes", "full"
  Eigen::Index full_dofs = 0;       // n of the full model
  Eigen::Index interface_dofs = 0;  // m, 0 without interface
  Eigen::Index fixed_interface_modes = 0;
  Eigen::Index attachment_modes = 0;
  double fixed_interface_lowest_hz = 0.0;  // 0 if there are none
  double fixed_interface_highest_hz = 0.0;
  Eigen::Index rigid_body_modes = 0;
  Eigen::Index left_out_modes = 0;    // by KeptModes
  Eigen::Index static_motions = 0;    // without mass, part of a joint's residual
  double highest_hz = 0.0;            // of the diagonalised modes, those left out included
  double mass = 0.0;                  // of the free part [kg], by its motion along x, y or z
  double residual = 0.0;              // largest of the sparse eigen-solver (modes.hpp)
  std::vector<PartReport> parts;      // one per substructure
  std::vector<std::string> choices;   // of kAutomatic, a sentence per substructure
  std::vector<std::string> warnings;  // whole sentences
};

struct Condensation {
  ReducedSystem system;
  Matrix shapes;  // (n x r) u = shapes * q, mass-normalised, oriented by orient_modes()
  CondensationReport report;
};

// What the modes are to be used for.
struct ReducedForm {
  KeptModes coordinates{};    // the others: residual compliance of a joint (truncate.hpp)
  bool friction_rows = true;  // tangential rows of a joint, if it has any
};

// A basis for every substructure (component.hpp), diagonalised, and everything attached to the
// system seen by its modes (project()).
// system:         rows and vectors of size n; an empty row or vector means zero.
// interface_rows: R (m x n) full row rank, e.g. contact_interface() or RigidMotion rows. A row that
//                 touches two substructures gives each its part; a substructure that none touches
//                 has free modes, as many as normal modes are asked for. Unused by methods without
//                 interface.
// options:        one for all substructures, or one each; attach_inputs adds the static answers to
//                 all inputs and the constant force.
// Throws Error for sizes that do not match and as condense_component(), cut(), truncate(), and if
// a method without interface finds no mode.
Condensation condense(const FullSystem& system, const SparseMatrix& interface_rows,
                      const std::vector<CondenseOptions>& options, const ReducedForm& form = {});
inline Condensation condense(const FullSystem& system, const SparseMatrix& interface_rows,
                             const CondenseOptions& options, const ReducedForm& form = {}) {
  return condense(system, interface_rows, std::vector<CondenseOptions>{options}, form);
}

// Modal coordinates of displacements and velocities of the dofs (r x n each).
struct ModalFit {
  Matrix displacement, velocity;
};

// The fit that is best in M, X^T M, where no motion lacks mass. Else (X^T M X)^-1 X^T M, and for
// displacements that of elastic modes in K, Omega^-2 X^T K, so that what is in equilibrium stays
// it.
ModalFit modal_fit(const FullModel& model, const Condensation& condensation);

// Without interface: free modes of every substructure, `request.all` for every one of them (small
// models, "full"), else truncated ("modes"). An empty request is an Error.
Condensation condense_modal(const FullSystem& system, const ModeRequest& request,
                            const ReducedForm& form = {});

// D = alpha M + beta K with the modal damping ratio zeta [-] at two frequencies
// omega_a != omega_b, both > 0 [rad/s]:  alpha = 2 zeta omega_a omega_b / (omega_a + omega_b),
// beta = 2 zeta / (omega_a + omega_b). Throws Error otherwise.
Rayleigh rayleigh_from_ratio(double zeta, double omega_a, double omega_b);

}  // namespace mortise::gen
