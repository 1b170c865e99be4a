// Matrices between the film grid and the contact nodes of a body (Schmidt 3.5): displacements by
// the quadratic shape functions of the structure's elements, forces by Gauss integration of the
// piecewise linear film pressure against them. Both grids may be unequal.
//
// Structure nodes form 3-node elements (0 1 2, 2 3 4, ...). A middle node need not lie in the
// centre: x follows the shape functions, x = chi(xi) (3.34), as do displacements.
#pragma once

#include "generator/ground/numbers/matrix.hpp"

namespace mortise::gen {

// G_SF (n_F x n_S), Schmidt 3.29: values at the film nodes from values at the structure's nodes;
// third order if middle nodes tend to the centre of their element as the grid is refined.
// structure:    x of the structure's nodes [m]; (n_S), odd, at least 3, ascending, middle nodes in
//               the middle half of their element.
// film:         x of the film's nodes [m]; (n_F).
// outside_zero: film nodes beyond the structure take no displacement; otherwise they are an Error.
// Throws Error naming the node for grids that are not as described or not finite.
SparseMatrix interpolation_matrix(const Vector& structure, const Vector& film, bool outside_zero);

// G_int (n_S x n_F), Schmidt 3.41: forces on the structure's nodes [N, or N/m in a plane] from
// pressures at the film's nodes [Pa]; second order for a smooth pressure. Integrated piece by piece
// between the nodes of both grids, so exactly for the piecewise linear pressure: forces and moments
// add up. Pressure beyond the structure acts on nothing.
// structure:    as above.
// film:         as above, ascending, at least 2.
// axisymmetric: pressures act on rings 2 pi x dx; otherwise per metre of depth.
SparseMatrix pressure_integration(const Vector& structure, const Vector& film, bool axisymmetric);

}  // namespace mortise::gen
