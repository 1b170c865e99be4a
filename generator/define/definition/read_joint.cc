#include "generator/contact/joint/law_numbers.hpp"
#include "generator/contact/sliding/law_numbers.hpp"
#include "generator/define/definition/read_sections.hpp"
#include "generator/ground/text/error.hpp"

namespace mortise::gen {
namespace {

// Value of a number that the law has; what it cannot do without must be given.
double read_number(const KeyChain& keys, const JointNumber& number, const JointLaw& law) {
  if (number.range.whole) return keys.get<int>(number.name);
  std::optional<double> value = keys.find<double>(number.name);
  if (!value) value = implied_value(law, number);
  if (value) return *value;
  throw Error(keys.where(), "'" + keys.path(number.name) + "' is missing",
              "friction law " + std::string(name_of(law.tangential.kind)) + " needs it; or set " +
                  keys.table() + ".tangential to another law");
}

std::vector<std::string> read_sides(const KeyReader& reader) {
  const auto sides = reader.find<std::vector<std::string>>("contact.sides");
  const auto side = reader.find<std::string>("contact.side");
  const bool base = reader.get<bool>("contact.base");
  const bool pair = sides && sides->size() == 2 && !side && !base;
  const bool on_base = !sides && side && base;
  if (pair || on_base) return pair ? *sides : std::vector<std::string>{*side};
  throw Error(reader.where("contact"), "the surfaces of the joint are not determined",
              "give contact.sides = [\"first\", \"second\"], or contact.side with contact.base = "
              "true");
}

}  // namespace

JointLaw read_joint_law(const KeyChain& keys) {
  JointLaw law;
  law.normal.damper = static_cast<ImpactDamper>(keys.choice("damper"));
  TangentialLaw& t = law.tangential;
  t.friction = keys.find<double>("friction").value_or(0.0);
  t.kind = t.friction > 0.0 ? TangentialKind::oden_pires : TangentialKind::none;
  if (keys.has("tangential")) t.kind = static_cast<TangentialKind>(keys.choice("tangential"));
  // modes of the stuck joint ask for it without friction too
  if (t.kind == TangentialKind::none)
    t.friction_modulus = keys.find<double>("friction_modulus").value_or(0.0);
  for (const JointNumber& number : joint_numbers()) {
    if (has_number(t.kind, number)) number.set(&law, read_number(keys, number, law));
  }
  if (friction_law(t.kind).bristles && t.static_friction < t.friction) {
    throw Error(keys.where("static_friction"),
                "'" + keys.path("static_friction") + "' is below the sliding friction",
                "make it at least contact.friction");
  }
  return law;
}

JointSpec read_joint(const KeyReader& reader) {
  JointSpec spec;
  spec.sides = read_sides(reader);
  spec.subdivisions = reader.get<int>("contact.subdivisions");
  if (reader.has("contact.normal")) spec.normal = read_direction(reader, "contact.normal");
  spec.law = read_joint_law({reader, {"contact"}});
  return spec;
}

SlidingSpec read_sliding(const KeyReader& reader) {
  SlidingSpec spec;
  spec.slave = read_place(reader, "contact.slave", true);
  spec.target = reader.get<std::string>("contact.target");
  spec.start = reader.find<double>("sliding.start");
  spec.law.kind = read_choice<SlidingKind>(reader, "contact.law");
  for (const SlidingNumber& number : sliding_numbers()) {
    if (number.table == std::string("sliding") || reader.has(number.path()))
      number.set(&spec.law, reader.get<double>(number.path()));
  }
  return spec;
}

}  // namespace mortise::gen
