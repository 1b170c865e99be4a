// The quadrilaterals that a plane mesh may consist of: the rows of one table.
#pragma once

#include <array>
#include <string>

#include "generator/bodies/mesh/plane_mesh.hpp"
#include "generator/ground/text/enum_names.hpp"

namespace mortise::gen {

// Dofs of an element: x, y of its first node, of the second, ...
struct PlaneElement {
  const char* name;  // as the definition names it
  std::size_t nodes;
  // Stiffness [N/m] and consistent mass [kg] (2 nodes x 2 nodes) of element `index` of a mesh,
  // both symmetric to the last bit. Throws Error naming an element of bad shape.
  void (*matrices)(const PlaneMesh& mesh, std::size_t index, const Material& material,
                   Matrix* stiffness, Matrix* mass);
};

// "full":         4 nodes, bilinear (bilinear.cc), plane stress and strain.
// "incompatible": the same with two internal bending modes.
// "quadratic":    8 nodes, serendipity (quadratic.cc), plane and axisymmetric.
// Throws Error naming those there are.
const PlaneElement& plane_element(const std::string& name);

void bilinear_quad(const PlaneMesh& mesh, std::size_t index, const Material& material,
                   Matrix* stiffness, Matrix* mass);
void incompatible_quad(const PlaneMesh& mesh, std::size_t index, const Material& material,
                       Matrix* stiffness, Matrix* mass);
void quadratic_quad(const PlaneMesh& mesh, std::size_t index, const Material& material,
                    Matrix* stiffness, Matrix* mass);

// What the quadratic ones are made of: shape functions, quadrature, isoparametric map.
struct GaussPoint {
  double xi = 0.0, eta = 0.0;  // natural coordinates, -1 .. 1
  double weight = 0.0;         // weights sum up to 4
};

// 3 x 3 points: exact up to degree 5 in each coordinate.
const std::array<GaussPoint, 9>& gauss_points();

// Natural coordinates of the 8 nodes, numbered as in PlaneMesh.
const std::array<std::array<double, 2>, 8>& natural_nodes();

struct ElementPoint {
  Eigen::Matrix<double, 8, 1> shape;     // N_i [-]
  Eigen::Matrix<double, 8, 2> gradient;  // dN_i/dx, dN_i/dy [1/m]; only where jacobian > 0
  Eigen::Vector2d position;              // [m]
  double jacobian = 0.0;                 // determinant d(x, y)/d(xi, eta) [m2]
};

// element: index into mesh.elements, whose node indices must be valid. xi, eta: in -1 .. 1.
ElementPoint element_point(const PlaneMesh& mesh, std::size_t element, double xi, double eta);

// full: bilinear, 2 x 2 points; locks in bending of long elements (Song's frequencies contain it).
// incompatible: Q6 of Wilson and Taylor, two internal bending modes condensed out, 2 x 2 points.
enum class QuadKind { full, incompatible };
template <>
inline constexpr std::array enum_names<QuadKind> = {"full", "incompatible"};  // of the table

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
