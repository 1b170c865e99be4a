// The serendipity quadrilateral of 8 nodes: shape functions, quadrature, isoparametric map.
#pragma once

#include <array>

#include "generator/bodies/mesh/plane_mesh.hpp"

namespace mortise::gen {

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

}  // namespace mortise::gen
