// The quadrilaterals that a plane mesh may consist of: the rows of one table.
#pragma once

#include <string>

#include "generator/bodies/mesh/plane_mesh.hpp"

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

// "full":         4 nodes, bilinear (quad.hpp), plane stress and strain.
// "incompatible": the same with two internal bending modes.
// "quadratic":    8 nodes, serendipity (element.hpp), plane and axisymmetric.
// Throws Error naming those there are.
const PlaneElement& plane_element(const std::string& name);

void bilinear_quad(const PlaneMesh& mesh, std::size_t index, const Material& material,
                   Matrix* stiffness, Matrix* mass);
void incompatible_quad(const PlaneMesh& mesh, std::size_t index, const Material& material,
                       Matrix* stiffness, Matrix* mass);
void quadratic_quad(const PlaneMesh& mesh, std::size_t index, const Material& material,
                    Matrix* stiffness, Matrix* mass);

}  // namespace mortise::gen
