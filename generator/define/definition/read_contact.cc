#include "generator/contact/joint/fields.hpp"
#include "generator/define/definition/read_sections.hpp"
#include "generator/ground/numbers/constants.hpp"
#include "generator/ground/text/error.hpp"
#include "generator/ground/text/number_text.hpp"

namespace mortise::gen {
namespace {

TipSpec read_tip(const KeyReader& reader, const Vector3& normal) {
  TipSpec tip;
  reader.fill("contact.tip", &tip);
  reader.fill<CylindricalTip>("contact.tip", &tip);
  reader.fill<CylindricalTip>("contact.wall", &tip);
  tip.toward_wall = -normal;
  for (double& angle : tip.angles) angle *= kRadiansPerDegree;
  tip.masters = read_masters(reader, "contact.tip.masters");
  if (tip.masters.empty()) {
    throw Error(reader.where("contact.tip"), "no nodes carry the tip",
                "add [[contact.tip.masters]] with set, node or near");
  }
  tip.axis = read_direction(reader, "contact.tip.axis");
  if (tip.wall == WallShape::bushing && reader.has("contact.tip.angles")) {
    throw Error(reader.where("contact.tip.angles"),
                "the bore is round: the tip touches it wherever it comes nearest",
                "leave contact.tip.angles out, or choose contact.wall.shape = \"plane\"");
  }
  if (tip.end < tip.start) {
    throw Error(reader.where("contact.tip.end"), "the tip ends before it starts",
                "make contact.tip.end at least contact.tip.start");
  }
  return tip;
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

JointSpec read_joint(const KeyReader& reader) {
  JointSpec spec;
  reader.fill("contact", &spec);
  spec.sides = read_sides(reader);
  if (reader.has("contact.normal")) spec.normal = read_direction(reader, "contact.normal");
  spec.law = read_joint_law(reader, {"contact"});
  spec.fields = read_joint_fields(reader, "contact.fields");
  return spec;
}

SlidingSpec read_sliding(const KeyReader& reader) {
  SlidingSpec spec;
  for (const char* table : {"contact", "sliding"}) {
    reader.fill(table, &spec);
    reader.fill(table, &spec.law);
  }
  spec.law.friction = reader.find<double>("contact.friction").value_or(0.0);
  reader.fill("contact.slave", &spec);
  check_place(reader, "contact.slave", spec.slave, true);
  return spec;
}

void read_profile(const KeyReader& reader, const std::string& table, HeightProfile* profile) {
  const auto read = [&](const std::string& of, SurfaceProfile* surface) {
    reader.fill(of, surface);
    if (surface->kind == ProfileKind::spherical) reader.get<double>(of + ".radius");
    if (surface->kind == ProfileKind::file) surface->file = resolve_file(reader, of + ".file");
  };
  read(table, profile);
  read(table + ".opposite", &profile->opposite);
}

constexpr std::int64_t kMostZoneElements = 20000;  // their compliance takes 29 GB

BoltedSpec read_bolted(const KeyReader& reader) {
  BoltedSpec spec;
  reader.fill("contact", &spec);
  reader.fill("preload", &spec);
  spec.grid = reader.get<std::vector<int>>("contact.grid");
  if (spec.grid.size() != 2) reader.refuse("contact.grid", "is no pair", "give two, e.g. [24, 15]");
  if (std::int64_t{spec.grid[0]} * spec.grid[1] > kMostZoneElements)
    reader.refuse_value("contact.grid", "every element sees every other one: take at most " +
                                            std::to_string(kMostZoneElements) + " in all");
  for (const std::string& zone : reader.names_in("contact.profile"))
    read_profile(reader, "contact.profile." + zone, &spec.profiles[zone]);
  reader.fill("contact.roughness", &spec.roughness);
  if (!(spec.roughness.wavelength_min < spec.roughness.wavelength_max))
    reader.refuse_value("contact.roughness.wavelength_max", "make it more than wavelength_min");
  for (const char* table : {"reduce", "train"}) reader.fill(table, &spec.reduce);
  for (const int mode : spec.reduce.loops)
    if (mode > spec.reduce.modes)
      reader.refuse_value("train.modes",
                          "name modes up to reduce.modes, " + std::to_string(spec.reduce.modes));
  spec.reduce.asked = reader.has_table("reduce");
  if (spec.reduce.clusters.size() != 2)
    reader.refuse("reduce.clusters", "is no pair", "give two, e.g. [48, 16]");
  return spec;
}

void check_nodes(const KeyReader& reader, const Place& place) {
  check_place(reader, "contact", place, false);
  if (reader.has("contact.nodes") != place.empty()) {
    throw Error(reader.where("contact"), "the nodes in contact are not determined",
                "give one of contact.node, contact.nodes, contact.set and contact.near");
  }
}

// Positions know no impulses; what rebounds is the body, and a damper may take of that.
void check_position_level(const KeyReader& reader, const std::string& table,
                          const ContactSpec& contact) {
  const std::string level = table + ".level", restitution = table + ".restitution";
  if (contact.restitution.value_or(1.0) < kLeastRebound)
    reader.refuse_value(restitution, "a damper beside the compliance (" + level +
                                         " = \"position\") leaves " + number_text(kLeastRebound) +
                                         " at least: give that or more, leave it out, bodies then "
                                         "rebound by their own vibration, or set " +
                                         level + " to \"velocity\"");
  if (contact.restitution_tangential.value_or(0.0) > 0.0)
    throw Error(
        reader.where(restitution + "_tangential"),
        "'" + restitution + "_tangential' > 0 is of impulses, but " + level + " is \"position\"",
        "leave it out, or set " + level + " to \"velocity\"");
  if (contact.tip.wall == WallShape::bushing)
    throw Error(reader.where("contact.wall.shape"),
                "a tip in a bore is not offered at position level",
                "set contact.level to \"velocity\"");
}

}  // namespace

JointLaw read_joint_law(const KeyReader& reader, const KeyReader::Tables& tables) {
  JointLaw law;
  reader.fill(tables, &law);
  TangentialLaw& t = law.tangential;
  t.friction = reader.find<double>(reader.path(tables, "friction")).value_or(0.0);
  if (!reader.has(reader.path(tables, "tangential")) && t.friction > 0.0)
    t.kind = TangentialKind::oden_pires;
  for (const JointNumber& number : joint_numbers()) {
    const std::string key = reader.path(tables, number.name);
    // modes of the stuck joint ask for it without friction too
    const bool of_stuck = t.kind == TangentialKind::none && number.is("friction_modulus");
    if (!has_number(law, number)) {
      if (!of_stuck) number.set(&law, number.get(JointLaw()));
    } else if (!reader.find<double>(key)) {
      const std::optional<double> implied = implied_value(law, number);
      if (!implied) {
        const bool normal = has_number(TangentialKind::none, number);
        const std::string law_key = normal ? "damper" : "tangential";
        throw Error(reader.where(tables.front()), "'" + key + "' is missing",
                    (normal ? "damper " + std::string(name_of(law.normal.damper))
                            : "friction law " + std::string(name_of(t.kind))) +
                        " needs it; or set " + tables.front() + "." + law_key + " to another law");
      }
      number.set(&law, *implied);
    }
  }
  if (friction_law(t.kind).bristles && t.static_friction < t.friction) {
    const std::string key = reader.path(tables, "static_friction");
    throw Error(reader.where(reader.has(key) ? key : tables.front()),
                "'" + key + "' is below the sliding friction", "make it at least contact.friction");
  }
  return law;
}

std::vector<JointField> read_joint_fields(const KeyReader& reader, const std::string& list) {
  auto fields = reader.entries<JointField>(list);
  for (std::size_t i = 0; i < fields.size(); ++i) {
    JointField& field = fields[i];
    const std::string entry = list + "." + std::to_string(i), file = entry + ".file";
    if (reader.has(file) == (reader.has(entry + ".at") || reader.has(entry + ".values")))
      throw Error(reader.where(entry), "'" + entry + "' has not one table",
                  "give either file, or at and values");
    if (reader.has(file)) {
      field.file = resolve_file(reader, file);
      read_field(&field);
    }
    check_field(field, field.file.empty() ? reader.where(entry) + ": " + entry : field.file);
    for (std::size_t before = 0; before < i; ++before)
      if (fields[before].number == field.number)
        reader.refuse_value(entry + ".number", "give every number one table");
  }
  return fields;
}

void set_defaults(ContactSpec* contact) {
  contact->friction = contact->friction.value_or(0.0);
  contact->restitution_tangential = contact->restitution_tangential.value_or(0.0);
  if (contact->level == ContactLevel::automatic) return;  // restitution goes with what is chosen
  const bool position = contact->level == ContactLevel::position;
  contact->restitution = contact->restitution.value_or(position ? 1.0 : 0.0);
}

ContactSpec read_contact(const KeyReader& reader, const ImportSpec& import) {
  ContactSpec spec;
  reader.fill("contact", &spec);
  const bool by_file = spec.kind == ContactKind::file;
  if (by_file != (import.modal())) {
    throw Error(reader.where(by_file ? "contact.kind" : "contact"),
                "contact.kind = \"file\" belongs to import.kind = \"modal\"",
                by_file ? "use another kind of contact" : "set contact.kind to \"file\"");
  }
  if (spec.kind == ContactKind::joint) spec.joint = read_joint(reader);
  if (spec.kind == ContactKind::sliding) spec.sliding = read_sliding(reader);
  if (spec.kind == ContactKind::bolted) {
    spec.bolted = read_bolted(reader);
    spec.friction = spec.friction.value_or(0.0);
  }
  if (spec.kind != ContactKind::nodes && spec.kind != ContactKind::tip) return spec;

  if (!spec.clearance) reader.get<double>("contact.clearance");
  set_defaults(&spec);
  spec.normal = read_direction(reader, "contact.wall.normal");
  if (reader.has("contact.wall.tangent")) {
    spec.tangent = read_direction(reader, "contact.wall.tangent");
  }
  if (spec.kind == ContactKind::nodes) check_nodes(reader, spec.place);
  if (spec.kind == ContactKind::tip) spec.tip = read_tip(reader, spec.normal);
  if (spec.tip.wall == WallShape::bushing && !(spec.clearance.value_or(0.0) > 0.0)) {
    throw Error(reader.where("contact.clearance"),
                "a tip without play in its bore has no side on which it lies",
                "give the radius of the bore less that of the tip, above 0");
  }
  return spec;
}

LawSpec read_law(const KeyReader& reader, const KeyReader::Tables& tables, const std::string& table,
                 const ContactSpec& contact) {
  LawSpec law;
  reader.fill(tables, &law);

  law.level = contact.level;
  if (law.level == ContactLevel::position) check_position_level(reader, table, contact);

  // tangential restitution relates end and start velocities; the mean velocity has no place for it
  if (contact.restitution_tangential.value_or(0.0) > 0.0 &&
      law.friction_velocity == FrictionVelocity::mean) {
    throw Error(reader.where(reader.path(tables, "friction_velocity")),
                "contact.restitution_tangential > 0 acts on end velocities, but "
                "law.friction_velocity is \"mean\"",
                "set law.friction_velocity to \"passive\", or contact.restitution_tangential to 0");
  }
  return law;
}

}  // namespace mortise::gen
