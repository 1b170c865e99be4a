// Hexahedron of eight nodes with three incompatible modes of each displacement, which bend without
// locking (Wilson; Taylor, Beresford and Wilson's correction passes the patch test).
#pragma once

#include "generator/bodies/model/material.hpp"
#include "generator/ground/numbers/matrix.hpp"

namespace mortise::gen {

// Row i: corner i [m], the lower face counter-clockwise as seen from above, then the upper face.
using HexCorners = Eigen::Matrix<double, 8, 3>;
// Dofs: x, y, z of the first corner, of the second, ...
using HexMatrix = Eigen::Matrix<double, 24, 24>;

// The first corner, 1 to 8, that is not convex; 0: none.
int folded_corner(const HexCorners& corners);

// Symmetric stiffness [N/m], 2 x 2 x 2 Gauss points, exact for constant strains on any convex
// shape.
HexMatrix hex_stiffness(const HexCorners& corners, const Material& material);

// Consistent mass [kg], of the corners' dofs alone.
HexMatrix hex_mass(const HexCorners& corners, double density);

}  // namespace mortise::gen
