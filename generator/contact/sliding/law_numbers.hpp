// The numbers of a sliding contact's law.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>

#include "generator/contact/sliding/sliding.hpp"
#include "generator/contact/unilateral/law_number.hpp"

namespace mortise::gen {

using SlidingNumber = LawNumber<SlidingLaw>;

inline const std::array<SlidingNumber, 3>& sliding_numbers() {
  using L = SlidingLaw;
  using Limits = NumberLimits;
  static const std::array<SlidingNumber, 3> rows = {
      law_number<L, &L::friction>(
          "contact", "friction", "-", kNotNegativeNumber, nullptr,
          [](const L&, double mu) {
            return Limits{0.0, std::max(10.0, mu)};
          },
          "Coulomb coefficient", 16),
      law_number<L, &L::velocity>(
          "sliding", "velocity", "m/s", kAnyNumber, nullptr,
          [](const L&, double v) {
            return Limits{-std::max(1e4, std::abs(v)), std::max(1e4, std::abs(v))};
          },
          "of the frame of the sliding body, along x", 17),
      law_number<L, &L::feedback>("sliding", "feedback", "-", kShareNumber, "0.2", nullptr,
                                  "share of the gap that a step takes back")};
  return rows;
}
inline const std::array<SlidingNumber, 3>& numbers_of(const SlidingLaw&) {
  return sliding_numbers();
}

}  // namespace mortise::gen
