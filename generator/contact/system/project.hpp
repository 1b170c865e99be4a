// Everything attached to a full-order structure, seen by its modes.
#pragma once

#include <vector>

#include "generator/bodies/condense/modes.hpp"
#include "generator/contact/system/full_system.hpp"
#include "generator/contact/system/reduced_system.hpp"

namespace mortise::gen {

// Throws Error if a row, vector or matrix of `system` does not fit its model, if a joint's point
// names a node that it does not have, or if there is more than one kind of interface.
void check_system(const FullSystem& system);

// modes:         (r) of the whole structure, mass-normalised, grouped by substructure.
// groups:        first mode of each substructure, ascending, as many as substructures.
// friction_rows: tangential rows of a joint, if it has any; its law does not matter (another
//                operating case may have friction).
// Returns rows and forces X^T f, initial values M-orthogonally (q0 = X^T M u0), damping
// d_i = alpha_b + beta_b omega_i^2 of the mode's substructure. ReducedSystem::groups stays empty if
// there is one group. Throws Error as damping_of_substructures().
ReducedSystem project(const FullSystem& system, const Modes& modes,
                      const std::vector<Eigen::Index>& groups, bool friction_rows);

}  // namespace mortise::gen
