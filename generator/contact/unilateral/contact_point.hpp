// A point that may touch a wall or another body.
#pragma once

#include <array>
#include <string>

#include "generator/contact/law/law_number.hpp"
#include "generator/ground/numbers/matrix.hpp"

namespace mortise::gen {

// Law parameters of one contact point.
struct ContactParameters {
  std::string name;                     // unique, e.g. "tip.0"
  double clearance = 0.0;               // gap at u = 0 [m]
  double friction = 0.0;                // Coulomb coefficient [-], >= 0
  double restitution = 0.0;             // Newton, normal [-], 0..1; position level: 1 is none
  double restitution_tangential = 0.0;  // Newton, tangential [-], 0..1
};

struct ContactPoint {
  ContactParameters parameters;
  SparseRow normal;    // gap opening positive
  SparseRow tangent1;  // right-handed with normal; empty rows = frictionless direction
  SparseRow tangent2;
  // Rows of a tip in a bore (bore.hpp), whose rows above face angle 0; empty: a plane wall.
  std::array<SparseRow, 3> bore;

  bool in_bore() const { return bore.front().size() > 0; }
};

// The numbers of its law.
using ContactNumber = LawNumber<ContactParameters>;

inline const std::array<ContactNumber, 4>& contact_numbers() {
  using P = ContactParameters;
  static const std::array<ContactNumber, 4> rows = {
      law_number<P, &P::clearance>("contact", "clearance", "m", kAny, nullptr, within<-1, 1>,
                                   "gap at rest", 3),
      law_number<P, &P::friction>("contact", "friction", "-", kNotNegative, nullptr, within<0, 10>,
                                  "Coulomb coefficient; 0 unless modal data brings its own", 0),
      law_number<P, &P::restitution>(
          "contact", "restitution", "-", kUnit, nullptr, within<0, 1>,
          "Newton's coefficient, normal; 0 unless modal data brings its own. At position level: a "
          "damper beside the compliance by which a rigid body leaves so; default: none",
          1),
      law_number<P, &P::restitution_tangential>(
          "contact", "restitution_tangential", "-", kUnit, nullptr, within<0, 1>,
          "the same, tangential; acts on end velocities (law.friction_velocity is not \"mean\")",
          2)};
  return rows;
}
inline const std::array<ContactNumber, 4>& numbers_of(const ContactParameters&) {
  return contact_numbers();
}

}  // namespace mortise::gen
