// Checks on the entries of an export and their assembly into full symmetric matrices.
#pragma once

#include "generator/bodies/import/raw_export.hpp"
#include "generator/bodies/import/units.hpp"

namespace mortise::gen {

// Throws Error if the list is empty, a dof stands twice, or its length is not the size of K or M.
void check_dofs(const RawExport& raw);

// raw:    entries of one triangle, or of both if mirrored entries agree to 1e-9
// scale:  (n) factor s_i of row and column i: the result is factor * value_ij / (s_i s_j)
// Returns the matrix with both triangles and without zeros. Throws Error naming the entry for
// indices out of range, values that are not finite, duplicates and asymmetry.
SparseMatrix assemble(const RawMatrix& raw, const std::vector<Dof>& dofs, const Vector& scale,
                      double factor);

// Throws Error naming the dof if K has a diagonal entry <= 0, or M a negative one, a 2 x 2 minor
// that is not positive semi-definite, or no entry at all.
void check_definite(const FullModel& model, const RawExport& raw);

// "dof 12.3 (node 12, z)"
std::string describe(const Dof& dof);

}  // namespace mortise::gen
