// Meshes of quadratic quadrilaterals in a plane: x is the radius (or the horizontal axis), y the
// axis of revolution (or the vertical axis).
#pragma once

#include <array>
#include <map>
#include <string>
#include <vector>

#include "generator/fe/full_model.hpp"

namespace mortise::gen {

enum class PlaneKind { axisymmetric, plane_strain };

struct PlaneMesh {
  PlaneKind kind = PlaneKind::axisymmetric;
  std::string source;                        // what it is, for messages
  std::vector<Eigen::Vector2d> nodes;        // label i + 1 [m]
  std::vector<std::array<int, 8>> elements;  // serendipity Q8: 4 corners counter-clockwise, then
                                             // the mid-side nodes of sides 12, 23, 34, 41
  std::map<std::string, std::vector<int>> sets;  // node indices; "contact": along the surface by
                                                 // ascending x, corner and mid-side in turn;
                                                 // "fixed": nodes held in both directions
};

struct ElasticMaterial {
  double young = 0.0, poisson = 0.0, density = 0.0;  // [Pa], [-], [kg/m3]
};

// Stiffness and consistent mass of the mesh: the whole circumference 2 pi (axisymmetric) or one
// metre of depth (plane strain). Dofs: direction 1 = x, 2 = y of every node that is not held;
// nodes on the axis of revolution have no direction 1. Nodes of "fixed" are left out.
// Full 3 x 3 integration. Throws Error for a folded element, naming it, and bad material data.
FullModel assemble_plane(const PlaneMesh& mesh, const ElasticMaterial& material);

}  // namespace mortise::gen
