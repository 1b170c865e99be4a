#include "generator/contact/joint/laws.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <string>

#include "generator/ground/text/error.hpp"

namespace mortise::gen {
namespace {

// joint_stiffness and joint_impact_exponent of the schema's ParameterKind
constexpr int kFirstParameter = 4, kFirstOfImpacts = 18;
constexpr double kMostExponent = 8.0;

template <auto Part, auto Member>
JointNumber row(const char* name, const char* unit, NumberRange range, const char* standard,
                JointNumber::Limits limits, const char* meaning) {
  return law_number<JointLaw, Part, Member>("contact", name, unit, range, standard, limits,
                                            meaning);
}

std::vector<JointNumber> make_rows() {
  using Law = JointLaw;
  using N = NormalLaw;
  using F = TangentialLaw;
  using Limits = NumberLimits;
  constexpr auto normal = &Law::normal;
  constexpr auto tangential = &Law::tangential;
  const auto far_up = [](const Law&, double x) { return Limits{0, std::max(100.0 * x, 1e15)}; };
  std::vector<JointNumber> rows = {
      row<normal, &N::stiffness>(
          "stiffness", "N/m2", kPositive, nullptr,
          [](const Law&, double k) {
            return Limits{1e-3 * k, 10 * k};
          },
          "k_I of the impact unit, per length of the interface, width included"),
      row<normal, &N::damping>("impact_damping", "N s/m2", kNotNegative, "0", far_up,
                               "c_I of the impact unit"),
      row<normal, &N::gap>(
          "gap", "m", kAny, "0",
          [](const Law& l, double) {
            const bool pulls = l.normal.separation_stiffness > 0;
            return Limits{pulls ? 0.0 - l.normal.separation_gap : -1.0, 1.0};
          },
          "initial clearance e_I of the impact unit"),
      row<normal, &N::separation_stiffness>(
          "separation_stiffness", "N/m2", kNotNegative, "0",
          [](const Law& l, double k) {
            return Limits{0, 10 * std::max(l.normal.stiffness, k)};
          },
          "k_S of the unit that resists separation; 0: free to separate"),
      row<normal, &N::separation_gap>(
          "separation_gap", "m", kNotNegative, "0",
          [](const Law& l, double) {
            return Limits{std::max(0.0, -l.normal.gap), 1.0};
          },
          "opening e_S from which it pulls"),
      row<tangential, &F::friction>(
          "friction", "-", kNotNegative, nullptr,
          [](const Law& l, double) {
            return Limits{friction_law(l.tangential.kind).bristles ? 1e-6 : 0.0, 10};
          },
          "these replace law values of [contact]"),
      row<tangential, &F::friction_modulus>(
          "friction_modulus", "N/m2", kPositive, nullptr,
          [](const Law&, double e) {
            return Limits{0, 10 * std::max(e, 1.0)};
          },
          "E_f, stiffness while it sticks; lugre: of a bristle per pressure [1/m]"),
      row<tangential, &F::slip_traction>("slip_traction", "N/m", kNotNegative, nullptr, far_up,
                                         "jenkins, iwan: force per length at which it slips"),
      row<tangential, &F::static_friction>("static_friction", "-", kNotNegative, nullptr,
                                           within<0, 10>,
                                           "lugre: coefficient at rest; default: contact.friction"),
      row<tangential, &F::stribeck_velocity>(
          "stribeck_velocity", "m/s", kPositive, nullptr,
          [](const Law&, double) {
            return Limits{1e-9, 1e3};
          },
          "lugre: velocity at which friction has fallen"),
      row<tangential, &F::bristle_damping>("bristle_damping", "s/m", kNotNegative, "0",
                                           within<0, 1000000000>,
                                           "lugre: damping of a bristle per pressure"),
      row<tangential, &F::viscous>("viscous", "s/m", kNotNegative, "0", within<0, 1000000000>,
                                   "lugre: viscous friction per pressure"),
      row<tangential, &F::elements>("elements", "", kCount, "8", nullptr,
                                    "iwan: parallel Jenkins elements")};
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (rows[i].limits != nullptr) rows[i].parameter = kFirstParameter + static_cast<int>(i);
  }
  std::vector<JointNumber> impacts = {
      row<normal, &N::exponent>("impact_exponent", "-", {1.0, kMostExponent}, "1", within<1, 8>,
                                "e of the impact unit, k_I g^e; 1.5: Hertz. k_I is in N/m^(1+e)"),
      row<normal, &N::restitution>("impact_restitution", "-", kUnit, nullptr, within<0, 1>,
                                   "lankarani_nikravesh: velocity after over that before an "
                                   "impact, near 1"),
      row<normal, &N::impact_velocity>(
          "impact_velocity", "m/s", kPositive, nullptr,
          [](const Law&, double v) {
            return Limits{1e-3 * v, 1e3 * v};
          },
          "lankarani_nikravesh: slower touches are damped as this one, which rest needs")};
  for (std::size_t i = 0; i < impacts.size(); ++i) {
    impacts[i].parameter = kFirstOfImpacts + static_cast<int>(i);
    rows.push_back(impacts[i]);
  }
  return rows;
}

struct ImpactTraction {
  double p = 0.0, per_penetration = 0.0;  // traction, may pull if printed [N/m]; derivative [N/m2]
  double rubs = 0.0;  // pressure that bounds friction, with the same derivative or 0 [N/m]
};

// p = max(0, (k g^(e-1) + c r) g + c rate_at_contact) for g > 0, where the rate is g' =
// rate_at_contact + r g.
ImpactTraction damped_impact(const NormalLaw& law, double g, double rate_at_contact, double r) {
  if (g <= 0.0) return {};
  const double secant = law.secant(g) + law.damping * r;
  const double p = secant * g + law.damping * rate_at_contact;
  if (p < 0.0 && law.damper != ImpactDamper::printed) return {};
  // without the jump of the damper where it takes hold, as in the runtime
  const double most = law.damper == ImpactDamper::printed ? std::max(p, 0.0) : secant * g;
  const double slope = law.exponent * law.secant(g) + law.damping * r;
  return {p, slope, std::clamp(p, 0.0, most)};
}

ImpactTraction hunt_crossley(const NormalLaw& law, double g, double rate, double r, double chi) {
  const double factor = 1 + chi * rate;
  if (g <= 0.0 || factor <= 0.0) return {};
  const double secant = law.secant(g), p = secant * g * factor;
  return {p, secant * (law.exponent * factor + g * chi * r), p};
}

ImpactTraction impact(const NormalLaw& law, const PointMotion& m) {
  const double g = -(m.opening + law.gap);
  const bool moving = m.duration > 0.0;
  const double rate = moving ? -m.opening_rate : 0.0;
  const double r = moving ? m.rate_per_motion : 0.0;
  if (law.damper == ImpactDamper::hunt_crossley || law.damper == ImpactDamper::lankarani_nikravesh)
    return hunt_crossley(law, g, rate, r, law.chi(m.approach));
  return damped_impact(law, g, rate - r * g, r);
}

}  // namespace

const std::vector<JointNumber>& joint_numbers() {
  static const std::vector<JointNumber> rows = make_rows();
  return rows;
}

bool has_number(TangentialKind kind, const JointNumber& number) {
  const auto lists = [&](const FrictionLaw& law) {
    return std::any_of(law.numbers.begin(), law.numbers.end(),
                       [&](const char* name) { return name != nullptr && number.is(name); });
  };
  return lists(friction_law(kind)) ||
         std::none_of(std::begin(kFrictionLaws), std::end(kFrictionLaws), lists);
}

bool has_number(ImpactDamper damper, const JointNumber& number) {
  const bool restitution = number.is("impact_restitution") || number.is("impact_velocity");
  if (!restitution && !number.is("impact_damping")) return true;
  return restitution == (damper == ImpactDamper::lankarani_nikravesh);
}

bool has_number(const JointLaw& law, const JointNumber& number) {
  return has_number(law.normal.damper, number) && has_number(law.tangential.kind, number);
}

bool is_told(const JointLaw& law, const JointNumber& number) {
  return number.limits != nullptr && has_number(law.normal.damper, number) &&
         !(number.is("impact_exponent") && law.normal.linear());
}

std::optional<double> implied_value(const JointLaw& law, const JointNumber& number) {
  if (!number.is("friction") && !number.is("static_friction")) return std::nullopt;
  return law.tangential.friction;
}

bool operator==(const JointLaw& a, const JointLaw& b) {
  return a.normal.damper == b.normal.damper && a.tangential.kind == b.tangential.kind &&
         std::all_of(joint_numbers().begin(), joint_numbers().end(),
                     [&](const JointNumber& n) { return n.get(a) == n.get(b); });
}

bool is_clearance(const JointNumber& number) {
  return number.is("gap") || number.is("separation_gap");
}

JointLaw law_at(const JointLaw& law, const JointPoint& point) {
  JointLaw own = law;
  for (const VariedNumber& v : point.varied) {
    const JointNumber& n = joint_numbers().at(static_cast<std::size_t>(v.number));
    n.set(&own, is_clearance(n) ? n.get(law) + v.value : n.get(law) * v.value);
  }
  return own;
}

NormalLaw law_at(const NormalLaw& law, const JointPoint& point) {
  return law_at(JointLaw{law, {}}, point).normal;
}

NumberLimits limits_along(const JointNumber& number, const JointLaw& law,
                          const std::vector<JointPoint>& points) {
  NumberLimits all = number.limits_of(law);
  for (const JointPoint& p : points) {
    if (p.varied.empty()) continue;
    NumberLimits own = number.limits_of(law_at(law, p));
    for (const VariedNumber& v : p.varied) {
      if (&joint_numbers().at(static_cast<std::size_t>(v.number)) != &number) continue;
      if (is_clearance(number)) {
        own = {own.low - v.value, own.high - v.value};
      } else {
        own = v.value > 0.0 ? NumberLimits{own.low / v.value, own.high / v.value} : all;
      }
    }
    all = {std::max(all.low, own.low), std::min(all.high, own.high)};
  }
  return all;
}

std::size_t memory_size(const TangentialLaw& law) {
  return friction_law(law.kind).memory_size(law);
}

PointTraction point_traction(const JointLaw& law, const PointMotion& motion, const double* memory,
                             double* after) {
  PointTraction t;
  const ImpactTraction p = impact(law.normal, motion);
  t.touching = motion.opening + law.normal.gap < 0.0;
  t.compression = p.rubs;
  t.normal = p.p;
  t.normal_per_opening = -p.per_penetration;
  t.compression_per_opening = p.rubs > 0.0 ? -p.per_penetration : 0.0;
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
  if (law.exponent != 1.0)
    return law.energy(g) + 0.5 * law.separation_stiffness * stretch * stretch;
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

void check_law(const JointLaw& law, const std::string& where) {
  const auto demand = [&](bool good, const std::string& what) {
    if (!good) throw Error(where, what, "correct the number in [contact], or its field");
  };
  for (const JointNumber& number : joint_numbers()) {
    if (!has_number(law, number)) continue;
    const double value = number.get(law);
    demand(number.range.holds(value),
           fmt::format("{} = {} is out of its range", number.name, value));
  }
  const TangentialLaw& t = law.tangential;
  demand(!friction_law(t.kind).bristles || (t.friction > 0.0 && t.static_friction >= t.friction),
         "bristles need 0 < friction <= static friction");
}

}  // namespace mortise::gen
