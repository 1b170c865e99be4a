// Interface operators: which motions a condensation keeps.
#pragma once

#include <vector>

#include "generator/bodies/model/full_model.hpp"

namespace mortise::gen {

// Indices (ascending) of a largest set of linearly independent rows of `rows` (m x n), chosen by
// pivoting on the rows scaled to unit length; the first of equals wins. Zero rows never count.
// leading: of the first so many rows as many as can be, before any other.
std::vector<Eigen::Index> independent_rows(const SparseMatrix& rows, Eigen::Index leading = 0);

// Throws Error if `rows` is not (m >= 1, n), or naming the first row that depends linearly on
// others.
void check_interface(const SparseMatrix& rows, Eigen::Index n);

// The rows `chosen`, in their order.
SparseMatrix select_rows(const SparseMatrix& rows, const std::vector<Eigen::Index>& chosen);

// Both on top of each other; of equal width.
SparseMatrix stacked(const SparseMatrix& above, const SparseMatrix& below);

// Selects dofs: row i is the unit row of dofs[i] (m x n). Throws Error if one is not in the model.
SparseMatrix dof_interface(const FullModel& model, const std::vector<Dof>& dofs);

// Rows of an interface of two sides whose nodes match, in coordinates of their motion against each
// other: for every pair and direction  u_first - u_second, and with `mean` also
// (u_first + u_second) / 2, which together span what the nodes' own rows span. first, second: node
// labels; every node of `first` is paired with the nearest of `second`. A direction that one of a
// pair has not is that of the other alone; one that both lack drops out.
// Throws Error if the sides differ in size, if two nodes have the same nearest one, or for nodes
// without coordinates.
SparseMatrix matched_interface(const FullModel& model, const std::vector<std::int64_t>& first,
                               const std::vector<std::int64_t>& second,
                               const std::vector<int>& directions, bool mean);

struct StructurePart {
  Substructure place;            // its dofs
  SparseMatrix mass, stiffness;  // (np x np)
  SparseMatrix interface_rows;   // (mp x np) independent rows
  Eigen::Index leading = 0;      // of them, out of those that were to come first
};

// interface_rows: (m x n) rows over all dofs, m = 0 allowed. A row that touches two substructures
//                 (a relative motion) gives each its part; of all parts an independent subset
//                 stays.
// leading:        of the first so many rows every part keeps as many as can be.
// Returns one part per substructure, in order; the matrices of a single one unchanged.
// Throws Error if the substructures do not cover the dofs one after the other, or if mass or
// stiffness join two of them.
std::vector<StructurePart> cut(const FullModel& model, const SparseMatrix& interface_rows,
                               Eigen::Index leading = 0);

}  // namespace mortise::gen
