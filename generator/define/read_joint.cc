#include "generator/define/read_sections.hpp"
#include "generator/error.hpp"

namespace mortise::gen {
namespace {

NormalLaw read_normal_law(const KeyChain& keys) {
  NormalLaw law;
  law.stiffness = keys.get<double>("stiffness");
  law.damping = keys.get<double>("impact_damping");
  law.damper = static_cast<ImpactDamper>(keys.choice("damper"));
  law.gap = keys.get<double>("gap");
  law.separation_stiffness = keys.get<double>("separation_stiffness");
  law.separation_gap = keys.get<double>("separation_gap");
  return law;
}

// Value of a key that the chosen friction law cannot do without.
double required(const KeyChain& keys, const char* name, const std::string& law) {
  const auto value = keys.find<double>(name);
  if (value) return *value;
  throw Error(
      keys.where(), "'" + keys.path(name) + "' is missing",
      "friction law " + law + " needs it; or set " + keys.table() + ".tangential to another law");
}

// The parameters of the kind that is chosen; the others stay at their defaults.
void read_parameters(const KeyChain& keys, TangentialLaw* law) {
  switch (law->kind) {
    case TangentialKind::none:  // for modes of the stuck joint
      law->friction_modulus = keys.find<double>("friction_modulus").value_or(0.0);
      break;
    case TangentialKind::oden_pires:
      law->friction_modulus = required(keys, "friction_modulus", "oden_pires");
      break;
    case TangentialKind::jenkins:
      law->friction_modulus = required(keys, "friction_modulus", "jenkins");
      law->slip_traction = required(keys, "slip_traction", "jenkins");
      break;
    case TangentialKind::iwan:
      law->friction_modulus = required(keys, "friction_modulus", "iwan");
      law->slip_traction = required(keys, "slip_traction", "iwan");
      law->elements = keys.get<int>("elements");
      break;
    case TangentialKind::lugre:
      law->friction_modulus = required(keys, "friction_modulus", "lugre");
      law->static_friction = keys.find<double>("static_friction").value_or(law->friction);
      law->stribeck_velocity = required(keys, "stribeck_velocity", "lugre");
      law->bristle_damping = keys.get<double>("bristle_damping");
      law->viscous = keys.get<double>("viscous");
      if (law->static_friction < law->friction) {
        throw Error(keys.where("static_friction"),
                    "'" + keys.path("static_friction") + "' is below the sliding friction",
                    "make it at least contact.friction");
      }
      break;
  }
}

TangentialLaw read_tangential_law(const KeyChain& keys) {
  TangentialLaw law;
  law.friction = keys.find<double>("friction").value_or(0.0);
  law.kind = law.friction > 0.0 ? TangentialKind::oden_pires : TangentialKind::none;
  if (keys.has("tangential")) law.kind = static_cast<TangentialKind>(keys.choice("tangential"));
  read_parameters(keys, &law);
  return law;
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
  return {read_normal_law(keys), read_tangential_law(keys)};
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
  spec.law.friction = reader.find<double>("contact.friction").value_or(0.0);
  spec.law.velocity = reader.get<double>("sliding.velocity");
  spec.law.feedback = reader.get<double>("sliding.feedback");
  return spec;
}

}  // namespace mortise::gen
