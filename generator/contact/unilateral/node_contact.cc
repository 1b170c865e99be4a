#include "generator/contact/unilateral/node_contact.hpp"

#include <cmath>
#include <string>

#include "generator/ground/text/error.hpp"

namespace mortise::gen {
bool add_translation(const DofTable& table, std::int64_t node, const Vector3& direction,
                     SparseRow* row) {
  bool moves = false;
  for (int k = 0; k < 3; ++k) {
    moves = moves || table.moves({node, k + 1});
    if (direction[k] == 0.0) continue;
    for (const auto& [dof, weight] : table.motion({node, k + 1}))
      row->coeffRef(dof) += direction[k] * weight;
  }
  return moves;
}

SparseRow translation_row(const FullModel& model, std::int64_t node, const Vector3& direction) {
  const std::string where = "node " + std::to_string(node);
  if (!direction.allFinite() || direction.isZero(0.0))
    throw Error(where, "the direction is zero or not finite", "give a finite, non-zero direction");
  SparseRow row(model.size());
  if (!add_translation(DofTable(model), node, direction, &row))
    throw Error(where, "no translation of it is a free dof of the model",
                "name a node that exists and is not clamped");
  return row;
}

void check_parameters(const ContactParameters& p) {
  const std::string where = "contact " + p.name;
  const auto refuse = [&](const char* key, double value, const char* range) {
    throw Error(where, std::string(key) + " = " + std::to_string(value) + " is out of range",
                std::string("choose ") + key + " " + range);
  };
  if (!std::isfinite(p.clearance)) refuse("clearance", p.clearance, "finite");
  if (!(p.friction >= 0.0) || !std::isfinite(p.friction)) refuse("friction", p.friction, ">= 0");
  if (!(p.restitution >= 0.0 && p.restitution <= 1.0))
    refuse("restitution", p.restitution, "between 0 and 1");
  if (!(p.restitution_tangential >= 0.0 && p.restitution_tangential <= 1.0))
    refuse("restitution_tangential", p.restitution_tangential, "between 0 and 1");
}

ContactPoint node_contact(const FullModel& model, std::int64_t node, const ContactFrame& frame,
                          const ContactParameters& parameters) {
  check_parameters(parameters);
  ContactPoint contact;
  contact.parameters = parameters;
  contact.normal = translation_row(model, node, frame.normal);
  contact.tangent1 = translation_row(model, node, frame.tangent1);
  contact.tangent2 = translation_row(model, node, frame.tangent2);
  if (contact.normal.nonZeros() == 0)
    throw Error("contact " + parameters.name,
                "node " + std::to_string(node) + " cannot move along the wall's normal",
                "free that direction or turn the wall");
  return contact;
}

}  // namespace mortise::gen
