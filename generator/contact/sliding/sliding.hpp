// A node that slides along a chain of target segments (Brunetti, D'Ambrogio, Fregolent,
// "Friction-induced vibrations in the framework of dynamic substructuring").
//
// The slave's body is described in a frame that moves along x; `path` is where the undeformed slave
// node stands on the chain. With deformed positions C, T1, T2 and the projection a of C on the
// segment T1 T2 (eq. 34-36), gamma the slope of the deformed segment:
//   n = (-sin gamma, cos gamma),  t = (cos gamma, sin gamma)
//   gap  g = n . (C - (1-a) T1 - a T2)                       opening positive
//   sliding in +x: force on the slave  lambda (n - mu t), on T1, T2 its negative, shared (1-a), a
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <vector>

#include "generator/contact/law/law_answers.hpp"
#include "generator/contact/law/law_number.hpp"
#include "generator/ground/numbers/matrix.hpp"
#include "generator/ground/text/enum_names.hpp"

namespace mortise::gen {

struct SlidingGeometry {
  // Undeformed target nodes (2 x nt), x ascending, from first to last [m]. A clamped first node
  // belongs to the chain with zero rows.
  Matrix target_positions;
  double slave_height = 0.0;  // y of the undeformed slave node [m]
  double start = 0.0;         // path: x of the undeformed slave node at t = 0 [m]
};

// bilateral: the contact is kept, as in the paper; sticking and detachment end its validity and are
// reported. unilateral: Signorini and Coulomb, continues through both.
enum class SlidingKind { bilateral, unilateral };
template <>
inline constexpr std::array enum_names<SlidingKind> = {"bilateral", "unilateral"};

struct SlidingLaw {
  SlidingKind kind = SlidingKind::bilateral;
  double friction = 0.0;  // mu [-]
  double velocity = 0.0;  // of the slave's frame along x [m/s]
  double feedback = 0.2;  // share of the gap that a step takes back: velocity-level constraint
};

struct SlidingContact {
  SparseRow slave_x, slave_y;
  std::vector<SparseRow> target_x, target_y;  // (nt) each
  SlidingGeometry geometry;
  SlidingLaw law;
};

// x and y of the slave, of target node 0, 1, ...
inline std::vector<const SparseRow*> slave_rows(const SlidingContact& sliding) {
  return {&sliding.slave_x, &sliding.slave_y};
}
inline std::vector<const SparseRow*> target_rows(const SlidingContact& sliding) {
  std::vector<const SparseRow*> rows;
  for (std::size_t i = 0; i < sliding.target_x.size(); ++i)
    rows.insert(rows.end(), {&sliding.target_x[i], &sliding.target_y[i]});
  return rows;
}

// A sliding contact seen by the modes; geometry as in SlidingContact.
struct ReducedSliding {
  Matrix slave_rows;   // (2 x n) x, y of the slave node
  Matrix target_rows;  // (2 nt x n) x, y of target node 0, 1, ...
  SlidingGeometry geometry;
  SlidingLaw law;
};

MORTISE_LAW_ANSWERS(SlidingContact, ReducedSliding)

// The numbers of its law.
using SlidingNumber = LawNumber<SlidingLaw>;

inline const std::array<SlidingNumber, 3>& sliding_numbers() {
  using L = SlidingLaw;
  using Limits = NumberLimits;
  static const std::array<SlidingNumber, 3> rows = {
      law_number<L, &L::friction>(
          "contact", "friction", "-", kNotNegative, nullptr,
          [](const L&, double mu) {
            return Limits{0.0, std::max(10.0, mu)};
          },
          "Coulomb coefficient", 16),
      law_number<L, &L::velocity>(
          "sliding", "velocity", "m/s", kAny, nullptr,
          [](const L&, double v) {
            return Limits{-std::max(1e4, std::abs(v)), std::max(1e4, std::abs(v))};
          },
          "of the frame of the sliding body, along x", 17),
      law_number<L, &L::feedback>("sliding", "feedback", "-", kUnit, "0.2", nullptr,
                                  "share of the gap that a step takes back")};
  return rows;
}
inline const std::array<SlidingNumber, 3>& numbers_of(const SlidingLaw&) {
  return sliding_numbers();
}

}  // namespace mortise::gen
