// Restitution of contacts at position level: a damper beside the compliance of the interface, that
// is a lag tau of it (ResidualCompliance). A mass m on the compliance C leaves, at any speed, with
//
//   e = exp(-2 z acos z / sqrt(1 - z^2)),   z = tau / (2 sqrt(m C))       acosh, z^2 - 1 beyond 1
//
// of the speed it came with: contact ends where its force is zero again, which comes before its
// indentation is (Schwager, Poeschel 2007). One lag fits one mass: that of the rigid-body motion
// which all contacts of the interface feel together; stacked interfaces must do with the same lag.
#pragma once

#include "generator/contact/system/reduced_system.hpp"

namespace mortise::gen {

// e by z >= 0.
double rebound_of(double z);
// z, 0 to 1, by e, kLeastRebound to 1.
double damper_of(double restitution);

// Rows (k x n) as rigid-body motions alone move them, zero where they run across. omega: (n), 0 of
// rigid-body motions.
Matrix rigid_part(Matrix rows, const Vector& omega);

// What all contacts of an interface feel as one where its bodies move as rigid ones.
struct FeltMass {
  double mass = 0.0;        // [kg]
  double compliance = 0.0;  // all normals pressed in alike, tangents free [m/N]
  // of the mass on the compliance [s]
  double half_period() const;
};
// interface: at position level. range: of its contacts. omega: (n), 0 of rigid-body motions. None:
// no rigid-body motion moves the contacts, or they face different ways.
std::optional<FeltMass> felt_mass(const ReducedInterface& interface, const ContactRange& range,
                                  const Vector& omega);

inline constexpr double kStepsOfRebound = 20.0;  // of a half period: e comes out within .01
inline constexpr double kReboundApart = 0.01;    // what stacked interfaces may be off [-]

struct ContactLag {
  double lag = 0.0;            // [s]: of the material, or of the restitution where that is more
  bool asked = false;          // for restitution
  std::vector<FeltMass> felt;  // by which, of every interface
};
// interface: at position level, with its compliance. omega: (n), 0 of rigid-body motions. step: h
// [s]. where: names whose it is.
// Throws Error, with what to change, if the restitution differs from contact to contact, is below
// kLeastRebound, if there is no felt mass, if a half period of it has too few steps, or if stacked
// interfaces need different lags.
ContactLag contact_lag(const ReducedInterface& interface, const Vector& omega, double step,
                       const std::string& where);

// A line for each interface: lag, mass, steps, and what other masses leave with; none without
// restitution. interface: the one that is alone.
std::vector<std::string> findings_of(const ContactLag& lag, const ReducedInterface& interface,
                                     double step);

}  // namespace mortise::gen
