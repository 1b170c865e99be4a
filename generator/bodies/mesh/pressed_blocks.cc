#include "generator/bodies/mesh/pressed_blocks.hpp"

#include "generator/ground/numbers/rows.hpp"
#include "generator/ground/text/error.hpp"

namespace mortise::gen {

FullModel pressed_blocks(const PressedBlocksSpec& spec) {
  const std::string where = "pressed blocks";
  for (const double size : {spec.length, spec.width, spec.height, spec.springs.minCoeff()})
    demand(is_positive(size), where, "a length or a spring is not positive",
           "give lengths in m, springs in N/m");
  SolidMesh mesh;
  mesh.source = where;
  for (const double z : {-spec.height, 0.0, 0.0, spec.height})
    for (const auto& [x, y] : {std::pair{-1, -1}, {1, -1}, {1, 1}, {-1, 1}})
      mesh.nodes.emplace_back(0.5 * spec.length * x, 0.5 * spec.width * y, z);
  mesh.elements = {{0, 1, 2, 3, 4, 5, 6, 7}, {8, 9, 10, 11, 12, 13, 14, 15}};
  const std::vector<int> bottom{4, 5, 6, 7}, top{8, 9, 10, 11}, face{12, 13, 14, 15};
  mesh.sets = {{"fixed", {0, 1, 2, 3}},     {"left_bottom", bottom},   {"left_top", top},
               {"left_bolt_lower", bottom}, {"left_bolt_upper", face}, {"sensor", {8}}};
  FullModel model = assemble_solid(mesh, spec.material);
  Entries springs;
  for (std::size_t i = 0; i < model.dofs.size(); ++i) {
    const Dof& dof = model.dofs[i];
    const bool on_face = dof.node > face.front();  // labels count from 1
    if (on_face)
      springs.emplace_back(static_cast<int>(i), static_cast<int>(i),
                           spec.springs[dof.direction - 1] / double(face.size()));
  }
  model.stiffness += sparse_matrix(model.size(), model.size(), springs);
  return model;
}

}  // namespace mortise::gen
