// Craig-Bampton basis for a general interface operator R (Craig, Bampton, AIAA Journal 1968;
// Schurzig et al., section 2: R selects the master dofs).
//
//   u = Psi r + Phi eta,   r = R u
//   Psi = constraint modes (constraint_modes.hpp)
//   Phi = lowest modes of (K, M) with R u = 0
#pragma once

#include <string>
#include <vector>

#include "generator/condense/modes.hpp"
#include "generator/fe/full_model.hpp"

namespace mortise::gen {

struct CraigBamptonBasis {
  Matrix constraint_modes;            // Psi (n x m), R Psi = I
  Modes fixed_interface;              // Phi (n x p), R Phi = 0, mass-normalised
  Matrix attachment_modes;            // (n x a) static answers to loads with the interface held
  Eigen::Index rigid_body_modes = 0;  // of the free structure
};

// interface_rows: R (m x n), m >= 1. Linearly dependent rows are an Error naming the row.
// request:        how many fixed-interface modes.
// loads:          (n x a) [N] force patterns that get an attachment mode; a = 0 allowed. Patterns
//                 whose answer the other modes already contain are left out.
// Throws Error if the interface does not hold a floating structure, or if nothing is stiff.
CraigBamptonBasis craig_bampton(const SparseMatrix& stiffness, const SparseMatrix& mass,
                                const SparseMatrix& interface_rows, const ModeRequest& request,
                                const Matrix& loads);

}  // namespace mortise::gen
