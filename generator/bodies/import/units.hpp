// Unit systems of finite-element exports. The files carry none, so the user declares one.
#pragma once

#include <string>

namespace mortise::gen {

// SI value of one unit, e.g. length 1e-3 for millimetres.
struct UnitSystem {
  double length = 1.0;  // [m]
  double mass = 1.0;    // [kg]
  double time = 1.0;    // [s]
  double force = 1.0;   // [N], must equal mass * length / time^2
};

// declared: "SI" or four units "length,mass,time,force" separated by ',' or '_', e.g. "mm,t,s,N".
//           length m cm mm um in ft; mass kg t g mg slug slinch; time s ms;
//           force N MN kN mN uN lbf
// Throws Error for an unknown unit, and when force is not mass * length / time^2.
UnitSystem parse_units(const std::string& declared);

// Throws Error unless all scales are finite and positive and force = mass * length / time^2 holds
// to 1e-6. `declared` names the system in the message.
void check_consistent(const UnitSystem& units, const std::string& declared);

}  // namespace mortise::gen
