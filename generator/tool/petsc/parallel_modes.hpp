// Lowest modes of a pencil by SLEPc: Krylov-Schur on the operator of ShiftInvert
// (bodies/condense/shift_invert.hpp), a shell around the factor and the mass matrix,
//
//   Op = A^-1 P^T M,   P = 1 - Psi R,   self-adjoint in the product x^T M y
#pragma once

#include <string>

#include "generator/tool/petsc/parallel_factor.hpp"

namespace mortise::gen {

// Files of the job (job_files.hpp).
struct ModesRequest {
  std::string mass;       // M (n x n)
  std::string rows;       // R (m x n); empty: none
  std::string projector;  // Psi (n x m)
  std::string known;      // (n x k) M-orthonormal modes found before; empty: none
  int wanted = 0;         // at most so many
  int seed = 0;           // of the start vector, the same whatever the number of ranks
  std::string result;     // (n x found) modes, not normalised
};

// Returns how many were found and written: those that converged. All ranks call it together.
int lowest_modes_of(ParallelFactor* factor, const ModesRequest& request);

// Ends all ranks with the place and the message unless a call of PETSc or SLEPc succeeded.
void require_petsc(int code, const char* what);

}  // namespace mortise::gen
