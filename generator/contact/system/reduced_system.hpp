// A condensed structure in mass-normalised modal coordinates: the input of the bake stage.
//
//   q_i'' + d_i q_i' + omega_i^2 q_i =
//       (input_forces f(t) + constant_force + sum over the interfaces of rows^T lambda)_i
//   gap of contact c:  clearance_c + contact_rows(3 c) . q
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "generator/bodies/condense/modes.hpp"
#include "generator/contact/law/residual_compliance.hpp"
#include "generator/contact/system/full_system.hpp"

namespace mortise::gen {

// On the modes of all bodies.
struct ReducedInterface : InterfaceOf<ReducedLaw, ReducedContacts> {
  // Compliance of a joint, or of contacts at position level, that is alone.
  std::optional<ResidualCompliance> residual;
};

struct ReducedSystem : InterfaceList<ReducedInterface> {
  Vector omega;    // (n) circular eigenfrequencies [rad/s], 0 allowed
  Vector damping;  // (n) d_i = 2 zeta_i omega_i [1/s]
  // Modes are grouped by substructure, ascending frequencies within a group: first mode of each
  // group; empty: one group.
  std::vector<Eigen::Index> groups;
  std::vector<InputChannel> inputs;    // (nu)
  Matrix input_forces;                 // (n x nu)
  std::vector<OutputChannel> outputs;  // (ny)
  Matrix output_rows;                  // (no x n) displacement functionals
  Vector constant_force;               // (n)
  Vector initial_q;                    // (n)
  Vector initial_v;                    // (n)

  Eigen::Index size() const { return omega.size(); }
};

// The sliding contact that is alone. Throws Error without one.
const ReducedSliding& sliding_of(const ReducedSystem& system);

// Throws Error if a row, vector or matrix of `system` does not fit its model, if a joint's point
// names a node that it does not have, or if an interface has not one law.
void check_system(const FullSystem& system);

// Everything attached to a full-order structure, seen by its modes.
// modes:         (r) of the whole structure, mass-normalised, grouped by substructure.
// groups:        first mode of each substructure, ascending, as many as substructures.
// friction_rows: tangential rows of a joint that is alone, if it has any; its law does not matter
//                (another operating case may have friction).
// Returns rows and forces X^T f, initial values M-orthogonally (q0 = X^T M u0), damping
// d_i = alpha_b + beta_b omega_i^2 of the mode's substructure. ReducedSystem::groups stays empty if
// there is one group. Throws Error as damping_of_substructures().
ReducedSystem project(const FullSystem& system, const Modes& modes,
                      const std::vector<Eigen::Index>& groups, bool friction_rows);

}  // namespace mortise::gen
