// Meshes of hexahedra and their assembly.
#pragma once

#include <array>
#include <map>
#include <string>
#include <vector>

#include "generator/bodies/model/full_model.hpp"
#include "generator/bodies/model/material.hpp"

namespace mortise::gen {

struct SolidMesh {
  std::string source;                            // what it is, for messages
  std::vector<Vector3> nodes;                    // label i + 1 [m]
  std::vector<std::array<int, 8>> elements;      // corners in the order of HexCorners
  std::map<std::string, std::vector<int>> sets;  // node indices; nodes of "fixed" are held
};

// Box 0 <= x <= length[0], ... [m] of cells[0] x cells[1] x cells[2] hexahedra. Sets: "fixed" at
// x = 0, "tip" at x = length[0]. distortion: share of the cells' size by which inner nodes are off
// the regular grid, 0 .. 0.2. Throws Error for lengths or counts that are not positive.
SolidMesh block_mesh(const Vector3& length, const std::array<int, 3>& cells,
                     double distortion = 0.0);

// Stiffness and consistent mass. Dofs: x, y, z of every node that is not held, node by node.
// Throws Error for a folded element, naming it, and for bad material data.
FullModel assemble_solid(const SolidMesh& mesh, const Material& material);

}  // namespace mortise::gen
