// Cuts a structure into its substructures: each is condensed on its own.
#pragma once

#include <vector>

#include "generator/bodies/model/full_model.hpp"

namespace mortise::gen {

struct StructurePart {
  Substructure place;            // its dofs
  SparseMatrix mass, stiffness;  // (np x np)
  SparseMatrix interface_rows;   // (mp x np) independent rows
};

// interface_rows: (m x n) rows over all dofs, m = 0 allowed. A row that touches two substructures
//                 (a relative motion) gives each its part; of all parts an independent subset
//                 stays.
// Returns one part per substructure, in order; the matrices of a single one unchanged.
// Throws Error if the substructures do not cover the dofs one after the other, or if mass or
// stiffness join two of them.
std::vector<StructurePart> cut(const FullModel& model, const SparseMatrix& interface_rows);

}  // namespace mortise::gen
