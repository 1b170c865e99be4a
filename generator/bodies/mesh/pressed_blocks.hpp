// Two blocks, one on the other, as stiff as they are asked to be: what carries the surfaces of a
// contact problem on half-spaces.
#pragma once

#include "generator/bodies/mesh/solid_mesh.hpp"

namespace mortise::gen {

struct PressedBlocksSpec {
  double length = 1e-3, width = 1e-3, height = 2e-4;  // of each block, along x, y, z [m]
  // Springs between the upper face of the upper block and the ground, in all along x, y, z [N/m].
  Vector3 springs = Vector3::Constant(1e4);
  Material material;
};

// The blocks touch at z = 0 in one hexahedron each; the lower face of the lower one is held.
// Sets: left_top, left_bottom, nodes of both surfaces at z = 0, in pairs; left_bolt_upper and
// left_bolt_lower, the upper face, which is pulled down, and left_bottom, which is pulled up;
// sensor, a node of left_top.
// Throws Error for lengths, springs or material data that are not positive.
FullModel pressed_blocks(const PressedBlocksSpec& spec);

}  // namespace mortise::gen
