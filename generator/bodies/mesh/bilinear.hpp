// Four-node plane quadrilaterals: stiffness and mass of one element.
#pragma once

#include "generator/bodies/mesh/plane_mesh.hpp"

namespace mortise::gen {

// full: bilinear, 2 x 2 points; locks in bending of long elements (Song's frequencies contain it).
// incompatible: Q6 of Wilson and Taylor, two internal bending modes condensed out, 2 x 2 points.
enum class QuadKind { full, incompatible };

using QuadCorners = Eigen::Matrix<double, 4, 2>;  // x, y of the corners, counter-clockwise [m]
using QuadMatrix = Eigen::Matrix<double, 8, 8>;   // dofs: x, y of corner 0, of corner 1, ...

// Stress = result * (strain xx, yy, shear angle) of an isotropic material [Pa].
// state: stress or strain.
Eigen::Matrix3d plane_elasticity(const Material& material, PlaneState state);

// elasticity: as plane_elasticity(), symmetric [Pa]. width: out of the plane [m].
// Returns the stiffness [N/m], symmetric to the last bit. The incompatible modes 1 - xi^2,
// 1 - eta^2 have the Jacobian of the centre (Taylor, Beresford, Wilson 1976), without which a
// distorted element fails the patch test. Throws Error if a corner's angle is not below 180 deg.
QuadMatrix quad_stiffness(const QuadCorners& corners, const Eigen::Matrix3d& elasticity,
                          double width, QuadKind kind);

// Consistent mass [kg] of the bilinear shape functions, 2 x 2 points (exact for parallelograms).
// density: [kg/m3]. width: out of the plane [m]. Throws as quad_stiffness().
QuadMatrix quad_mass(const QuadCorners& corners, double density, double width);

}  // namespace mortise::gen
