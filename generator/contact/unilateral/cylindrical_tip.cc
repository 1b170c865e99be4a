#include "generator/contact/unilateral/cylindrical_tip.hpp"

#include <array>
#include <cmath>
#include <string>

#include "generator/contact/unilateral/node_contact.hpp"
#include "generator/ground/text/error.hpp"
#include "generator/ground/text/number_text.hpp"

namespace mortise::gen {
namespace {

constexpr double kQuarterTurn = 1.5707963267948966;

void check_tip(const CylindricalTip& tip) {
  const auto refuse = [](const std::string& what, const std::string& remedy) {
    throw Error("cylindrical tip", what, remedy);
  };
  if (!(tip.radius > 0.0) || !std::isfinite(tip.radius))
    refuse("radius = " + number_text(tip.radius) + " m", "give a positive radius");
  if (!(tip.end >= tip.start) || !std::isfinite(tip.end - tip.start))
    refuse("it ends before it starts", "order the positions along the axis");
  if (tip.points < 1) refuse("there is no virtual node", "ask for at least one point per edge");
  if (tip.angles.empty()) refuse("there is no edge", "give at least one angle");
  if (tip.wall == WallShape::bushing && tip.angles != std::vector<double>{0.0})
    refuse("angles are given, and the bore is round: the tip touches wherever it comes nearest",
           "leave contact.tip.angles out");
  for (const double angle : tip.angles) {
    if (!std::isfinite(angle)) refuse("an angle is not finite", "give angles in rad");
    if (tip.wall == WallShape::plane &&
        std::abs(std::remainder(angle, 4 * kQuarterTurn)) >= kQuarterTurn)
      refuse("the edge at " + number_text(angle) + " rad does not face the plane wall",
             "keep the angles within 90 degrees of the wall or choose the bushing");
  }
}

struct TipFrame {
  Vector3 axis, radial, side;  // orthonormal, right-handed: side = axis x radial
};

TipFrame tip_frame(const CylindricalTip& tip) {
  const ContactFrame frame = contact_frame(tip.axis, tip.toward_wall);
  return {frame.normal, frame.tangent1, frame.tangent2};
}

Vector3 outward(const TipFrame& frame, double angle) {
  return std::cos(angle) * frame.radial + std::sin(angle) * frame.side;
}

// Rows that turn a contact's about the axis: contact_point.hpp.
std::array<SparseRow, 3> bore_rows(const RigidMotion& motion, const CylindricalTip& tip,
                                   double position, const std::string& name) {
  const TipFrame frame = tip_frame(tip);
  const Vector3 centre = tip.origin + position * frame.axis;
  const auto along = [&](const Vector3& point) -> SparseRow {
    return motion.displacement_row(point, frame.axis, name);
  };
  const SparseRow untilted = along(centre);
  return {motion.displacement_row(centre, frame.side, name),
          along(centre + tip.radius * frame.radial) - untilted,
          along(centre + tip.radius * frame.side) - untilted};
}

}  // namespace

Vector3 rim_point(const CylindricalTip& tip, double position, double angle) {
  const TipFrame frame = tip_frame(tip);
  return tip.origin + position * frame.axis + tip.radius * outward(frame, angle);
}

std::vector<ContactPoint> tip_contacts(const RigidMotion& motion, const CylindricalTip& tip,
                                       const ContactParameters& parameters) {
  check_tip(tip);
  check_parameters(parameters);
  const TipFrame frame = tip_frame(tip);
  std::vector<ContactPoint> contacts;
  for (const double angle : tip.angles) {
    const ContactFrame wall = contact_frame(-frame.radial, frame.axis);
    for (int i = 0; i < tip.points; ++i) {
      const double share = tip.points == 1 ? 1.0 : static_cast<double>(i) / (tip.points - 1);
      const double position = tip.start + share * (tip.end - tip.start);
      const Vector3 point = rim_point(tip, position, angle);
      ContactPoint contact;
      contact.parameters = parameters;
      contact.parameters.name += "." + std::to_string(contacts.size());
      contact.parameters.clearance += tip.radius * (1.0 - std::cos(angle));
      const std::string& name = contact.parameters.name;
      contact.normal = motion.displacement_row(point, wall.normal, name);
      contact.tangent1 = motion.displacement_row(point, wall.tangent1, name);
      contact.tangent2 = motion.displacement_row(point, wall.tangent2, name);
      if (tip.wall == WallShape::bushing) contact.bore = bore_rows(motion, tip, position, name);
      contacts.push_back(contact);
    }
  }
  return contacts;
}

}  // namespace mortise::gen
