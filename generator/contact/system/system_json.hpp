// Condensed systems in JSON, for kept stages: members by their names.
#pragma once

#include "generator/contact/joint/laws.hpp"
#include "generator/contact/system/reduced_system.hpp"
#include "generator/ground/files/matrix_json.hpp"

namespace mortise::gen {

inline void to_json(nlohmann::json& value, const JointLaw& law) {
  value = {{"damper", law.normal.damper}, {"tangential", law.tangential.kind}};
  for (const JointNumber& n : joint_numbers()) value[n.name] = n.get(law);
}

inline void from_json(const nlohmann::json& value, JointLaw& law) {
  value.at("damper").get_to(law.normal.damper);
  value.at("tangential").get_to(law.tangential.kind);
  for (const JointNumber& n : joint_numbers()) n.set(&law, value.at(n.name).get<double>());
}

NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(Rayleigh, alpha, beta)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(OperatingCase, name, law, damping)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(VariedNumber, number, value)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(JointPoint, node, share, length, position, varied)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(ResidualCompliance, lag, row_compliance, input_compliance,
                                   output_compliance, row_offset, output_offset)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(ReducedJoint, rows, node_names, points, law)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(SlidingGeometry, target_positions, slave_height, start)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(SlidingLaw, kind, friction, velocity, feedback)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(ReducedSliding, slave_rows, target_rows, geometry, law)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(ContactParameters, name, clearance, friction, restitution,
                                   restitution_tangential)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(InputChannel, name, unit, minimum, maximum, default_value, hold)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(OutputChannel, name, unit, quantity, index, interface)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(LawSpec, level, friction_velocity, restitution_rule, activation,
                                   activation_threshold, activation_hysteresis,
                                   restitution_threshold, filter_time)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(FilmPlace, gaps, forces, opening, clearance, width, film)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(BoltedPlace, modes, bolted)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(ContactRange, name, first, count)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(ReducedContacts, rows, bore_rows, points, stacked, law)

inline void to_json(nlohmann::json& value, const NoLaw&) { value = nullptr; }
inline void from_json(const nlohmann::json& value, NoLaw&) {
  if (!value.is_null())
    throw nlohmann::json::other_error::create(501, "numbers of no law", nullptr);
}

inline void to_json(nlohmann::json& value, const ReducedInterface& interface) {
  value = {
      {"name", interface.name}, {"kind", interface.law.index()}, {"residual", interface.residual}};
  std::visit([&](const auto& law) { value["law"] = law; }, interface.law);
}

// The law of number `kind` in the list of laws.
template <std::size_t K = 0>
void law_from_json(const nlohmann::json& value, std::size_t kind, ReducedLaw* law) {
  if constexpr (K < std::variant_size_v<ReducedLaw>) {
    if (kind == K)
      value.get_to(law->emplace<K>());
    else
      law_from_json<K + 1>(value, kind, law);
  } else {
    throw nlohmann::json::other_error::create(501, "no such law", nullptr);
  }
}

inline void from_json(const nlohmann::json& value, ReducedInterface& interface) {
  value.at("name").get_to(interface.name);
  value.at("residual").get_to(interface.residual);
  law_from_json(value.at("law"), value.at("kind").get<std::size_t>(), &interface.law);
}

NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(ReducedSystem, omega, damping, groups, interfaces, alone, inputs,
                                   input_forces, outputs, output_rows, constant_force, initial_q,
                                   initial_v)

}  // namespace mortise::gen
