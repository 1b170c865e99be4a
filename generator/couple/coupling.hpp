// Matrices between the film grid and the contact nodes of a body (Schmidt 3.5): displacements by
// the quadratic shape functions of the structure's elements, forces by Gauss integration of the
// piecewise linear film pressure against them. Both are second order on unequal grids.
#pragma once

#include "generator/fe/full_model.hpp"

namespace mortise::gen {

// G_SF (n_F x n_S), Schmidt 3.29: interpolates nodal values of 3-node elements (nodes 0 1 2,
// 2 3 4, ...; odd number, ascending) at the film nodes. Film nodes outside the structure take no
// displacement if `outside_zero`, else they are an Error.
SparseMatrix interpolation_matrix(const Vector& structure, const Vector& film, bool outside_zero);

// G_int (n_S x n_F), Schmidt 3.41: nodal forces of nodal pressures.
// axisymmetric: with 2 pi x; else per metre of depth. Integrated piece by piece between the nodes
// of both grids, so exactly for the piecewise linear pressure.
SparseMatrix pressure_integration(const Vector& structure, const Vector& film, bool axisymmetric);

}  // namespace mortise::gen
