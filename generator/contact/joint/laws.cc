#include "generator/contact/joint/laws.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string>

#include "generator/contact/joint/law_numbers.hpp"
#include "generator/ground/text/error.hpp"

namespace mortise::gen {
namespace {

// The vertical part of the filled graph is a steep flank, this share of the way that a point closes
// in half a step wide.
constexpr double kFlank = 1e-6;

struct ImpactTraction {
  double p = 0.0, per_penetration = 0.0;  // traction, may pull if printed [N/m]; derivative [N/m2]
};

// p = max(0, (k + c r) g + jump) for g > 0 and, filled, 0 <= p <= jump at g = 0, where the rate is
// g' = rate_at_contact + r g and jump = c rate_at_contact.
ImpactTraction damped_impact(const NormalLaw& law, double g, double rate_at_contact, double r) {
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

ImpactTraction hunt_crossley(const NormalLaw& law, double g, double rate, double r) {
  const double chi = law.damping / law.stiffness;
  const double factor = 1 + chi * rate;
  if (g <= 0.0 || factor <= 0.0) return {};
  return {law.stiffness * g * factor, law.stiffness * (factor + g * chi * r)};
}

ImpactTraction impact(const NormalLaw& law, const PointMotion& m) {
  const double g = -(m.opening + law.gap);
  const bool moving = m.duration > 0.0;
  const double rate = moving ? -m.opening_rate : 0.0;
  const double r = moving ? m.rate_per_motion : 0.0;
  if (law.damper == ImpactDamper::hunt_crossley) return hunt_crossley(law, g, rate, r);
  return damped_impact(law, g, rate - r * g, r);
}

}  // namespace

std::size_t memory_size(const TangentialLaw& law) {
  return friction_law(law.kind).memory_size(law);
}

PointTraction point_traction(const JointLaw& law, const PointMotion& motion, const double* memory,
                             double* after) {
  PointTraction t;
  const ImpactTraction p = impact(law.normal, motion);
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
  friction_law(law.tangential.kind).traction(law.tangential, motion, memory, after, &t);
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
  if (friction_law(law.kind).bristles) return 0.5 * compression * k * memory[0] * memory[0];
  double sum = 0.0;
  for (std::size_t i = 0; i < memory_size(law); ++i) sum += memory[i] * memory[i];
  return 0.5 * sum * static_cast<double>(memory_size(law)) / k;
}

void check_law(const JointLaw& law) {
  const auto demand = [](bool good, const std::string& what) {
    if (!good) throw Error("joint law", what, "correct the number in [contact]");
  };
  for (const JointNumber& number : joint_numbers()) {
    if (!has_number(law.tangential.kind, number)) continue;
    const double value = number.get(law);
    demand(number.range.holds(value), fmt::format("{} = {} is too small", number.name, value));
  }
  const TangentialLaw& t = law.tangential;
  demand(!friction_law(t.kind).bristles || (t.friction > 0.0 && t.static_friction >= t.friction),
         "bristles need 0 < friction <= static friction");
}

}  // namespace mortise::gen
