#include "generator/contact/joint/law_numbers.hpp"
#include "generator/contact/sliding/law_numbers.hpp"
#include "generator/define/keys/key_list_structure.hpp"

namespace mortise::gen {
namespace {

template <class Law>
Key number_key(const std::string& table, const LawNumber<Law>& n, const char* standard,
               const char* only_if) {
  const KeyRange range = {n.range.minimum, n.range.maximum, n.range.minimum_allowed};
  return {table + "." + n.name,
          n.range.whole ? T::integer : T::number,
          n.unit,
          range,
          "",
          standard,
          only_if,
          n.meaning};
}

// Law values of a joint. replaces: they stand in for those of [contact] and have no defaults.
Keys law_value_keys(const std::string& table, bool replaces) {
  const auto standard = [replaces](const char* value) { return replaces ? kNone : value; };
  Keys keys = {
      {table + ".damper", T::choice, "", kAny, choices_of<ImpactDamper>(), standard("clamped"),
       kJoint,
       "how impact_damping acts: p = max(0, k g + c g'); with the graph filled at g = 0; k g (1 + "
       "c/k g'); or as printed, which may pull (offline only)"},
      {table + ".tangential", T::choice, "", kAny, choices_of<TangentialKind>(), kNone, kJoint,
       "friction law; default: oden_pires if contact.friction > 0"}};
  for (const JointNumber& n : joint_numbers()) {
    const bool shared = std::string(n.name) == "friction";  // with other kinds of contact
    if (shared && !replaces) continue;
    const bool required = n.standard == nullptr && has_number(TangentialKind::none, n);
    keys.push_back(number_key(table, n, standard(required ? kRequired : n.standard), kJoint));
  }
  return keys;
}

// One sub-table of [[scenarios]] or of [[scenarios.phases]].
Keys replacing_keys(const std::string& entry) {
  return joined_keys(
      {law_value_keys(entry + ".contact", true), damping_keys(entry + ".damping", kJoint, kNone)});
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
  Keys keys = {
      {"contact.slave.node", T::integer, "", kLabel, "", kNone, kSliding, "the node that slides"},
      {"contact.slave.set", T::text, "", kAny, "", kNone, kSliding, "of a node set"},
      {"contact.slave.near", T::vector3, "m", kAny, "", kNone, kSliding, "the node nearest to it"},
      {"contact.target", T::text, "", kAny, "", kRequired, kSliding,
       "edge set it slides along, x ascending"},
      {"contact.law", T::choice, "", kAny, choices_of<SlidingKind>(), "bilateral", kSliding,
       "bilateral keeps the contact and reports sticking and detachment; unilateral goes through "
       "both (Signorini, Coulomb)"},
      {"sliding.start", T::number, "m", kAny, "", kNone, kSliding,
       "x of the undeformed sliding node at t = 0; default: as meshed"},
  };
  for (const SlidingNumber& n : sliding_numbers()) {
    if (std::string(n.table) == "sliding")
      keys.push_back(
          number_key(n.table, n, n.standard == nullptr ? kRequired : n.standard, kSliding));
  }
  return keys;
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
      {key("interface"), T::choice, "", kAny, choices_of<JointState>(), interface_default, kJoint,
       "joint while the modes are counted: open, closed in normal direction, or stuck as well; the "
       "damping itself leaves its springs out"},
  };
}

}  // namespace mortise::gen
