// The numbers of a unilateral contact's law.
#pragma once

#include <array>

#include "generator/contact/unilateral/contact_point.hpp"
#include "generator/contact/unilateral/law_number.hpp"

namespace mortise::gen {

using ContactNumber = LawNumber<ContactParameters>;

inline const std::array<ContactNumber, 4>& contact_numbers() {
  using P = ContactParameters;
  const auto share = [](const P&, double) { return NumberLimits{0, 1}; };
  static const std::array<ContactNumber, 4> rows = {
      law_number<P, &P::clearance>(
          "contact", "clearance", "m", kAnyNumber, nullptr,
          [](const P&, double) {
            return NumberLimits{-1, 1};
          },
          "gap at rest", 3),
      law_number<P, &P::friction>(
          "contact", "friction", "-", kNotNegativeNumber, nullptr,
          [](const P&, double) {
            return NumberLimits{0, 10};
          },
          "Coulomb coefficient", 0),
      law_number<P, &P::restitution>("contact", "restitution", "-", kShareNumber, nullptr, share,
                                     "Newton's coefficient, normal", 1),
      law_number<P, &P::restitution_tangential>("contact", "restitution_tangential", "-",
                                                kShareNumber, nullptr, share,
                                                "the same, tangential", 2)};
  return rows;
}
inline const std::array<ContactNumber, 4>& numbers_of(const ContactParameters&) {
  return contact_numbers();
}

}  // namespace mortise::gen
