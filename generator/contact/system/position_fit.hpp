// What tells whether contacts at position level suit a system and its step.
#pragma once

#include "generator/contact/system/reduced_system.hpp"

namespace mortise::gen {

inline constexpr double kFewestSteps =
    5.0;                                  // of half a period: rebounds are short by 2.3 % at most
inline constexpr double kMostTurn = 2.5;  // [rad]: beyond, rigid motion turns into vibration
inline constexpr double kMostTurnInGroup = 0.3;  // beside others, where no mode has its exact flow

struct PositionFit {
  // Largest circular frequency with all contacts bonded, of Omega^2 + W^T C^-1 W [rad/s].
  double bonded = 0.0;
  // Half a period of the body, moving as a rigid one, on one of its contacts, the shortest of all
  // [s]; infinite where no rigid-body motion moves them.
  double half_period = 0.0;
};

// interface: with a compliance. omega: of the modes (n) [rad/s].
PositionFit position_fit(const ReducedInterface& interface, const Vector& omega);

// The first contact whose normal has no compliance beside the modes; none: all have.
const ContactParameters* stiff_contact(const ReducedInterface& interface);

// One line: omega h of the bonded contacts, steps in half a period.
std::string finding_of(const PositionFit& fit, double step);

}  // namespace mortise::gen
