// Every friction law of joints, stated once: name, numbers, equations, memory. A new
// law is an enumerator, its functions and a row of kFrictionLaws; its twin in the step stands in
// runtime/src/joint/friction_laws.hpp.
//
// Tractions per length of interface; p is the compressive part of the normal traction.
//   oden_pires  tau' = -E_f s', |tau| <= mu p (Song eq. 26, with history); 0 when open
//   jenkins     tau' = -E_f s', |tau| <= slip_traction
//   iwan        `elements` parallel Jenkins elements of stiffness E_f / elements whose limits are
//               spread evenly over (0, 2 slip_traction / elements)
//   lugre       bristles: z' = s' - |s'| z E_f / g(s'), tau = -p (E_f z + bristle_damping z' +
//               viscous s') with E_f [1/m], g = friction + (static_friction - friction)
//               exp(-(s'/stribeck_velocity)^2)
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>

#include "generator/ground/text/enum_names.hpp"

namespace mortise::gen {

// Numbered as in the schema.
enum class TangentialKind { none, oden_pires, jenkins, iwan, lugre };
template <>
inline constexpr std::array enum_names<TangentialKind> = {"none", "oden_pires", "jenkins", "iwan",
                                                          "lugre"};

// Units, ranges and meaning: joint_numbers().
struct TangentialLaw {
  TangentialKind kind = TangentialKind::none;
  double friction = 0.0;           // mu [-]
  double friction_modulus = 0.0;   // E_f [N/m2], lugre [1/m]
  double slip_traction = 0.0;      // [N/m]
  int elements = 1;                // iwan
  double static_friction = 0.0;    // lugre [-] >= friction
  double stribeck_velocity = 0.0;  // lugre [m/s] > 0
  double bristle_damping = 0.0;    // lugre [s/m]
  double viscous = 0.0;            // lugre [s/m]
};

// Motion of a law point at the end of a step. Within it rates follow displacements, x' = intercept
// + rate_per_motion x (2/h for the trapezoidal rule, 0 at rest), so that tractions depend on the
// end displacements alone.
struct PointMotion {
  double opening = 0.0;          // o [m]
  double opening_rate = 0.0;     // [m/s]
  double slip = 0.0;             // since the start of the step [m]
  double rate_per_motion = 0.0;  // d(rate)/d(displacement) [1/s]
  double duration = 0.0;         // of the step [s]; 0: quasi-static, rates count as zero
  double approach = 0.0;         // closing velocity when the point began to touch [m/s]
};

struct PointTraction {
  double normal = 0.0;       // on the opening row, pull of the separation unit included [N/m]
  double compression = 0.0;  // p >= 0 of the impact unit [N/m]
  double friction = 0.0;     // tau on the slip row [N/m]
  double normal_per_opening = 0.0;  // derivatives [N/m2]
  double compression_per_opening = 0.0;
  double friction_per_opening = 0.0;
  double friction_per_slip = 0.0;
  // What a slider gives over a step beyond the mean of its tractions at both ends, twice, and its
  // derivatives: where it turns round from more than its limit of now
  struct Turn {
    double friction = 0.0, per_opening = 0.0, per_slip = 0.0;
  } turn;
  bool touching = false;  // g > 0
  bool slipping = false;  // friction at its limit
};

namespace friction {

// A bristle deflection of this share of its steady value counts as slipping.
inline constexpr double kSteadyBristle = 0.95;
// So close to its limit a slider counts as slipping: the last point of an interface that is pulled
// with exactly the limit of all.
inline constexpr double kAtLimit = 1 - 1e-6;

struct Element {
  double tau = 0.0, per_slip = 0.0;
  bool slipping = false;  // per_slip = 0
  bool at_limit = false;  // or almost
};

// Spring of stiffness k in series with a slider: tau' = -k s', |tau| <= limit.
inline Element slider(double start, double slip, double k, double limit) {
  const double trial = start - k * slip;
  const double size = std::abs(trial);
  if (size <= limit) return {trial, -k, false, size >= kAtLimit * limit};
  return {std::copysign(limit, trial), 0.0, true, true};
}

// A slider that slips at `end`, opposite to a start that was more: over the step it gives what its
// spring held, mean slip = (start^2 - end^2) / (2 k), and not more, as the mean of both ends would.
inline PointTraction::Turn turn_of(double start, double end, double slip, double k,
                                   double end_per_opening) {
  if ((start + end) * (end - (start - k * slip)) <= 0.0) return {};
  const double twice = (start - end) * (start + end) / (k * slip);
  return {twice - (start + end), -(2 * end / (k * slip) + 1) * end_per_opening, -twice / slip};
}

inline void none(const TangentialLaw&, const PointMotion&, const double*, double*, PointTraction*) {
}

inline void oden_pires(const TangentialLaw& law, const PointMotion& m, const double* memory,
                       double* after, PointTraction* t) {
  const double k = law.friction_modulus, start = memory[0], p = t->compression;
  Element e{0.0, 0.0, true, false};  // open: the history is lost
  if (p > 0.0) e = slider(start, m.slip, k, law.friction * p);
  t->friction = after[0] = e.tau;
  t->friction_per_slip = e.per_slip;
  t->slipping = e.at_limit;
  if (!e.slipping) return;
  t->friction_per_opening = std::copysign(law.friction, e.tau) * t->compression_per_opening;
  if (m.duration > 0.0) t->turn = turn_of(start, e.tau, m.slip, k, t->friction_per_opening);
}

// Jenkins: a bank of one.
inline void iwan(const TangentialLaw& law, const PointMotion& m, const double* memory,
                 double* after, PointTraction* t) {
  const int n = law.kind == TangentialKind::iwan ? law.elements : 1;
  const double k = law.friction_modulus / n;
  t->slipping = true;
  for (int i = 0; i < n; ++i) {
    const double limit = n == 1 && law.kind == TangentialKind::jenkins
                             ? law.slip_traction
                             : 2 * law.slip_traction / n * (i + 0.5) / n;
    const Element e = slider(memory[i], m.slip, k, limit);
    after[i] = e.tau;
    t->friction += e.tau;
    t->friction_per_slip += e.per_slip;
    t->slipping = t->slipping && e.at_limit;
  }
}

// Bristle traction per pressure after a slip at constant velocity, for which
// z' = s' - |s'| z E_f / g(s') has the closed form z = z_s + (z_0 - z_s) exp(-|slip| E_f / g).
struct Bristle {
  double z = 0.0, per_pressure = 0.0;
};

inline Bristle bristle(const TangentialLaw& law, double start, double slip, double duration) {
  const double v = duration > 0.0 ? slip / duration : 0.0;
  const double ratio = law.stribeck_velocity > 0.0 ? v / law.stribeck_velocity : 0.0;
  const double g = law.friction + (law.static_friction - law.friction) * std::exp(-ratio * ratio);
  const double steady = std::copysign(g / law.friction_modulus, slip);
  Bristle b;
  b.z = slip == 0.0
            ? start
            : steady + (start - steady) * std::exp(-std::abs(slip) * law.friction_modulus / g);
  const double rate = duration > 0.0 ? v - std::abs(v) * b.z * law.friction_modulus / g : 0.0;
  b.per_pressure = -(law.friction_modulus * b.z + law.bristle_damping * rate + law.viscous * v);
  return b;
}

inline void lugre(const TangentialLaw& law, const PointMotion& m, const double* memory,
                  double* after, PointTraction* t) {
  const Bristle b = bristle(law, memory[0], m.slip, m.duration);
  // central difference: the closed form is smooth but for slip = 0, where both sides agree
  const double reach = 1e-6 * law.friction / law.friction_modulus;
  const double slope = (bristle(law, memory[0], m.slip + reach, m.duration).per_pressure -
                        bristle(law, memory[0], m.slip - reach, m.duration).per_pressure) /
                       (2 * reach);
  const double p = t->compression;
  after[0] = p > 0.0 ? b.z : 0.0;
  t->friction = p * b.per_pressure;
  t->friction_per_slip = p * slope;
  t->friction_per_opening = b.per_pressure * t->compression_per_opening;
  t->slipping =
      t->touching && std::abs(b.z) * law.friction_modulus >= kSteadyBristle * law.friction;
}

inline std::size_t count_none(const TangentialLaw&) { return 0; }
inline std::size_t count_one(const TangentialLaw&) { return 1; }
inline std::size_t count_elements(const TangentialLaw& law) {
  return static_cast<std::size_t>(law.elements);
}

}  // namespace friction

struct FrictionLaw {
  // Names of the numbers it reads besides friction, as in joint_numbers().
  std::array<const char*, 5> numbers;
  // Tractions at the end of a step whose normal part is known; memory: at its start, after: at its
  // end, `memory_size` numbers each.
  void (*traction)(const TangentialLaw& law, const PointMotion& motion, const double* memory,
                   double* after, PointTraction* traction);
  // Numbers that a point remembers: tractions of sliders, or deflections of bristles.
  std::size_t (*memory_size)(const TangentialLaw& law);
  // Bristles are the stiffer the harder they are pressed; E_f is per pressure, and they need
  // 0 < friction <= static_friction.
  bool bristles;
};

// In the order of TangentialKind.
inline constexpr FrictionLaw kFrictionLaws[] = {
    {{}, friction::none, friction::count_none, false},
    {{"friction_modulus"}, friction::oden_pires, friction::count_one, false},
    {{"friction_modulus", "slip_traction"}, friction::iwan, friction::count_one, false},
    {{"friction_modulus", "slip_traction", "elements"},
     friction::iwan,
     friction::count_elements,
     false},
    {{"friction_modulus", "static_friction", "stribeck_velocity", "bristle_damping", "viscous"},
     friction::lugre,
     friction::count_one,
     true},
};
static_assert(std::size(kFrictionLaws) == enum_names<TangentialKind>.size());

inline const FrictionLaw& friction_law(TangentialKind kind) {
  return kFrictionLaws[static_cast<std::size_t>(kind)];
}

}  // namespace mortise::gen
