#include "generator/contact/unilateral/node_contact.hpp"

#include <cmath>
#include <string>

#include "generator/ground/text/error.hpp"

namespace mortise::gen {
namespace {

constexpr double kParallel = 1e-6;  // sine of the smallest angle between normal and tangent

Vector3 unit(const Vector3& v, const char* what) {
  const double length = v.norm();
  if (!std::isfinite(length) || length <= 0.0)
    throw Error("contact frame", std::string(what) + " is zero or not finite",
                "give a direction of finite, non-zero length");
  return v / length;
}

// The coordinate axis that is least aligned with n; the first of (nearly) equal ones.
Vector3 least_aligned_axis(const Vector3& n) {
  int best = 0;
  for (int i = 1; i < 3; ++i)
    if (std::abs(n[i]) < std::abs(n[best]) - kParallel) best = i;
  return Vector3::Unit(best);
}

}  // namespace

ContactFrame contact_frame(const Vector3& normal, const Vector3& tangent) {
  ContactFrame frame;
  frame.normal = unit(normal, "the normal");
  const bool chosen = tangent.isZero(0.0);
  const Vector3 t = chosen ? least_aligned_axis(frame.normal) : unit(tangent, "the tangent");
  const Vector3 in_wall = t - frame.normal.dot(t) * frame.normal;
  if (in_wall.norm() < kParallel)
    throw Error("contact frame", "the tangent is parallel to the normal",
                "give a tangent that lies in the wall, or none");
  frame.tangent1 = in_wall.normalized();
  frame.tangent2 = frame.normal.cross(frame.tangent1);
  return frame;
}

bool add_translation(const DofTable& table, std::int64_t node, const Vector3& direction,
                     SparseRow* row) {
  bool moves = false;
  for (int k = 0; k < 3; ++k) {
    const Eigen::Index i = table.find({node, k + 1});
    if (i >= 0 && direction[k] != 0.0) row->coeffRef(i) += direction[k];
    moves = moves || i >= 0;
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
