#include "generator/define/key_list_structure.hpp"

namespace mortise::gen {
namespace {

constexpr const char* kDampers = "clamped|filled|hunt_crossley|printed";
constexpr const char* kTangential = "none|oden_pires|jenkins|iwan|lugre";
constexpr const char* kStates = "open|bonded|stuck";

// Law values of a joint. replaces: they stand in for those of [contact] and have no defaults.
Keys law_value_keys(const std::string& table, bool replaces) {
  const auto standard = [replaces](const char* value) { return replaces ? kNone : value; };
  const auto key = [&table](const char* name) { return table + "." + name; };
  return {
      {key("gap"), T::number, "m", kAny, "", standard("0"), kJoint,
       "initial clearance e_I of the impact unit"},
      {key("stiffness"), T::number, "N/m2", kPositive, "", standard(kRequired), kJoint,
       "k_I of the impact unit, per length of the interface, width included"},
      {key("impact_damping"), T::number, "N s/m2", kNotNegative, "", standard("0"), kJoint,
       "c_I of the impact unit"},
      {key("damper"), T::choice, "", kAny, kDampers, standard("clamped"), kJoint,
       "how c_I acts: p = max(0, k g + c g'); with the graph filled at g = 0; k g (1 + c/k g'); or "
       "as printed, which may pull (offline only)"},
      {key("separation_stiffness"), T::number, "N/m2", kNotNegative, "", standard("0"), kJoint,
       "k_S of the unit that resists separation; 0: free to separate"},
      {key("separation_gap"), T::number, "m", kNotNegative, "", standard("0"), kJoint,
       "opening e_S from which it pulls"},
      {key("tangential"), T::choice, "", kAny, kTangential, kNone, kJoint,
       "friction law; default: oden_pires if contact.friction > 0"},
      {key("friction_modulus"), T::number, "N/m2", kPositive, "", kNone, kJoint,
       "E_f, stiffness while it sticks; lugre: of a bristle per pressure [1/m]"},
      {key("slip_traction"), T::number, "N/m", kPositive, "", kNone, kJoint,
       "jenkins, iwan: force per length at which it slips"},
      {key("elements"), T::integer, "", kCount, "", standard("8"), kJoint,
       "iwan: parallel Jenkins elements"},
      {key("static_friction"), T::number, "-", kNotNegative, "", kNone, kJoint,
       "lugre: coefficient at rest; default: contact.friction"},
      {key("stribeck_velocity"), T::number, "m/s", kPositive, "", kNone, kJoint,
       "lugre: velocity at which friction has fallen"},
      {key("bristle_damping"), T::number, "s/m", kNotNegative, "", standard("0"), kJoint,
       "lugre: damping of a bristle per pressure"},
      {key("viscous"), T::number, "s/m", kNotNegative, "", standard("0"), kJoint,
       "lugre: viscous friction per pressure"},
  };
}

// One sub-table of [[scenarios]] or of [[scenarios.phases]].
Keys replacing_keys(const std::string& entry) {
  Keys keys = {{entry + ".contact.friction", T::number, "-", kNotNegative, "", kNone, kJoint,
                "these replace law values of [contact]"}};
  return joined_keys({keys, law_value_keys(entry + ".contact", true),
                      damping_keys(entry + ".damping", kJoint, kNone)});
}

}  // namespace

Keys joint_keys() {
  const Keys geometry = {
      {"contact.sides", T::texts, "", kAny, "", kNone, kJoint,
       "two edge sets that face each other, e.g. [\"upper.bottom\", \"lower.top\"]"},
      {"contact.side", T::text, "", kAny, "", kNone, kJoint, "or one edge set"},
      {"contact.base", T::boolean, "", kAny, "", "false", kJoint,
       "that stands on a rigid base (with contact.side)"},
      {"contact.subdivisions", T::integer, "", kCount, "", "1", kJoint,
       "of every segment, with two Gauss points each"},
      {"contact.normal", T::vector3, "", kAny, "", kNone, kJoint,
       "opening direction; default: from the second side, or the base, to the first"},
  };
  return joined_keys({geometry, law_value_keys("contact", false)});
}

Keys sliding_keys() {
  return {
      {"contact.slave.node", T::integer, "", kLabel, "", kNone, kSliding, "the node that slides"},
      {"contact.slave.set", T::text, "", kAny, "", kNone, kSliding, "of a node set"},
      {"contact.slave.near", T::vector3, "m", kAny, "", kNone, kSliding, "the node nearest to it"},
      {"contact.target", T::text, "", kAny, "", kRequired, kSliding,
       "edge set it slides along, x ascending"},
      {"contact.law", T::choice, "", kAny, "bilateral|unilateral", "bilateral", kSliding,
       "bilateral keeps the contact and reports sticking and detachment; unilateral goes through "
       "both (Signorini, Coulomb)"},
      {"sliding.velocity", T::number, "m/s", kAny, "", kRequired, kSliding,
       "of the frame of the sliding body, along x"},
      {"sliding.start", T::number, "m", kAny, "", kNone, kSliding,
       "x of the undeformed sliding node at t = 0; default: as meshed"},
      {"sliding.feedback", T::number, "-", kUnit, "", "0.2", kSliding,
       "share of the gap that a step takes back"},
  };
}

Keys case_keys() {
  const Keys phases = {
      {"scenarios.*.phases.*.name", T::text, "", kAny, "", kRequired, kJoint,
       "a scenario runs through its phases in turn"},
      {"scenarios.*.phases.*.duration", T::number, "s", kPositive, "", kRequired, kJoint,
       "duration"},
  };
  return joined_keys(
      {replacing_keys("scenarios.*"), phases, replacing_keys("scenarios.*.phases.*")});
}

Keys damping_keys(const std::string& table, const std::string& only_if,
                  const char* interface_default) {
  const auto key = [&table](const char* name) { return table + "." + name; };
  return {
      {key("alpha"), T::number, "1/s", kNotNegative, "", kNone, only_if, "D = alpha M + beta K"},
      {key("beta"), T::number, "s", kNotNegative, "", kNone, only_if, "see alpha"},
      {key("ratio"), T::number, "-", kNotNegative, "", kNone, only_if,
       "modal damping ratio at the modes or frequencies below (Rayleigh)"},
      {key("modes"), T::integers, "", kCount, "", kNone, only_if,
       "one or two numbers of modes counted from 1; one gives alpha alone"},
      {key("frequencies"), T::numbers, "Hz", kPositive, "", kNone, only_if,
       "or one or two frequencies; one gives alpha alone"},
      {key("interface"), T::choice, "", kAny, kStates, interface_default, kJoint,
       "joint while the modes are counted: open, closed in normal direction, or stuck as well; the "
       "damping itself leaves its springs out"},
  };
}

}  // namespace mortise::gen
