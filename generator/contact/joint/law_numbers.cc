#include "generator/contact/joint/law_numbers.hpp"

#include <algorithm>
#include <iterator>
#include <string_view>

namespace mortise::gen {
namespace {

constexpr int kFirstParameter = 4;  // joint_stiffness of the schema's ParameterKind

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
  const auto damping = [](const Law&, double) { return Limits{0, 1e9}; };
  std::vector<JointNumber> rows = {
      row<normal, &N::stiffness>(
          "stiffness", "N/m2", kPositiveNumber, nullptr,
          [](const Law&, double k) {
            return Limits{1e-3 * k, 10 * k};
          },
          "k_I of the impact unit, per length of the interface, width included"),
      row<normal, &N::damping>("impact_damping", "N s/m2", kNotNegativeNumber, "0", far_up,
                               "c_I of the impact unit"),
      row<normal, &N::gap>(
          "gap", "m", kAnyNumber, "0",
          [](const Law& l, double) {
            const bool pulls = l.normal.separation_stiffness > 0;
            return Limits{pulls ? 0.0 - l.normal.separation_gap : -1.0, 1.0};
          },
          "initial clearance e_I of the impact unit"),
      row<normal, &N::separation_stiffness>(
          "separation_stiffness", "N/m2", kNotNegativeNumber, "0",
          [](const Law& l, double k) {
            return Limits{0, 10 * std::max(l.normal.stiffness, k)};
          },
          "k_S of the unit that resists separation; 0: free to separate"),
      row<normal, &N::separation_gap>(
          "separation_gap", "m", kNotNegativeNumber, "0",
          [](const Law& l, double) {
            return Limits{std::max(0.0, -l.normal.gap), 1.0};
          },
          "opening e_S from which it pulls"),
      row<tangential, &F::friction>(
          "friction", "-", kNotNegativeNumber, nullptr,
          [](const Law& l, double) {
            return Limits{friction_law(l.tangential.kind).bristles ? 1e-6 : 0.0, 10};
          },
          "these replace law values of [contact]"),
      row<tangential, &F::friction_modulus>(
          "friction_modulus", "N/m2", kPositiveNumber, nullptr,
          [](const Law&, double e) {
            return Limits{0, 10 * std::max(e, 1.0)};
          },
          "E_f, stiffness while it sticks; lugre: of a bristle per pressure [1/m]"),
      row<tangential, &F::slip_traction>("slip_traction", "N/m", kPositiveNumber, nullptr, far_up,
                                         "jenkins, iwan: force per length at which it slips"),
      row<tangential, &F::static_friction>(
          "static_friction", "-", kNotNegativeNumber, nullptr,
          [](const Law&, double) {
            return Limits{0, 10};
          },
          "lugre: coefficient at rest; default: contact.friction"),
      row<tangential, &F::stribeck_velocity>(
          "stribeck_velocity", "m/s", kPositiveNumber, nullptr,
          [](const Law&, double) {
            return Limits{1e-9, 1e3};
          },
          "lugre: velocity at which friction has fallen"),
      row<tangential, &F::bristle_damping>("bristle_damping", "s/m", kNotNegativeNumber, "0",
                                           damping, "lugre: damping of a bristle per pressure"),
      row<tangential, &F::viscous>("viscous", "s/m", kNotNegativeNumber, "0", damping,
                                   "lugre: viscous friction per pressure"),
      row<tangential, &F::elements>("elements", "", kWholeNumber, "8", nullptr,
                                    "iwan: parallel Jenkins elements")};
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (rows[i].limits != nullptr) rows[i].parameter = kFirstParameter + static_cast<int>(i);
  }
  return rows;
}

}  // namespace

const std::vector<JointNumber>& joint_numbers() {
  static const std::vector<JointNumber> rows = make_rows();
  return rows;
}

bool has_number(TangentialKind kind, const JointNumber& number) {
  const auto lists = [&](const FrictionLaw& law) {
    return std::any_of(law.numbers.begin(), law.numbers.end(), [&](const char* name) {
      return name != nullptr && std::string_view(name) == number.name;
    });
  };
  return lists(friction_law(kind)) ||
         std::none_of(std::begin(kFrictionLaws), std::end(kFrictionLaws), lists);
}

std::optional<double> implied_value(const JointLaw& law, const JointNumber& number) {
  const std::string_view name = number.name;
  if (name != "friction" && name != "static_friction") return std::nullopt;
  return law.tangential.friction;
}

bool operator==(const JointLaw& a, const JointLaw& b) {
  return a.normal.damper == b.normal.damper && a.tangential.kind == b.tangential.kind &&
         std::all_of(joint_numbers().begin(), joint_numbers().end(),
                     [&](const JointNumber& n) { return n.get(a) == n.get(b); });
}

}  // namespace mortise::gen
