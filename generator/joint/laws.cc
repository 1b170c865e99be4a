#include "generator/joint/laws.hpp"

#include <algorithm>
#include <cmath>
#include <string>

#include "generator/error.hpp"

namespace mortise::gen {
namespace {

// The vertical part of the filled graph is a steep flank, this share of the way that a point closes
// in half a step wide.
constexpr double kFlank = 1e-6;
// A bristle deflection of this share of its steady value counts as slipping.
constexpr double kSteadyBristle = 0.95;
// So close to its limit a slider counts as slipping: the last point of an interface that is pulled
// with exactly the limit of all.
constexpr double kAtLimit = 1 - 1e-6;

struct Impact {
  double p = 0.0, per_penetration = 0.0;  // traction, may pull if printed [N/m]; derivative [N/m2]
};

// p = max(0, (k + c r) g + jump) for g > 0 and, filled, 0 <= p <= jump at g = 0, where the rate is
// g' = rate_at_contact + r g and jump = c rate_at_contact.
Impact damped_impact(const NormalLaw& law, double g, double rate_at_contact, double r) {
  const double jump = law.damping * rate_at_contact;
  const double slope = law.stiffness + law.damping * r;
  if (g > 0.0) {
    const double p = slope * g + jump;
    if (p < 0.0 && law.damper != ImpactDamper::printed) return {};
    return {p, slope};
  }
  if (law.damper != ImpactDamper::filled || jump <= 0.0 || r <= 0.0) return {};
  const double flank = kFlank * rate_at_contact / r;
  if (g <= -flank) return {};
  return {jump * (1 + g / flank), jump / flank};
}

Impact hunt_crossley(const NormalLaw& law, double g, double rate, double r) {
  const double chi = law.damping / law.stiffness;
  const double factor = 1 + chi * rate;
  if (g <= 0.0 || factor <= 0.0) return {};
  return {law.stiffness * g * factor, law.stiffness * (factor + g * chi * r)};
}

Impact impact(const NormalLaw& law, const PointMotion& m) {
  const double g = -(m.opening + law.gap);
  const bool moving = m.duration > 0.0;
  const double rate = moving ? -m.opening_rate : 0.0;
  const double r = moving ? m.rate_per_motion : 0.0;
  if (law.damper == ImpactDamper::hunt_crossley) return hunt_crossley(law, g, rate, r);
  return damped_impact(law, g, rate - r * g, r);
}

struct Element {
  double tau = 0.0, per_slip = 0.0;
  bool slipping = false;  // per_slip = 0
  bool at_limit = false;  // or almost
};

// Spring of stiffness k in series with a slider: tau' = -k s', |tau| <= limit.
Element jenkins(double start, double slip, double k, double limit) {
  const double trial = start - k * slip;
  const double size = std::abs(trial);
  if (size <= limit) return {trial, -k, false, size >= kAtLimit * limit};
  return {std::copysign(limit, trial), 0.0, true, true};
}

void oden_pires(const TangentialLaw& law, const PointMotion& m, const double* memory, double* after,
                PointTraction* t) {
  after[0] = 0.0;
  if (t->compression <= 0.0) return;  // open: the history is lost
  const Element e = jenkins(memory[0], m.slip, law.friction_modulus, law.friction * t->compression);
  t->friction = after[0] = e.tau;
  t->friction_per_slip = e.per_slip;
  t->slipping = e.at_limit;
  if (e.slipping)
    t->friction_per_opening = std::copysign(law.friction, e.tau) * t->compression_per_opening;
}

void iwan(const TangentialLaw& law, const PointMotion& m, const double* memory, double* after,
          PointTraction* t) {
  const int n = law.kind == TangentialKind::iwan ? law.elements : 1;
  const double k = law.friction_modulus / n;
  t->slipping = true;
  for (int i = 0; i < n; ++i) {
    const double limit = n == 1 && law.kind == TangentialKind::jenkins
                             ? law.slip_traction
                             : 2 * law.slip_traction / n * (i + 0.5) / n;
    const Element e = jenkins(memory[i], m.slip, k, limit);
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

Bristle bristle(const TangentialLaw& law, double start, double slip, double duration) {
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

void lugre(const TangentialLaw& law, const PointMotion& m, const double* memory, double* after,
           PointTraction* t) {
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

void require(bool good, const std::string& what, const std::string& remedy) {
  if (!good) throw Error("joint law", what, remedy);
}

void check_tangential(const TangentialLaw& t) {
  if (t.kind == TangentialKind::none) return;
  require(t.friction_modulus > 0.0, "the friction modulus must be positive", "give it in N/m2");
  if (t.kind == TangentialKind::oden_pires || t.kind == TangentialKind::lugre)
    require(t.friction >= 0.0, "the coefficient of friction is negative", "give 0 or more");
  if (t.kind == TangentialKind::jenkins || t.kind == TangentialKind::iwan)
    require(t.slip_traction > 0.0, "the slip traction must be positive", "give it in N/m");
  if (t.kind == TangentialKind::iwan)
    require(t.elements >= 1, "a bank needs an element", "give 1 element or more");
  if (t.kind != TangentialKind::lugre) return;
  require(t.friction > 0.0 && t.static_friction >= t.friction,
          "lugre needs 0 < friction <= static friction", "raise the static friction");
  require(t.stribeck_velocity > 0.0, "the Stribeck velocity must be positive", "give it in m/s");
  require(t.bristle_damping >= 0.0 && t.viscous >= 0.0, "lugre has a negative damping",
          "give 0 s/m or more");
}

}  // namespace

std::size_t memory_size(const TangentialLaw& law) {
  switch (law.kind) {
    case TangentialKind::none:
      return 0;
    case TangentialKind::iwan:
      return static_cast<std::size_t>(law.elements);
    default:
      return 1;
  }
}

PointTraction point_traction(const JointLaw& law, const PointMotion& motion, const double* memory,
                             double* after) {
  PointTraction t;
  const Impact p = impact(law.normal, motion);
  t.touching = motion.opening + law.normal.gap < 0.0;
  t.compression = std::max(0.0, p.p);
  t.normal = p.p;
  t.normal_per_opening = -p.per_penetration;
  t.compression_per_opening = p.p > 0.0 ? -p.per_penetration : 0.0;
  const double stretch = motion.opening - law.normal.separation_gap;
  if (stretch >= 0.0) {
    t.normal -= law.normal.separation_stiffness * stretch;
    t.normal_per_opening -= law.normal.separation_stiffness;
  }
  switch (law.tangential.kind) {
    case TangentialKind::none:
      break;
    case TangentialKind::oden_pires:
      oden_pires(law.tangential, motion, memory, after, &t);
      break;
    case TangentialKind::jenkins:
    case TangentialKind::iwan:
      iwan(law.tangential, motion, memory, after, &t);
      break;
    case TangentialKind::lugre:
      lugre(law.tangential, motion, memory, after, &t);
      break;
  }
  return t;
}

double normal_energy(const NormalLaw& law, double opening) {
  const double g = std::max(0.0, -(opening + law.gap));
  const double stretch = std::max(0.0, opening - law.separation_gap);
  return 0.5 * (law.stiffness * g * g + law.separation_stiffness * stretch * stretch);
}

double friction_energy(const TangentialLaw& law, const double* memory, double compression) {
  if (law.kind == TangentialKind::none) return 0.0;
  const double k = law.friction_modulus;
  if (law.kind == TangentialKind::lugre) return 0.5 * compression * k * memory[0] * memory[0];
  double sum = 0.0;
  for (std::size_t i = 0; i < memory_size(law); ++i) sum += memory[i] * memory[i];
  return 0.5 * sum * static_cast<double>(memory_size(law)) / k;
}

void check_law(const JointLaw& law) {
  const NormalLaw& n = law.normal;
  require(n.stiffness > 0.0, "the normal stiffness must be positive", "give it in N/m2");
  require(n.damping >= 0.0, "the impact damping is negative", "give 0 N s/m2 or more");
  require(n.separation_stiffness >= 0.0, "the separation stiffness is negative",
          "give 0 N/m2 or more");
  check_tangential(law.tangential);
}

}  // namespace mortise::gen
