// Keys of joints and sliding contacts, and those that a scenario or a phase of it may replace.
#include <algorithm>

#include "generator/contact/joint/fields.hpp"
#include "generator/contact/sliding/sliding.hpp"
#include "generator/contact/unilateral/contact_point.hpp"
#include "generator/define/definition/definition.hpp"
#include "generator/define/definition/key_sections.hpp"

namespace mortise::gen {
namespace {

constexpr const char* kSliding = "contact.kind=sliding";

// Sub-tables of [[scenarios]] or of [[scenarios.phases]].
void replacing_keys(const std::string& entry, KeyRows& k) {
  law_value_keys(entry + ".contact", kJoint, true, k);
  damping_keys(entry + ".damping", kJoint, kNone, k);
}

// Numbers of several interfaces that change within a scenario: those that a running model may
// change.
void change_keys(KeyRows& k) {
  k.table("scenarios.*.phases.*", kInterfaces, Stage::bake);
  k.number("at", &LawChange::at, "s", kNotNegative, kRequired,
           "from when on, below the duration; phases stand in the order of their times");
  k.text("interface", {}, kRequired, "whose law changes, a name of [[interfaces]]");
  std::vector<std::string> known;
  const auto add = [&](const auto& numbers) {
    for (auto number : numbers) {
      if (number.limits == nullptr || std::count(known.begin(), known.end(), number.name) != 0)
        continue;
      known.emplace_back(number.name);
      number.meaning = "its value from then on, of an interface that has it";
      k.number(number, KeyMember(), kNone);
    }
  };
  add(contact_numbers());
  add(joint_numbers());
  add(sliding_numbers());
}

}  // namespace

void law_value_keys(const std::string& table, const std::string& condition, bool replaces,
                    KeyRows& k) {
  const auto standard = [replaces](const char* value) { return replaces ? kNone : value; };
  k.table(table, condition, Stage::condense);
  k.choice(
      "damper", {&JointLaw::normal, &NormalLaw::damper}, choices_of<ImpactDamper>(),
      standard("clamped"),
      "how impact_damping acts: p = max(0, k g + c g'), where a step takes what it needs of the "
      "jump at g = 0 (clamped and filled are one law); k g (1 + c/k g'); the same with 3 (1 - r^2) "
      "/ "
      "(4 v) for c/k, r the restitution and v the velocity of the impact; or as printed, which may "
      "pull (offline only)");
  k.choice("tangential", {&JointLaw::tangential, &TangentialLaw::kind},
           choices_of<TangentialKind>(), kNone,
           "friction law; default: oden_pires if contact.friction > 0");
  for (const JointNumber& n : joint_numbers()) {
    const bool shared = n.is("friction");  // with other kinds of contact
    if (shared && !replaces) continue;
    const bool required = n.standard == nullptr && has_number(JointLaw(), n);
    k.number(n, standard(required ? kRequired : n.standard));
  }
}

void field_keys(const std::string& list, const char* condition, KeyRows& k) {
  k.table(list + ".*", condition, Stage::condense);
  k.choice("number", &JointField::number, varying_numbers().c_str(), kRequired,
           "number of the joint's law that varies along it, of every operating case; each at most "
           "once");
  k.numbers("at", &JointField::at, "m", kAny, kNone,
            "positions along the joint from the first node of its first side, ascending");
  k.numbers("values", &JointField::values, "", kAny, kNone,
            "one for each: gap and separation_gap are that much wider [m], other numbers so many "
            "times as large; linear in between, constant beyond");
  k.file("file", {}, kNone,
         "or both from a CSV with a column `position` [m] and one that has the number's name");
}

void joint_keys(KeyRows& k) {
  k.table("contact", kJoint, Stage::condense);
  k.texts("sides", &JointSpec::sides, kNone,
          "two edge sets that face each other, e.g. [\"upper.bottom\", \"lower.top\"]");
  k.text("side", {}, kNone, "or one edge set");
  k.flag("base", {}, "false", "that stands on a rigid base (with contact.side)");
  k.integer("subdivisions", &JointSpec::subdivisions, kCount, "1",
            "of every segment, with two Gauss points each");
  k.vector3("normal", {}, "", kNone,
            "opening direction; default: from the second side, or the base, to the first");
  law_value_keys("contact", kJoint, false, k);
  field_keys("contact.fields", kJoint, k);
}

void sliding_keys(KeyRows& k) {
  k.table("contact.slave", kSliding, Stage::condense);
  k.place(&SlidingSpec::slave, "the node that slides", "of a node set", "the node nearest to it");

  k.table("contact", kSliding, Stage::condense);
  k.text("target", &SlidingSpec::target, kRequired, "edge set it slides along, x ascending");
  k.choice("law", &SlidingLaw::kind, choices_of<SlidingKind>(), "bilateral",
           "bilateral keeps the contact and reports sticking and detachment; unilateral goes "
           "through both (Signorini, Coulomb)");

  k.table("sliding", kSliding, Stage::condense);
  k.number("start", &SlidingSpec::start, "m", kAny, kNone,
           "x of the undeformed sliding node at t = 0; default: as meshed");
  for (const SlidingNumber& n : sliding_numbers()) {
    if (std::string(n.table) == "sliding")
      k.number(n, n.standard == nullptr ? kRequired : n.standard);
  }
}

void case_keys(KeyRows& k) {
  replacing_keys("scenarios.*", k);
  k.table("scenarios.*.phases.*", kJoint, Stage::condense);
  k.text("name", &PhaseSpec::name, kRequired, "a scenario runs through its phases in turn");
  k.number("duration", &PhaseSpec::duration, "s", kPositive, kRequired, "duration");
  replacing_keys("scenarios.*.phases.*", k);
  change_keys(k);
}

void damping_keys(const std::string& table, const std::string& only_if,
                  const char* interface_default, KeyRows& k) {
  k.table(table, only_if, Stage::condense);
  k.number("alpha", &DampingSpec::alpha, "1/s", kNotNegative, kNone, "D = alpha M + beta K");
  k.number("beta", &DampingSpec::beta, "s", kNotNegative, kNone, "see alpha");
  k.number("ratio", &DampingSpec::ratio, "-", kNotNegative, kNone,
           "modal damping ratio at the modes or frequencies below (Rayleigh)");
  k.integers("modes", &DampingSpec::modes, kCount, kNone,
             "one or two numbers of modes counted from 1; one gives alpha alone");
  k.numbers("frequencies", &DampingSpec::frequencies, "Hz", kPositive, kNone,
            "or one or two frequencies; one gives alpha alone");
  k.choice("interface", &DampingSpec::interface, choices_of<JointState>(), interface_default,
           "joint while the modes are counted: open, closed in normal direction, or stuck as "
           "well; the damping itself leaves its springs out")
      .only(kJoint);
}

}  // namespace mortise::gen
