#include "generator/contact/unilateral/surface_contact.hpp"

#include "generator/ground/text/error.hpp"

namespace mortise::gen {

ContactPoint surface_contact(const FullModel& model, std::int64_t node,
                             const std::vector<std::int64_t>& surface, const ContactFrame& frame,
                             const std::string& name) {
  const SurfacePoint opposite =
      project_onto(model, surface, node_position(model, node, name), frame.normal, name);
  const DofTable table(model);
  ContactPoint contact;
  contact.parameters.name = name;
  contact.parameters.clearance = opposite.distance;
  SparseRow* const rows[] = {&contact.normal, &contact.tangent1, &contact.tangent2};
  const Vector3 directions[] = {frame.normal, frame.tangent1, frame.tangent2};
  bool moves = false;
  for (int k = 0; k < 3; ++k) {
    *rows[k] = SparseRow(model.size());
    moves = add_translation(table, node, directions[k], rows[k]) || moves;
    for (const auto& [other, share] : opposite.share)
      moves = add_translation(table, other, -share * directions[k], rows[k]) || moves;
  }
  demand(moves, name, "neither the node nor the surface opposite can move",
         "name nodes that are not held");
  return contact;
}

}  // namespace mortise::gen
